"""Draws a new sample of mutants: `python -m tests.mutants.draw > tests/mutants/sample.txt`."""

import ast
import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import zip_longest
from typing import cast

from tests.mutants.mutant import ROOT, Mutant

SIZE = 200
SEED = 31
PARTS = ("tables", "views", "pages", "people", "statistics", "live", "web", "forms")
FOLDERS = ("games", *(f"scorekeeper/{part}" for part in PARTS))

SWAPS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
    ast.Not: ("not ", ""),
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
# Nothing works without these, so the first test would notice.
NEEDED = {"property", "cached_property", "classmethod", "staticmethod", "dataclass"}
NEEDED |= {"contextmanager", "asynccontextmanager", "overload", "abstractmethod", "register"}

Place = tuple[int, int]  # a line and a column, in bytes
Edit = tuple[str, Place, Place, tuple[str, str]]  # kind, start, end, what to replace by what
Node = ast.expr | ast.stmt | ast.keyword


def start(node: Node) -> Place:
    return node.lineno, node.col_offset


def end(node: Node) -> Place:
    return cast("Place", (node.end_lineno, node.end_col_offset))


def instead(kind: str, node: Node, text: str) -> Edit:
    """Replace all of a node."""
    return kind, start(node), end(node), ("", text)


def edits(node: ast.AST) -> Iterator[Edit]:
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            yield "comparison", end(left), start(right), SWAPS[type(op)]
        case ast.BinOp(left=left, op=op, right=right) if are_numbers(left, op, right):
            yield "arithmetic", end(left), start(right), SWAPS[type(op)]
        case ast.AugAssign(target=left, op=op, value=right) if type(op) in SWAPS:
            yield "arithmetic", end(left), start(right), SWAPS[type(op)]
        case ast.BoolOp(op=op, values=[left, right, *_]):
            yield "logic", end(left), start(right), SWAPS[type(op)]
        case ast.UnaryOp(op=ast.Not() as op, operand=operand):
            yield "negation", start(node), start(operand), SWAPS[type(op)]
        case ast.Constant(value=bool() as value):
            yield instead("constant", node, str(not value))
        case ast.Constant(value=int() as value):
            yield instead("number", node, str(value + 1))
        case ast.Expr(value=ast.Call()):
            yield instead("statement", node, "pass")
        case ast.Break():
            yield instead("loop", node, "continue")
        case ast.Continue():
            yield instead("loop", node, "break")
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield instead("condition", test, f"not ({ast.unparse(test)})")
        case ast.comprehension(ifs=[test]):
            yield instead("condition", test, f"not ({ast.unparse(test)})")
        case ast.Call(func=ast.Name(id="sorted"), keywords=[_, *_]):
            pass  # list() takes none
        case ast.Call(func=ast.Name(id=name) as function) if name in CALLS:
            yield instead("call", function, CALLS[name])
        case ast.Call(args=[*first], keywords=[*more, last]) if first or more:
            yield "argument", end((first + more)[-1]), end(last), ("", "")
        case ast.FunctionDef(decorator_list=[decorator, *_]) if name_of(decorator) not in NEEDED:
            line, column = start(decorator)
            yield "decorator", (line, column - 1), end(decorator), ("", "")


def are_numbers(left: ast.expr, op: ast.operator, right: ast.expr) -> bool:
    """Leave out what could only raise a TypeError, as far as one can see."""
    others = ast.Dict | ast.Tuple | ast.List | ast.JoinedStr | ast.Set | ast.SetComp
    texts = [isinstance(one, ast.Constant) and isinstance(one.value, str) for one in (left, right)]
    return (
        type(op) in SWAPS
        and not any(texts)
        and not isinstance(left, others)
        and not isinstance(right, others)
    )


def name_of(decorator: ast.expr) -> str:
    return ast.unparse(decorator).partition("(")[0].rpartition(".")[2]


def of_types(tree: ast.AST) -> set[ast.AST]:
    """Return what only type checkers read."""
    annotations = [
        annotation
        for node in ast.walk(tree)
        for name in ("annotation", "returns")
        if (annotation := getattr(node, name, None))
    ]
    return {node for annotation in annotations for node in ast.walk(annotation)}


def mutants_in(path: str) -> Iterator[Mutant]:
    lines = (ROOT / path).read_text().splitlines()
    tree = ast.parse("\n".join(lines))
    types = of_types(tree)
    for node in ast.walk(tree):
        for kind, (first, left), (last, right), (old, new) in () if node in types else edits(node):
            if first != last:
                continue
            line, before = lines[first - 1].encode(), lines[first - 1].strip()
            text = line[left:right].decode().replace(old, new, 1) if old else new
            after = (line[:left].decode() + text + line[right:].decode()).strip()
            nth = [other.strip() for other in lines[:first]].count(before)
            mutant = Mutant(0, kind, path, (before,), (after,) if after else (), nth)
            if is_python(mutant.apply("\n".join(lines) + "\n")):
                yield mutant


def is_python(source: str) -> bool:
    try:
        compile(source, "", "exec")
    except SyntaxError:
        return False
    return True


def draw(candidates: list[Mutant]) -> list[Mutant]:
    """Draw as many of each kind as there are, and at most one for each line."""
    random.Random(SEED).shuffle(candidates)  # noqa: S311
    kinds: dict[str, dict[object, Mutant]] = defaultdict(dict)
    lines = set()
    for mutant in candidates:
        line = mutant.path, mutant.before, mutant.nth
        if line not in lines:
            lines.add(line)
            kinds[mutant.kind][line] = mutant
    rounds = zip_longest(*(kinds[kind].values() for kind in sorted(kinds)))
    chosen = [mutant for each in rounds for mutant in each if mutant][:SIZE]
    return sorted(chosen, key=lambda mutant: (mutant.path, mutant.before))


def main() -> None:
    files = sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py"))
    paths = [str(file.relative_to(ROOT)) for file in files]
    candidates = [mutant for path in paths for mutant in mutants_in(path)]
    for number, mutant in enumerate(draw(candidates), 1):
        print(Mutant(number, *list(vars(mutant).values())[1:]), end="\n\n")


if __name__ == "__main__":
    main()
