"""An example of a program that uses the API (docs/api.md): it enters a round, or follows a game.

python client.py http://192.168.1.20:8000 score_… 7 '{"points": {"Ana": 12, "Ben": -3}}'
python client.py http://192.168.1.20:8000 score_… 7
"""

import json
import sys
import uuid
from collections.abc import Iterator
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class Scorekeeper:
    """`site` is the address of the server, `token` what a host has made for this program."""

    def __init__(self, site: str, token: str) -> None:
        self.api, self.token = f"{site}/api/v1", token

    def request(self, path: str, sent: dict | None = None) -> Request:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        body = json.dumps(sent).encode() if sent else None
        return Request(f"{self.api}/{path}", body, headers)

    def ask(self, path: str, sent: dict | None = None) -> dict:
        with urlopen(self.request(path, sent), timeout=20) as answer:
            return json.load(answer)

    def enter(self, game: int, entry: dict) -> dict:
        """Save the entry once: a repeated submission gets the answer of the first one."""
        slot = self.ask(f"games/{game}")["next"]["slot"]
        sent = {"slot": slot, "entry": entry, "submission": str(uuid.uuid4())}
        for is_last_try in (False, False, True):
            try:
                return self.ask(f"games/{game}/rounds", sent)
            except (TimeoutError, ConnectionError):
                if is_last_try:
                    raise

    def follow(self, game: int) -> Iterator[dict]:
        """Yield the game as it is now, and again after each change."""
        shown = None
        with urlopen(self.request(f"games/{game}/events"), timeout=60) as events:
            for line in events:
                version = line.removeprefix(b"data:").strip()
                if line.startswith(b"data:") and version not in (shown, b"0"):
                    shown = version
                    yield self.ask(f"games/{game}?rounds=0")


def main(site: str, token: str, game: str, entry: str = "") -> None:
    scorekeeper = Scorekeeper(site, token)
    if entry:
        print(scorekeeper.enter(int(game), json.loads(entry))["totals"])
        return
    for state in scorekeeper.follow(int(game)):
        print(state["verdict"], {one["player"]: one["total"] for one in state["standings"]})


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except HTTPError as refused:
        sys.exit(json.load(refused)["error"]["message"])
