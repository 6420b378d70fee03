"""The loader removes whitespace that only makes templates readable."""

from scorekeeper.site.template_loader import compact


def test_indentation_and_blank_lines_are_removed():
    assert (
        compact("<ul>\n    <li>a</li>\n\n    <li>b</li>\n</ul>\n")
        == "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"
    )


def test_spaces_within_a_line_are_kept():
    assert compact("<b>1</b> <i>2</i>  3") == "<b>1</b> <i>2</i>  3"


def test_a_line_of_block_tags_leaves_only_the_preceding_line_break():
    assert compact("a\n  {% if b %}\n  c\n  {% else %}{% with d=e %}\n  {% endif %}\n") == (
        "a\n{% if b %}c\n{% else %}{% with d=e %}{% endif %}"
    )


def test_a_line_break_after_a_variable_is_kept():
    assert (
        compact("{% token 1 %}\n  <b>{% if a %}b{% endif %}\n")
        == "{% token 1 %}\n<b>{% if a %}b{% endif %}\n"
    )


def test_the_text_of_a_translation_is_kept():
    translation = "{% blocktranslate %}\n   a\n   b{% endblocktranslate %}"
    assert compact(f"<p>\n  {translation}\n</p>") == f"<p>\n{translation}\n</p>"
