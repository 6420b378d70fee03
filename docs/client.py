"""An example of a program that uses the API (docs/api.md): it enters a round, or follows a game.

python client.py http://192.168.1.20:8000 score_… 7 '{"points": {"Ana": 12, "Ben": -3}}'
python client.py http://192.168.1.20:8000 score_… 7
"""

import json
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException, HTTPResponse
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class Scorekeeper:
    """`site` is the address of the server, `token` what a host has made for this program."""

    def __init__(self, site: str, token: str) -> None:
        self.api, self.token = f"{site}/api/v1", token

    def open(self, path: str, sent: dict | None = None) -> HTTPResponse:
        """Send a request, and again if the network fails: nothing is saved twice."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        body = json.dumps(sent).encode() if sent else None
        for pause in (1, 3, 9, None):
            try:
                return urlopen(Request(f"{self.api}/{path}", body, headers), timeout=30)
            except OSError as error:
                if isinstance(error, HTTPError) or pause is None:
                    raise
                time.sleep(pause)

    def ask(self, path: str, sent: dict | None = None) -> dict:
        with self.open(path, sent) as answer:
            return json.load(answer)

    def enter(self, game: int, entry: dict) -> dict:
        if not (following := self.ask(f"games/{game}")["next"]):
            sys.exit("This game takes no more rounds.")
        sent = {"slot": following["slot"], "entry": entry, "submission": str(uuid.uuid4())}
        return self.ask(f"games/{game}/rounds", sent)

    def follow(self, game: int) -> Iterator[dict]:
        """Yield the game as it is now, and again after each change, while the token may see it."""
        version = shown = b""
        while version != b"0":
            with self.open(f"games/{game}/events") as events, suppress(OSError, HTTPException):
                for line in filter(lambda line: line.startswith(b"data:"), events):
                    version = line.removeprefix(b"data:").strip()
                    if version not in (shown, b"0"):
                        yield self.ask(f"games/{game}?rounds=0")
                        shown = version
            time.sleep(1)


def main(site: str, token: str, game: str, entry: str = "") -> None:
    scorekeeper = Scorekeeper(site, token)
    if entry:
        print(scorekeeper.enter(int(game), json.loads(entry))["totals"])
        return
    for state in scorekeeper.follow(int(game)):
        print(state["verdict"], {one["player"]: one["total"] for one in state["standings"]})


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except HTTPError as refused:
        sys.exit(json.load(refused)["error"]["message"])
