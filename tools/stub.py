"""Lists of names that follow from what is written elsewhere: `python -m tools.stub` writes them, a test compares.

* `elements/*/__init__.py`: imports of all classes in the folder that are marked `@register`, and `__all__`. What else
  is imported there, and statements behind `__all__`, are kept as they are.
* `elements/__init__.pyi`: from which folder each of these is loaded.
* `__init__.pyi`: what the catalogue offers, and `__all__`. The other imports say what the package offers beside it, and
  are kept by hand: they are the one place that does.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "linkwork"
MARK = "# The imports of elements and `__all__` are written by `python -m tools.stub`."


def main() -> None:
    """Writes what is not current."""
    for path, text in current_lists().items():
        if path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(PACKAGE.parent)}")


def current_lists(package: Path = PACKAGE) -> dict[Path, str]:
    """The files with lists, and what they should hold."""
    folders = {path: _folder(path) for path in sorted((package / "elements").glob("*/__init__.py"))}
    offered = {path.parent.name: names_offered(ast.parse(text)) for path, text in folders.items()}
    offered["catalogue"] = ["register", "registered"]
    stub = package / "__init__.pyi"
    elements = [name for names in offered.values() for name in names]
    found = {**folders, package / "elements" / "__init__.pyi": _catalogue_stub(offered)}
    found[stub] = _stub(stub.read_text(encoding="utf-8"), elements)
    return {path: _tidied(path, text) for path, text in found.items()}


def names_offered(tree: ast.Module) -> list[str]:
    """`__all__` of a module."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return list(ast.literal_eval(node.value))
    return []


def registered_classes(path: Path) -> list[str]:
    """Classes of a file that are marked `@register`."""
    marks = [
        (node.name, [ast.unparse(d) for d in node.decorator_list])
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    ]
    return [name for name, decorators in marks if "register" in decorators]


def _folder(path: Path) -> str:
    """`__init__.py` of a folder of elements."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    modules = {file.stem: registered_classes(file) for file in sorted(path.parent.glob("*.py")) if file != path}
    modules = {stem: names for stem, names in modules.items() if names}
    if not modules:  # materials and surfaces are defined elsewhere
        return path.read_text(encoding="utf-8")
    others = dict(_other_imports(path.parent, tree, modules))
    offered = [name for names in (*modules.values(), *others.values()) for name in names if name != "register"]
    lines = [f"from {source} import {', '.join(names)}" for source, names in others.items()]
    lines += [f"from .{stem} import {', '.join(names)}" for stem, names in modules.items()]
    rest = [ast.unparse(node) for node in tree.body if not _is_list(node)]
    parts = [f'"""{ast.get_docstring(tree, clean=False)}"""', "", MARK, *lines, "", f"__all__ = {offered}"]
    return "\n".join([*parts, "", *rest, ""])


def _other_imports(folder: Path, tree: ast.Module, modules: dict[str, list[str]]) -> Iterator[tuple[str, list[str]]]:
    """(module, names) of what is imported beside registered classes, and is still there."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            names = [x.name for x in node.names if x.name not in modules.get(node.module or "", [])]
            if node.level == 1:
                names = [name for name in names if name in _defined(folder / f"{node.module}.py")]
            if names:
                yield f"{'.' * node.level}{node.module}", names


def _defined(path: Path) -> set[str]:
    """Functions and classes of a file; none where it is gone."""
    body = ast.parse(path.read_text(encoding="utf-8")).body if path.exists() else []
    return {node.name for node in body if isinstance(node, ast.ClassDef | ast.FunctionDef)}


def _is_list(node: ast.stmt) -> bool:
    is_all = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    is_doc = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return isinstance(node, ast.ImportFrom) or is_all or is_doc


def _catalogue_stub(offered: dict[str, list[str]]) -> str:
    """The stub of the catalogue, by what its folders offer."""
    lines = [f"from .{folder} import {', '.join(names)}" for folder, names in offered.items() if names]
    names = [name for found in offered.values() for name in found]
    return "\n".join(['"""What the catalogue offers, by folder."""', "", MARK, *lines, "", f"__all__ = {names}", ""])


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
