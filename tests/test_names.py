"""A public name of the package means one thing: each class, function and constant is defined in one module.

Methods, arguments and fields are no definitions, and neither are imports: a name that is handed on means the same.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1] / "src" / "linkwork"

COMMANDS = ROOT / "cli" / "commands"
"""Typer calls a command as its function is called: `linkwork kinematics` shares the name of the verb that it runs."""

TWICE = {
    "tilde": "the matrix of a cross product: of our expressions in spatial, of SymPy's symbols in symbolic",
    "latex": "the printed form: of our expressions in expr, of SymPy's in symbolic",
}
"""What is defined twice on purpose, and why."""


def modules() -> Iterator[Path]:
    return iter(sorted(ROOT.rglob("*.py")))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def defined(tree: ast.Module) -> set[str]:
    """The public names that a module defines."""
    names = set()
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and not is_import(node.value):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {x.id for target in targets for x in ast.walk(target) if is_bound(x)}
    return {name for name in names if not name.startswith("_")}


def is_bound(node: ast.AST) -> bool:
    """Whether a part of an assignment's target is a name that it binds: `a, b = …`, not `a.b = …`."""
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def is_import(value: ast.expr | None) -> bool:
    """Whether a value is a module that is loaded when it is first used: `scipy = lazy_loader.load("scipy")`."""
    return isinstance(value, ast.Call) and ast.unparse(value.func) in ("lazy_loader.load", "lazy.load")


def test_a_public_name_is_defined_once() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for path in modules():
        tree = parsed(path)
        for name in defined(tree):
            if path.parent != COMMANDS or name not in functions(tree):
                homes[name].append(str(path.relative_to(ROOT)))
    several = {name: places for name, places in homes.items() if len(places) > 1 and name not in TWICE}
    assert not several, "\n".join(f"{name}: {', '.join(places)}" for name, places in sorted(several.items()))


def functions(tree: ast.Module) -> set[str]:
    """The functions at the top of a module."""
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_exceptions_are_still_needed() -> None:
    homes: dict[str, int] = defaultdict(int)
    for path in modules():
        for name in defined(parsed(path)):
            homes[name] += 1
    assert not [name for name in TWICE if homes[name] < 2]


def test_mechanisms_have_configurations() -> None:
    """A mechanism has a configuration and a body an orientation or a pose; attitudes are aeroplanes'."""
    found = []
    for path in modules():
        text = path.read_text(encoding="utf-8").lower()
        for kept in ("prescribedattitude", "prescribed_attitude"):
            text = text.replace(kept, "")
        found += [f"{path.relative_to(ROOT)}: {line.strip()}" for line in text.splitlines() if "attitude" in line]
    assert not found
