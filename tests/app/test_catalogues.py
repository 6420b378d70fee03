"""Every catalogue has all messages and no others, with the same names and tags."""

import re

import pytest
from babel.messages.catalog import Message
from django.conf import settings

from scorekeeper.management.catalogues import (
    catalogue_file,
    catalogue_files,
    extract_messages,
    is_translated,
    language_of,
    read_catalogue,
)
from tests.support.shipped_games import NEWCOMERS

NAMED = re.compile(r"%\(\w+\)[sd]|%%|\{\w*\}|</?\w+|&\w+;")
# Particles whose form depends on the last letter before them, which a name may change.
PARTICLE = re.compile(
    r"%\(\w+\)s(?:은|는|이|가|을|를|과|와|아|야|로|으로|이나|나|이랑|랑)(?![가-힣])"
)
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
# With a capital within a sentence, these are the polite forms.
POLITE = re.compile(r"(?<=[a-zäöüß,] )(?:Sie|Ihnen|Ihr(?:e[mnrs]?)?)\b")


def is_needed(message):
    """Return whether it is not only in a newcomer's game, which need not be translated."""
    newcomers = [f"games/{slug}/" for slug in NEWCOMERS]
    return not all(place.startswith(tuple(newcomers)) for place, _line in message.locations)


def key(message):
    return message.id, message.context


@pytest.fixture(scope="module")
def messages():
    return [message for message in extract_messages() if message.id]


@pytest.fixture(scope="module")
def needed(messages):
    return set(map(key, filter(is_needed, messages)))


@pytest.fixture(scope="module", params=catalogue_files(), ids=language_of)
def catalogue(request):
    return read_catalogue(request.param)


def entries(catalogue):
    return [message for message in catalogue if message.id]


def forms(text):
    return text if isinstance(text, tuple) else (text,)


def test_the_messages_of_every_template_are_extracted(messages):
    extracted = {place for message in messages for place, _line in message.locations}
    for file in (settings.BASE_DIR / "templates").rglob("*.html"):
        place = file.relative_to(settings.BASE_DIR).as_posix()
        assert '{% translate "' not in file.read_text() or place in extracted


def test_a_catalogue_translates_every_message_and_has_no_other(catalogue, messages, needed):
    """After a change of messages: make messages."""
    translated = set(map(key, entries(catalogue)))
    assert needed - translated == set()
    assert translated - set(map(key, messages)) == set()
    finished = {key(m) for m in entries(catalogue) if is_translated(m) and not m.fuzzy}
    assert needed - finished == set()


def test_a_translation_has_the_names_and_tags_of_its_message_and_no_control_characters(catalogue):
    """Slips of scripts that edit catalogues leave such characters, and no editor shows them."""
    assert [m.id for m in entries(catalogue) if is_translated(m) and not has_same_names(m)] == []
    strings = [string for m in entries(catalogue) for string in forms(m.string)]
    assert [string for string in strings if CONTROL.search(string)] == []


def has_same_names(message):
    """The form for one may leave the number out: “one round” instead of “1 round”."""
    ids, (*others, last) = forms(message.id), forms(message.string)
    first_names, names = names_in(ids[0]), names_in(ids[-1])
    return names_in(last) == names and all(
        first_names <= names_in(other) <= names | first_names for other in others
    )


def names_in(text):
    return set(NAMED.findall(text))


def test_no_korean_particle_follows_a_name_that_could_need_another_one():
    korean = read_catalogue(catalogue_file("ko"))
    assert [string for m in korean for string in forms(m.string) if PARTICLE.search(string)] == []


def test_german_says_du():
    german = read_catalogue(catalogue_file("de"))
    assert [string for m in german for string in forms(m.string) if POLITE.search(string)] == []


def test_a_particle_after_a_name_is_found():
    for particle in ("은", "이", "를", "과", "로"):
        assert PARTICLE.search(f"%(player)s{particle} 이겼어요")
        assert not PARTICLE.search(f"%(player)s 님{particle} 이겼어요")


def test_another_name_or_tag_is_found():
    for ids, strings in (
        ("%(a)s of %(b)s", "%(a)s von %(c)s"),
        ("%(a)s of %(b)s", "%(a)s"),
        ("<b>%(a)s</b>", "%(a)s"),
        (("one %(a)s", "%(n)s %(a)s"), ("ein %(a)s", "%(a)s")),
        (("one %(a)s", "%(n)s %(a)s"), ("ein", "%(n)s %(a)s")),
    ):
        assert not has_same_names(Message(ids, strings))
