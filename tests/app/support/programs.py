"""Programs that use the API with a token."""

from uuid import uuid4

from django.test import Client

from scorekeeper.models import Role
from scorekeeper.people.programs import make_token
from tests.app.support.factories import a_hosted_game


class Program:
    """Sends requests as a program does; each returns its response."""

    def __init__(self, token, language="en"):
        self.token = token
        headers = {"Authorization": f"Bearer {token}", "Accept-Language": language}
        self.client = Client(headers=headers)

    def get(self, path, **query):
        return self.client.get(f"/api/v1/{path}", query)

    def send(self, method, path, sent=None, **more):
        """Send a body of JSON; without one, nothing."""
        body = {"data": sent, "content_type": "application/json"} if sent is not None else {}
        return getattr(self.client, method)(f"/api/v1/{path}", **body, **more)

    def post(self, path, **sent):
        return self.send("post", path, {"submission": str(uuid4()), **sent})

    def put(self, path, **sent):
        return self.send("put", path, {"submission": str(uuid4()), **sent})

    def delete(self, path, **query):
        return self.client.delete(f"/api/v1/{path}", query_params=query)

    def game(self, session, **query):
        return self.get(f"games/{session.pk}", **query).json()

    def enter(self, session, entry, slot=None, **more):
        """Enter a round into the next slot."""
        slot = slot or self.game(session)["next"]["slot"]
        return self.post(f"games/{session.pk}/rounds", slot=slot, entry=entry, **more)


def a_program(group, role=Role.SCORER, name="a program", language="en"):
    """A program whose token the group's first host has made."""
    return Program(make_token(group, group.members.hosts().first().pk, name, role), language)


def a_table(role=Role.SCORER, **game):
    """A phone, its game, and a program of the group."""
    phone, session = a_hosted_game(**game)
    return phone, session, a_program(session.group, role)


def a_record_round(chimera="Ana", bid=20, **more):
    """A round as game records have it."""
    return {"chimera": chimera, "bid": bid, "first_out": chimera, **more}


def error_of(response):
    """The status, the code and the fields of an error."""
    error = response.json()["error"]
    return response.status_code, error["code"], [field["field"] for field in error["fields"]]
