"""Templates can be read line by line, and so can a change of one."""

import re
from collections.abc import Callable

from django.conf import settings
from django.template import engines
from django.template.library import import_library

WIDTH = 120
FOLDERS = [settings.BASE_DIR / "templates", *settings.BASE_DIR.glob("games/*/templates")]
TEMPLATES = {path: path.read_text() for folder in FOLDERS for path in folder.rglob("*.html")}

# Elements with a box of their own. Inline ones may share a line with the text around them.
BLOCKS = (
    "article|details|div|fieldset|figure|footer|form|h[1-6]|head|header|li|main|meta|nav|ol"
    "|option|p|section|select|style|summary|table|tbody|td|textarea|tfoot|th|thead|tr|ul"
)
LOAD = re.compile(r"{% load (.+?) %}")

SPACE_AGAIN = re.compile(r"\s(?:{% (?:endif|if |else)[^%]*%})*&nbsp;·")

OPENING_TAG = re.compile(rf"<(?:{BLOCKS})\b")

FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
INCLUDED = re.compile(r'{% include "(.+?)"')


def lines_where(is_bad: Callable[[str], bool]) -> list[str]:
    """Each such line of a template, after the path of its file."""
    return [
        f"{path.relative_to(settings.BASE_DIR)}: {line.strip()}"
        for path, source in TEMPLATES.items()
        for line in source.splitlines()
        if is_bad(line)
    ]


def test_no_line_is_too_wide():
    assert TEMPLATES
    assert lines_where(lambda line: len(line) > WIDTH) == []


def test_no_line_opens_two_block_elements():
    assert lines_where(lambda line: len(OPENING_TAG.findall(line)) > 1) == []


def test_no_dot_comes_after_two_spaces():
    assert [path for path, source in TEMPLATES.items() if SPACE_AGAIN.search(source)] == []


def with_parts(source: str) -> str:
    """Add the templates that it includes."""
    return source + "".join(
        engines["django"].get_template(name).template.source for name in INCLUDED.findall(source)
    )


def test_each_form_says_its_method_and_what_changes_something_has_a_token():
    forms = [form for source in TEMPLATES.values() for form in FORM.findall(source)]
    assert [form for form in forms if not re.search(r'method="(get|post)"', form)] == []
    posted = [form for form in forms if 'method="post"' in form]
    assert len(posted) > 30
    assert [form for form in posted if "{% csrf_token %}" not in with_parts(form)] == []


def test_each_template_loads_only_the_libraries_that_it_uses():
    unused = [
        f"{path.relative_to(settings.BASE_DIR)}: {name}"
        for path, source in TEMPLATES.items()
        for load in LOAD.findall(source)
        for name in load.split()
        if not uses(source, name)
    ]
    assert unused == []


def uses(source: str, name: str) -> bool:
    library = import_library(engines["django"].engine.libraries[name])
    translates = name == "i18n" and '_("' in source
    tags, filters = "|".join(library.tags) or "^", "|".join(library.filters) or "^"
    return translates or bool(re.search(rf"{{% ({tags})\b|\|({filters})\b", source))
