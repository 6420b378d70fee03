"""An endpoint gets the request, its program, and what was sent in the right shape."""

from dataclasses import dataclass
from typing import Any, Literal

from scorekeeper.models import Member
from scorekeeper.web.requests import Request

Access = Literal["watch", "score", "host"]
ACCESS: dict[int, Access] = {1: "watch", 2: "score", 3: "host"}


@dataclass(frozen=True)
class ApiCall:
    """`query` and `body` have the shapes that the endpoint declares."""

    request: Request
    program: Member
    query: Any = None
    body: Any = None
