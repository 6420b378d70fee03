"""An endpoint gets the request, its program, and what was sent in the right shape."""

from dataclasses import dataclass
from typing import Any, Literal

from scorekeeper.models import Member, Role
from scorekeeper.web.requests import Request

Access = Literal["watch", "score", "host"]
ACCESS: dict[int, Access] = {Role.VIEWER: "watch", Role.SCORER: "score", Role.HOST: "host"}


@dataclass(frozen=True)
class ApiCall:
    """`query` and `body` have the shapes that the endpoint declares."""

    request: Request
    program: Member
    query: Any = None
    body: Any = None
