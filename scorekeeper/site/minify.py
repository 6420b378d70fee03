"""Makes scripts and style sheets smaller."""

import re

import minify

TEXT = r'("[^"]*")'
COMMENTS_AND_SPACES = re.compile(TEXT + r"|(?:/\*.*?\*/|\s)+", re.DOTALL)
# Two kinds of spaces stay: before a colon, where it is the descendant combinator, and as the whole
# value of a custom property, because older browsers drop a property with an empty value.
PUNCTUATION_SPACES = re.compile(TEXT + r"|;? ?(}) ?|(?<!:) ?([{;,>]) ?|(?<=:) (?![;}])")


def minify_script(source: str) -> str:
    minified: str = minify.string("text/javascript", source)
    return minified


def minify_style(source: str) -> str:
    """Our own, because libraries that do more break selectors within a layer."""
    single_spaced = COMMENTS_AND_SPACES.sub(lambda match: match[1] or " ", source)
    minified = PUNCTUATION_SPACES.sub(
        lambda match: match[match.lastindex or 0].strip(), single_spaced
    )
    return minified.strip()
