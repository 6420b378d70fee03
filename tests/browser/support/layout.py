"""Scripts that return the texts of an open page that are cut, covered, or broken in two."""

from django.conf import settings

from tests.support.long import LONG

LANGUAGES = [code for code, _name in settings.LANGUAGES] if LONG else ["de"]
"""In which a layout is tried: the longest words are German."""

# Each text with the boxes of its lines, as far as they are in sight. Not what is above the page on
# purpose, nor charts, which place their texts themselves.
TEXTS = r"""
const ELSEWHERE = '.hide, svg, option, .said, .last, .tip, .picker, dialog, .paper, .display, '
  + '.draft, .year, .address, .source-place, .notice pre, code';
const LONG = /Wolfesch|김수한무|Maria M|Hohenlohe|Donaudampf|Maximil|Barthol|Winterm|999\D?9/i;
function* texts() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const part = node.parentElement;
    if (!node.data.trim() || LONG.test(node.data) || part.closest(ELSEWHERE)) continue;
    if (!part.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if ([...blocksOf(part)].some(({ style }) => style.clipPath !== 'none')) continue; // only heard
    yield { node, part, boxes: boxesOf(node, 0, node.data.length) };
  }
}
function boxesOf(node, start, end) {
  const range = document.createRange();
  range.setStart(node, start);
  range.setEnd(node, end);
  return [...range.getClientRects()].filter(box => box.width > 1 && box.height > 1);
}
function* blocksOf(part) {
  for (let box = part; box && box !== document.body; box = box.parentElement) {
    const style = getComputedStyle(box);
    if (/inline$|contents/.test(style.display)) continue;
    yield { box, style };
    if (/auto|scroll/.test(style.overflowX)) break;
  }
}
function inSight({ part, boxes }) {
  let [left, right, top, bottom] = [-Infinity, Infinity, -Infinity, Infinity];
  for (const { box, style } of blocksOf(part)) {
    if (style.overflowX === 'visible') continue;
    const edge = box.getBoundingClientRect();
    [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
    [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
  }
  const head = part.closest('td')?.parentElement.querySelector('th'); // other cells scroll below it
  if (head && getComputedStyle(head).position === 'sticky')
    left = Math.max(left, head.getBoundingClientRect().right);
  return boxes.map(box => ({
    left: Math.max(left, box.left), right: Math.min(right, box.right),
    top: Math.max(top, box.top), bottom: Math.min(bottom, box.bottom),
  }));
}
function describe({ node, part }) {
  return `${node.data.trim().slice(0, 60)} in ${part.cloneNode(false).outerHTML.slice(0, 80)}`;
}
"""

# Texts that reach out of a box that hides the rest, or out of their own cell or button.
CUT = f"""() => {{ {TEXTS}
  const SOLID = 'td, th, button, .button, .choice, .tile, .box, dd, dt';
  return [...texts()].filter(({{ part, boxes }}) => {{
    if (part.closest('.name')) return false; // names end in an ellipsis
    const spacing = parseFloat(getComputedStyle(part).letterSpacing) || 0; // also after the last
    const right = Math.max(...boxes.map(box => box.right)) - spacing;
    const left = Math.min(...boxes.map(box => box.left));
    const bottom = Math.max(...boxes.map(box => box.bottom));
    return [...blocksOf(part)].some(({{ box, style }}) => {{
      const edge = box.getBoundingClientRect();
      const hides = /hidden|clip/.test(style.overflowX);
      return (hides || box.matches(SOLID)) && (right > edge.right + 1 || left < edge.left - 1)
        || hides && style.webkitLineClamp === 'none' && bottom > edge.bottom + 4;
    }});
  }}).map(describe);
}}"""

# Lines of two texts that cover each other. The bar covers what scrolls below it.
OVERLAPPING = f"""() => {{ {TEXTS}
  const below = [...texts()].filter(({{ part }}) => !part.closest('.bar'));
  const lines = below.flatMap(text => inSight(text).map(box => ({{ text, ...box }})));
  lines.sort((one, other) => one.top - other.top);
  const found = [];
  lines.forEach((one, at) => {{
    for (const other of lines.slice(at + 1)) {{
      if (other.top > one.bottom) break;
      if (other.text.node === one.text.node) continue;
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - other.top;
      const lower = Math.min(one.bottom - one.top, other.bottom - other.top);
      if (wide > 1.5 && high > lower / 2)
        found.push(`${{describe(one.text)}} covers ${{describe(other.text)}}`);
    }}
  }});
  return found;
}}"""

# Words, numbers with their unit, and ranges that are on two lines.
WHOLE = r"""[
    '\\p{sc=Latin}[\\p{sc=Latin}\u00ad’]+',
    '\\p{sc=Hangul}+',
    '[\\d.,]*\\d[ \u00a0]?(?:점|판|회|개|장|명|승|줄|번|일|위|点|人|回|枚|個|組|件|勝|位|%|Min\\.)',
    '[A-Z\\d]+(?:[-–~/:][A-Z\\d]+)+',
  ]"""
BROKEN = f"""() => {{ {TEXTS}
  const whole = new RegExp({WHOLE}.join('|'), 'gu');
  return [...texts()].flatMap(text => [...text.node.data.matchAll(whole)]
    .filter(({{ 0: word, index }}) => {{
      if (word.includes('\u00ad')) return false; // it may break there
      const tops = boxesOf(text.node, index, index + word.length).map(box => Math.round(box.top));
      return new Set(tops).size > 1;
    }}).map(([word]) => `${{word}}: ${{describe(text)}}`));
}}"""
