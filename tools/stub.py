"""Lists of names that follow from what is written elsewhere: `python -m tools.stub` writes them, a test compares.

* `elements/__init__.py`: from which module each element is loaded: all classes that are marked `@register`. Other names
  of a module that stand in the table are kept as long as the module has them.
* `elements/__init__.pyi`: how each of these is called, by the fields of its class, for editors and type checkers.
* `__init__.pyi`: what the catalogue offers, and `__all__`. The other imports say what the package offers beside it, and
  are kept by hand: they are the one place that does.
"""

import ast
import inspect
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from linkwork.contract import Element, registered
from linkwork.contract.fields import FIELDS_TITLE

PACKAGE = Path(__file__).parents[1] / "src" / "linkwork"
TYPED_IMPORTS = [
    "from collections.abc import Callable, Sequence",
    "from os import PathLike",
    "from typing import Any, Literal, overload",
    "import numpy as np",
    "from ..contract import Curve, Measure, Response, SmoothSurface",
    "from ..expr import Expr",
]
"""What the types of fields are made of."""
MARK = "# The imports of elements and `__all__` are written by `python -m tools.stub`."


def main() -> None:
    """Writes what is not current."""
    for path in sorted((PACKAGE / "elements").rglob("*.py")):
        import_module(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts))
    for path, text in current_lists().items():
        if path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(PACKAGE.parent)}")


def current_lists(package: Path = PACKAGE) -> dict[Path, str]:
    """The files with lists, and what they should hold."""
    lazy, stub = package / "elements" / "__init__.py", package / "__init__.pyi"
    text = lazy.read_text(encoding="utf-8")
    start, end = text.index('"""', text.index("_OFFERED = ")) + 3, text.rindex('"""')
    offered = dict(_offered(lazy.parent, text[start:end]))
    lines = "".join(f"{module}: {' '.join(names)}\n" for module, names in offered.items())
    elements = [name for names in offered.values() for name in names]
    found = {
        lazy: f"{text[:start]}\n{lines}{text[end:]}",
        lazy.with_suffix(".pyi"): _typed(offered),
        stub: _stub(stub.read_text(encoding="utf-8"), elements),
    }
    return {path: _tidied(path, text) for path, text in found.items()}


def names_offered(tree: ast.Module) -> list[str]:
    """`__all__` of a module."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return list(ast.literal_eval(node.value))
    return []


def _offered(folder: Path, table: str) -> Iterator[tuple[str, list[str]]]:
    """(module, its names) of the catalogue; `table` is what stood there before."""
    before = dict(line.split(": ") for line in table.strip().splitlines())
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        module = ".".join(part for part in parts if part != "__init__")
        kinds = registered_classes(path)
        others = {*before.get(module, "").split()} - {*kinds}
        names = kinds + sorted(others & _defined(path) if others else others)
        if module and names:
            yield module, names


def registered_classes(path: Path) -> list[str]:
    """Classes of a file that are marked `@register`."""
    marks = [
        (node.name, [ast.unparse(d) for d in node.decorator_list])
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    ]
    return [name for name, decorators in marks if "register" in decorators]


def _defined(path: Path) -> set[str]:
    """What a file defines or imports at its top."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            found |= {x.asname or x.name for x in node.names}
        elif isinstance(node, ast.Assign):
            found |= {ast.unparse(target) for target in node.targets}
    return found


def _typed(offered: dict[str, list[str]]) -> str:
    """The stub of the catalogue: each registered class as one that is called with its fields."""
    classes = {name: kind for name, kind in registered().items() if kind.__module__.startswith("linkwork.")}
    parts = ['"""What the catalogue offers, by module, and how it is called."""', "", MARK, *TYPED_IMPORTS]
    for module, names in offered.items():
        shown = [f"{name} as {'_' if name in classes else ''}{name}" for name in names]
        parts.append(f"from .{module} import {', '.join(shown)}")
    parts += ["", f"__all__ = {[name for names in offered.values() for name in names]}", ""]
    parts += [_typed_class(name, classes[name]) for names in offered.values() for name in names if name in classes]
    return "\n".join(parts)


def _typed_class(name: str, kind: type[Element]) -> str:
    """A class that is called with the fields of another, which it is at run time."""
    lines = (inspect.getdoc(kind) or "").splitlines()
    text = "\n".join(f"    {line}".rstrip() for line in [lines[0], *_field_lines(lines)])
    mark = 'r"""' if "\\" in text else '"""'
    return f'class {name}(_{name}):\n    {mark}{text.strip()}\n    """\n\n{_calls(kind)}\n'


def _calls(kind: type[Element]) -> str:
    """How a class is called; in two ways where a field that is required follows one that is not."""
    found = list(inspect.signature(kind).parameters.values())
    first = next((k for k, a in enumerate(found) if a.kind is a.KEYWORD_ONLY), len(found))
    by_name = [
        "self",
        *map(_argument, found[:first]),
        *(["*"] if found[first:] else []),
        *map(_argument, found[first:]),
    ]
    if not found[first:]:
        return _call(by_name)
    last = max(k for k, a in enumerate(found) if a.default is a.empty) + 1
    by_place = ["self", *(f"{a.name}: {a.annotation}" for a in found[:last]), *map(_argument, found[last:])]
    return "\n".join(f"    @overload\n{_call(arguments)}" for arguments in (by_name, by_place))


def _call(arguments: list[str]) -> str:
    return f"    def __init__({', '.join(arguments)}) -> None: ..."


def _argument(argument: inspect.Parameter) -> str:
    default = argument.default
    is_plain = isinstance(default, (bool, int, float, str, tuple, type(None)))
    given = "" if default is argument.empty else f" = {default!r}" if is_plain else " = ..."
    return f"{argument.name}: {argument.annotation}{given}"


def _field_lines(lines: list[str]) -> list[str]:
    """The part of a class's text that is about its fields."""
    start = lines.index(FIELDS_TITLE) if FIELDS_TITLE in lines else len(lines)
    wrapped = (textwrap.wrap(line, 112, subsequent_indent=" " * 8) for line in lines[start:])
    return [""] * (start < len(lines)) + [part for found in wrapped for part in found]


def _stub(text: str, elements: list[str]) -> str:
    """The stub of the package."""
    tree = ast.parse(text)
    names = list(elements)
    lines = [f'"""{ast.get_docstring(tree, clean=False)}"""', "", MARK]
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "elements":
            lines.append(f"from .elements import {', '.join(elements)}")
        elif isinstance(node, ast.ImportFrom):
            lines.append(ast.unparse(node))
            names += [x.name for x in node.names if x.asname in (None, x.name)]
    return "\n".join([*lines, "", f"__all__ = {names}", ""])


def _tidied(path: Path, text: str) -> str:
    """As `make format` leaves it."""
    for options in (["check", "--fix", "--quiet", "--select", "I001,RUF022"], ["format", "--quiet"]):
        command = [sys.executable, "-m", "ruff", *options, "--stdin-filename", str(path), "-"]
        text = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    return text


if __name__ == "__main__":
    main()
