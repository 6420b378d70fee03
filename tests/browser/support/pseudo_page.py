"""An open page in the language of tests/support/pseudo_language.py."""

import re

from playwright.sync_api import Page

from tests.support.pseudo_language import unmarked

# Everything a person sees or hears, without names of languages, and without what waits on the phone
# since it had another language.
TEXTS = """() => {
  const texts = [document.title];
  for (const part of document.querySelectorAll('body *, template'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'data-old'])
      texts.push(part.getAttribute(name) ?? '');
  const body = document.body.cloneNode(true);
  for (const part of body.querySelectorAll('script, style, [lang], #pending')) part.remove();
  for (const part of body.querySelectorAll('template')) texts.push(part.content.textContent);
  return [...texts, body.textContent];
}"""
# DOMParser takes the content of <noscript> for elements.
REPLACE = """async () => {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const text = await answer.text();
  const html = new DOMParser().parseFromString(text, "text/html").documentElement;
  for (const part of html.querySelectorAll("noscript")) part.remove();
  document.documentElement.replaceWith(html);
  const sheets = [...document.querySelectorAll("link[rel=stylesheet]")];
  await Promise.all(sheets.map(sheet =>
    sheet.sheet || new Promise(then => { sheet.onload = sheet.onerror = then; })));
}"""
# Far too wide for its box, so that the end is missing. Long names may end in an ellipsis.
CUT = """() => [...document.querySelectorAll('main *, .bar *')]
  .filter(part => part.checkVisibility() && !part.closest('.hide, svg, select, .card'))
  .filter(part => [...part.childNodes].some(node => node.nodeType === 3 && /[⟦⟧]/.test(node.data)))
  .filter(part => getComputedStyle(part).display !== 'inline')
  .filter(part => part.scrollWidth > 1.25 * part.clientWidth)
  .map(part => part.textContent)
"""
# What people typed into the games of these tests, names of folders and addresses, and the months,
# which Django translates.
DATA = re.compile(
    r"""Scorekeeper|Gone|Lamps|Chat|Door|tv|Ana|Ben|Cho|Dan|Eve|Fay|Friday
    |Donaudampf\w*|Wolfesch\w*|Maximili\w*|Barthol\w*
    |Konstantin|Maria|Magdalena|Ma|von|Hohenlohe|Langenburg|Wintermeisterschaft|Golf|phone
    |rainy|evening
    |BGStatsExport|json|Catan|Pandemic|Doppelkopf|Dmitri|the|Extraordinarily|Patient|One|Zoë
    |Civilian|structures|Cities|Coins|Commerce|Debts|Fleet|Guilds|Islands|Leaders|Military|Science
    |Wonder|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|[A-I]+|[W김M민A-Z]+|[가-힣]+""",
    re.VERBOSE,
)

LONG_NAME = re.compile("Wolfesch|김수한무|Maria M|Donaudampf|Maximil|Barthol")


def open_in(page: Page, language: str) -> None:
    """Open the page's address in a language."""
    page.context.add_cookies([{"name": "language", "value": language, "url": page.url}])
    page.goto(page.url.partition("#")[0])


def show_in(page: Page, language: str) -> bool:
    """Put the page's HTML in another language in its place: quicker than to open it.

    False if it has none: the page only follows an action, or its address names a language.
    """
    page.context.add_cookies([{"name": "language", "value": language, "url": page.url}])
    page.evaluate(REPLACE)
    return page.evaluate("document.documentElement.lang") == language


def untranslated_words(texts: list[str]) -> set[str]:
    words = re.findall(r"[^\W\d_]{2,}", " ".join(map(unmarked, texts)))
    return {word for word in words if not DATA.fullmatch(word)}


def without_long_names(parts: list[str]) -> list[str]:
    """A long name may end in an ellipsis, together with the sentence that it stands in."""
    return [part for part in parts if not LONG_NAME.search(part)]
