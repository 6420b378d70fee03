"""Makemessages must extract every text that a game can show, or nobody can translate it."""

import ast
import gettext as gettext_module
import re
from functools import cache
from pathlib import Path

import django
import pytest
from django.utils import translation
from django.utils.datastructures import MultiValueDict

from games.contract import EntryContext, Setup
from games.record import encode_entry, encode_options, read_record
from games.registry import folders, forms, games
from tests.rules.support.messages import (
    KEYWORDS,
    extracted_messages,
    message_arguments,
    python_sources,
    translation_calls,
)

TREES = [ast.parse(path.read_text()) for path in python_sources()]
EXAMPLES = Path(__file__).parent / "support" / "examples"
WORD = re.compile(r"[A-Za-z]{2,}")
TRANSLATION_MODULES = ("games.contract", "games.contract.texts", "django.utils.translation")


def test_translation_functions_are_imported_under_a_name_that_makemessages_knows():
    for node in nodes(ast.ImportFrom):
        if node.module in TRANSLATION_MODULES:
            for alias in node.names:
                name = alias.asname or alias.name
                assert KEYWORDS.get(name) == KEYWORDS.get(alias.name), ast.unparse(node)


def nodes(kind):
    return (node for tree in TREES for node in ast.walk(tree) if isinstance(node, kind))


def test_translation_functions_are_called_with_literal_messages():
    for path in python_sources():
        for call, name in translation_calls(path.read_text()):
            for argument in message_arguments(call, name):
                assert is_literal(argument) or is_message_of_text(argument), ast.unparse(call)


def is_literal(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def is_message_of_text(node):
    return isinstance(node, ast.Attribute) and node.attr in ("message", "plural")


def test_texts_are_made_by_translation_functions():
    for node in nodes(ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id == "Text":
            message = node.args[0]
            assert not isinstance(message, (ast.JoinedStr, ast.BinOp)), ast.unparse(node)
            assert not is_literal(message) or message.value == "", ast.unparse(node)


def test_titles_and_credits_are_extracted():
    for game in games().values():
        assert {game.title, game.credit} <= extracted_messages()


NAMES = ["Ana", "Ben", "Cho"]


@pytest.fixture
def unknown_messages(monkeypatch):
    """Put translations in brackets, and collect messages that neither we nor Django extract."""
    unknown = set()

    def translate(message):
        if (
            WORD.search(message)
            and message not in extracted_messages()
            and german_of_django().gettext(message) == message  # Django has no such message
        ):
            unknown.add(message)
        return f"[{message}]"

    def translate_plural(singular, plural, number):
        return translate(singular if number == 1 else plural)

    monkeypatch.setattr(translation._trans, "gettext", translate)
    monkeypatch.setattr(translation._trans, "ngettext", translate_plural)
    monkeypatch.setattr(translation._trans, "pgettext", lambda _context, text: translate(text))
    return unknown


@cache
def german_of_django():
    return gettext_module.translation(
        "django", Path(django.__file__).parent / "conf" / "locale", ["de"]
    )


def forms_of(slug):
    """Return empty forms, and forms with invalid data."""
    module, context = forms(slug), EntryContext(NAMES, Setup(3, options_of(slug)), [])
    empty = [module.OptionsForm(), module.EntryForm(context=context)]
    inputs = [
        f"{name}{part}"
        for form in empty
        for name in form.fields
        for part in ("", *(f"_{n}" for n in range(6)))
    ]
    for value in (None, "?", "-1", "9" * 20):
        data = MultiValueDict({name: [value] for name in inputs if value})
        yield from (module.OptionsForm(data), module.EntryForm(data, context=context))
    yield from empty


def options_of(slug):
    game = games()[slug]
    return game.options(advanced=True, drawn="A") if slug == "big_fish" else game.options()


def field_texts(field):
    yield from (str(field.label or ""), str(field.help_text))
    for value, label in getattr(field, "choices", ()):
        if str(label) != str(value):
            yield str(label)


@pytest.mark.parametrize("slug", folders())
def test_labels_help_and_errors_of_forms_are_translated(slug, unknown_messages):
    for form in forms_of(slug):
        texts = {text for field in form.fields.values() for text in field_texts(field)}
        texts |= {str(error) for errors in form.errors.values() for error in errors}
        assert {text for text in texts - {*NAMES, "", "–"} if "[" not in text} == set()
    assert unknown_messages == set()


@pytest.mark.parametrize(
    "slug", [slug for slug in folders() if (EXAMPLES / f"{slug}.jsonl").is_file()]
)
def test_labels_of_descriptions_are_translated(slug, unknown_messages):
    for line in (EXAMPLES / f"{slug}.jsonl").read_text().splitlines():
        record = read_record(line)
        facts = forms(slug).describe_options(encode_options(record.game, record.setup.options))
        for entry in record.entries:
            stored = encode_entry(record.game, entry, range(len(record.players)))
            facts += forms(slug).describe_entry(stored, record.players)
        assert {label for label, _ in facts if "[" not in label} <= {*record.players, ""}
    assert unknown_messages == set()
