"""How a view of the API says what it answers: `@endpoint("GET games", …)`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import msgspec

from scorekeeper.models import Role


class Endpoint(NamedTuple):
    """`path` is written as Django writes it, below /api/v1/. `role` is what the token must allow.

    `query` and `body` are the shapes of the parameters and of the body. `answer` is that of the
    answer; None for one that is not JSON of ours (see `kind`), or has no body (204).
    """

    view: Callable[..., object]
    method: str
    path: str
    summary: str
    role: Role
    query: type[msgspec.Struct] | None = None
    body: type[msgspec.Struct] | None = None
    answer: type[msgspec.Struct] | None = None
    status: int = 200
    kind: str = "application/json"

    @property
    def name(self) -> str:
        return self.view.__name__

    @property
    def is_change(self) -> bool:
        return self.method != "GET"


def endpoint(
    route: str, summary: str, role: Role = Role.VIEWER, **more: Any
) -> Callable[[Callable[..., object]], Endpoint]:
    """Make a function the view of this route, such as "GET games/<int:pk>"."""
    method, path = route.split()
    return partial(Endpoint, method=method, path=path, summary=summary, role=role, **more)
