"""Whatever is sent to the form of an entry: no server error, no broken page, no broken game."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.registry import folders, games
from scorekeeper.game_checks.cases import read_cases, records_of
from scorekeeper.game_checks.tables import stored_entries, stored_options
from scorekeeper.tables.game_forms import forms_of
from tests.app.support.factories import HTMX, a_game, a_phone, table_of, to
from tests.app.support.pages import Page, fields_of
from tests.support.long import examples
from tests.support.shipped_games import SHIPPED

NUMBERS = [
    "-1",
    "0",
    "1",
    "7",
    "12",
    "99",
    "123456",
    "1.5",
    "1e9",
    "1+",
    "--3",
    "5 3",
    "²",
    "٣",
    "−",
]
TEXTS = ["", "x", "\x00", "None", "<b>", "%s", "{}", "é" * 80, "9" * 30, "9" * 2000]
GARBAGE = st.sampled_from([*NUMBERS, *TEXTS]) | st.text(max_size=5)


def first_entries(slug):
    """One entry of each type, from the cases of the game, with the record that it is from."""
    found = {}
    for record in records_of(read_cases(games()[slug], folders()[slug])):
        for entry in stored_entries(record)[:1]:
            found.setdefault(entry.get("type") or tuple(sorted(entry)), (record, entry))
    return list(found.values())


def names_and_values(phone, session):
    """The names that the form of the next entry can send, and the values that it offers."""
    names, values = {"check", "noted", "keep", "play"}, {""}
    for name in ("table", "enter"):
        page = Page(phone.get(to(name, session)))
        for tag, form in zip(page.tree.iter("form"), page.forms, strict=True):
            if form.action == to("enter", session):
                inputs = [*fields_of(tag), *tag.iter("button")]
                names |= {one.get("name") for one in inputs} - {None}
                values |= {one.get("value") for one in inputs} - {None}
    table = table_of(session)
    names |= {*forms_of(table.game).EntryForm(context=table.entry_context()).fields}
    return sorted(names - {"slot", "revision", "submission", "before"}), sorted(values)


@pytest.mark.parametrize("slug", SHIPPED)
def test_nothing_sent_to_the_form_of_an_entry_breaks_a_game(slug):
    phone, tables = a_phone(), []
    for record, entry in first_entries(slug):
        more = {"names": record.players, "options": stored_options(record)}
        session = a_game(phone, game=slug, rounds=[entry], **more)
        tables.append((session, *names_and_values(phone, session)))

    @settings(max_examples=examples(6), suppress_health_check=list(HealthCheck))
    @given(st.data(), st.sampled_from(tables), st.sampled_from(["enter", "draft", "correct"]))
    def send(data, table, where):
        session, names, offered = table
        value = GARBAGE | st.sampled_from(offered)
        sent = data.draw(
            st.dictionaries(st.sampled_from(names), value | st.lists(value, max_size=3))
            | GARBAGE.map(lambda same: dict.fromkeys(names, same))
        )
        slot = 1 if where == "correct" else table_of(session).log.next_slot
        stamp = {
            "slot": slot,
            "revision": int(where == "correct"),
            "submission": data.draw(st.uuids()),
        }
        address = to(where, session, *([slot] if where == "correct" else []))
        headers = data.draw(st.sampled_from([{}, HTMX]))
        response = phone.post(address, {**stamp, **sent}, headers=headers)
        assert response.status_code in (200, 302, 409, 422)
        if response.status_code in (200, 422):
            assert Page(response).errors == []
        if response.status_code == 302 or where == "draft":  # it may have been stored
            assert phone.get(to("table", session)).status_code == 200

    send()
    for session, *_forms in tables:
        assert phone.get(to("table", session)).status_code == 200
        assert phone.get(to("enter", session)).status_code in (200, 302)
