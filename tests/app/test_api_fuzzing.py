"""The API answers as its own description says, whatever is sent."""

import json

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode, checks
from schemathesis.checks import load_all_checks

from scorekeeper.api.endpoints import ENDPOINTS
from scorekeeper.models import Role
from scorekeeper.web.answers import TEXTS
from scorekeeper.wsgi import application
from tests.app.support.factories import a_hosted_game
from tests.app.support.programs import a_program
from tests.app.support.undone import undone
from tests.app.test_fuzzing import check_nothing_is_broken
from tests.support.long import examples

load_all_checks()
# What a shape allows, the rules may still refuse; tests/app/test_access_api.py checks access.
NOT_CHECKED = {"positive_data_acceptance", "ignored_auth", "ensure_resource_availability"}
CHECKS = [check for check in checks.CHECKS.get_all() if check.__name__ not in NOT_CHECKED]
unhurried = settings(deadline=None, suppress_health_check=list(HealthCheck))


def with_one_connection(environ, start_response):
    """The application, which leaves the connection of the test open after a request."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        parts = application(environ, start_response)
        body = b"".join(parts)
        parts.close()
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)
    return [body]


@pytest.fixture(scope="module")
def description():
    """The description, without the token: every request of these tests has a valid one."""
    told = json.loads(Client().get("/api/v1/openapi.json").content)
    del told["security"], told["components"]["securitySchemes"]
    schema = schemathesis.openapi.from_dict(told)
    schema.app = with_one_connection
    return schema


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda one: one.name)
def test_answers_are_as_described(description, endpoint):
    phone, session = a_hosted_game(rounds=2)
    token = a_program(session.group, Role.HOST).token
    headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"}
    operation = description.find_operation_by_id(endpoint.name)
    sound, unsound = (operation.as_strategy(generation_mode=mode) for mode in GenerationMode)
    pk = session.group_id if endpoint.path.startswith("groups") else session.pk

    def send(case):
        with undone():
            response = case.call(headers=headers)
            case.validate_response(response, checks=CHECKS, headers=headers)
            if endpoint.is_change:
                check_nothing_is_broken(phone, session)

    @settings(unhurried, max_examples=examples(5))
    @given(case=sound, slot=st.integers(0, 4))
    def send_what_is_described(case, slot):
        ours = {"id": pk, "slot": slot}
        case.path_parameters |= {name: ours[name] for name in case.path_parameters}
        send(case)

    send_what_is_described()
    if "<" in endpoint.path or endpoint.query:  # else nothing that is sent can be wrong
        settings(unhurried, max_examples=examples(3))(given(case=unsound)(send))()


def test_the_description_names_every_refusal_of_the_server(client):
    described = json.loads(client.get("/api/v1/openapi.json").content)["paths"]
    entering = described["/api/v1/games/{id}/rounds"]["post"]["responses"]
    assert {*map(str, TEXTS), "500"} <= entering.keys()
    reading = described["/api/v1/groups"]["get"]["responses"]
    assert not {"408", "411", "415"} & reading.keys()  # those of bodies


def test_the_description_names_every_endpoint(client):
    described = json.loads(client.get("/api/v1/openapi.json").content)
    names = {
        operation["operationId"]
        for methods in described["paths"].values()
        for operation in methods.values()
    }
    assert names == {endpoint.name for endpoint in ENDPOINTS}
    assert described["openapi"] == "3.1.0"
