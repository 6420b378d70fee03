"""Wrong codes behind a proxy, whose header nobody else can write."""

from tests.attacks.support.phone import Phone
from tests.attacks.support.server import Server

UNDERSCORES = "X_Forwarded_For"  # in WSGI variables, the same as X-Forwarded-For


def test_an_address_in_a_header_with_underscores_is_ignored_and_others_can_join(server: Server):
    def type_code(code: str, *headers: tuple[str, str]) -> int:
        return Phone(server.port, headers=headers).post("/join/", [("code", code)]).status

    host, true = Phone(server.port), ("X-Forwarded-For", "198.51.100.1")
    host.start()
    answers = []
    for number in range(12):
        forged = UNDERSCORES, f"203.0.113.{number}"
        answers += [type_code("BBBBBB", true, forged), type_code("BBBBBB", forged, true)]
    assert answers[-1] == 429
    right = host.code(f"groups/{host.group}")
    assert type_code(right, ("X-Forwarded-For", "203.0.113.1")) == 302
