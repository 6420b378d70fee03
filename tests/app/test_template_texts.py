"""Every text of a template can be translated."""

import re
from html import unescape

from tests.app.test_templates import TEMPLATES

SHOWN = "alt|aria-label|aria-description|label|placeholder|title"
FOR_SCRIPTS = r"content|data-[a-z-]+"  # a text, a state or a name
NAME = "Scorekeeper"  # of the program, in every language
MESSAGE = re.compile(r"{% (blocktranslate|comment)\b.*?{% end\1 %}", re.DOTALL)
CLASS = re.compile(r"{% block layout %}.*?{% endblock %}")
TAG = re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}")
CODE = re.compile(r"<(script|style)\b.*?</\1>|<!--.*?-->|<!doctype[^>]*>", re.DOTALL)
ELEMENT = re.compile(r"""<(?:[^<>"']|"[^"]*"|'[^']*')*>""")
ATTRIBUTE = re.compile(rf"""\s(?:(?:{SHOWN})="([^"]*)|(?:{FOR_SCRIPTS})="([A-Z][^"]* [^"]*))\"""")
WORD = re.compile(r"(?<!/)\b[^\W\d_]{2,}")  # but no address such as /tv


BESIDE = re.compile(r"\}\}(?:[:,](?=[\s<]|\{\{)| +–)|[:,–] +\{\{")


def punctuation_outside_messages(source):
    """Signs that another language writes otherwise, beside something that is shown."""
    return BESIDE.findall(CODE.sub("", CLASS.sub("", MESSAGE.sub("", source))))


def texts_outside_messages(source):
    """The words that a reader of another language would see in English."""
    html = CODE.sub("", TAG.sub("", CLASS.sub("", MESSAGE.sub("", source))))
    shown = ["".join(values) for values in ATTRIBUTE.findall(html)]
    texts = [*shown, *ELEMENT.split(html)]
    return [text.strip() for text in map(unescape, texts) if WORD.search(text.replace(NAME, ""))]


def test_templates_have_no_texts_of_their_own():
    found = {path.name: texts_outside_messages(source) for path, source in TEMPLATES.items()}
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_punctuation_beside_a_variable_is_within_a_message():
    found = {path.name: punctuation_outside_messages(source) for path, source in TEMPLATES.items()}
    assert {name: signs for name, signs in found.items() if signs} == {}


def test_punctuation_outside_of_a_message_is_found():
    for source in ("<p>{{ name }}: {{ total }}</p>", "<p>{{ first }} – {{ last }}</p>"):
        assert punctuation_outside_messages(source) != [], source


def test_a_text_of_its_own_is_found():
    for source in (
        "<p>Hello</p>",
        '<p title="Hello"></p>',
        '<p>{% translate "Hello" %} and</p>',
        '<a aria-label="Open {{ name }}"></a>',
        '<p data-said="Two words"></p>',
        "{% if much %}very much{% endif %}",
    ):
        assert texts_outside_messages(source) != [], source
