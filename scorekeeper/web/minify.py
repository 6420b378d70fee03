"""Scripts and style sheets without what only we read."""

import re

from rjsmin import jsmin

TEXT = r'("[^"]*")'
UNREAD = re.compile(TEXT + r"|(?:/\*.*?\*/|\s)+", re.DOTALL)
# Two spaces stay: before a colon, where it says "within this element", and as the whole value of a
# custom property, which older browsers drop if there is nothing at all.
NEEDLESS = re.compile(TEXT + r"|;? ?(}) ?|(?<!:) ?([{;,>]) ?|(?<=:) (?![;}])")


def minify_script(source: str) -> str:
    minified: str = jsmin(source)
    return minified.replace(";}", "}")


def minify_style(source: str) -> str:
    """Do no more than is safe: libraries that do break selectors within a layer."""
    spaced = UNREAD.sub(lambda match: match[1] or " ", source)
    return NEEDLESS.sub(lambda match: match[match.lastindex or 0].strip(), spaced).strip()
