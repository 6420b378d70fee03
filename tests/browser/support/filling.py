"""Fills in any game's form with an entry, as the game's own form would send it."""

import json
from typing import Any

from django.forms import Form

from games.contract import AnyGame, EntryContext
from games.record import encode_entry
from scorekeeper.tables.game_forms import forms_of
from tests.browser.support.phone import Phone

FILL = """fields => {
  const event = type => new Event(type, { bubbles: true });
  for (const [name, value] of fields)
    for (const field of entryForm().querySelectorAll(`input:not([type=hidden])[name="${name}"]`)) {
      if (!/radio|checkbox/.test(field.type)) field.value = value;
      else if (field.value === value || value === "on") field.checked = true;
      else continue;
      field.dispatchEvent(event("change"));
      field.dispatchEvent(event("input"));
    }
}"""
# At once, because a card is drawn again and again.
SAVE = """selector => {
  const button = entryForm().querySelector(selector);
  button?.form.requestSubmit(button);
  return button;
}"""

Fields = list[tuple[str, str]]


def sent(form: Form) -> Fields:
    """Return what a form with this entry sends, also from parts that are folded."""
    pairs = []
    for name, field in form.fields.items():
        value, parts = form[name].value(), getattr(field.widget, "widgets_names", None)
        if parts:
            pairs += [(name + part, one) for part, one in zip(parts, value or (), strict=False)]
        elif isinstance(value, list | tuple):
            pairs += [(name, one) for one in value]
        else:
            pairs.append((name, "on" if value is True else value))
    return [(name, str(one)) for name, one in pairs if one not in (None, "") and one is not False]


def entered(game: AnyGame, entry: Any, context: EntryContext) -> Fields:
    """Return the fields that a form with this entry sends."""
    seats = range(len(context.names))
    stored = json.loads(json.dumps(encode_entry(game, entry, seats)))
    return sent(forms_of(game).EntryForm(entry=stored, context=context))


def enter_fields(phone: Phone, fields: Fields) -> None:
    """Fill in the form of the page, and save it with its button, or with that of a box."""
    phone.page.evaluate(FILL, fields)
    fill = dict(fields).get("fill")
    save = (
        f'button[name="fill"][value="{fill}"]'
        if fill
        else ".bar .row button:not([name], [formaction])"
    )
    phone.page.wait_for_function(SAVE, arg=save)
