"""The layers: the contracts in pyproject.toml catch what they promise, and nobody walks around them.

`lint-imports` checks the code itself; here each contract meets a package in which every folder of the table exists.
"""

import ast
import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest
from grimp import ImportGraph
from importlinter.api import read_configuration
from importlinter.contracts.layers import LayersContract
from importlinter.domain.contract import Contract

from tools.never_contract import NeverContract

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "linkwork"
CONTRACTS = read_configuration(str(ROOT / "pyproject.toml"))["contracts_options"]
LAYERS, SUBJECTS = [options for options in CONTRACTS if options["type"] == "layers"]
NEVER = [options for options in CONTRACTS if options["type"] == "never"]

# Top to bottom, each the folders of one layer.
TABLE = [[name.strip(" ()") for name in layer.split("|")] for layer in LAYERS["layers"]]
FOLDERS = [folder for layer in TABLE for folder in layer]
# The same of `analyses`: its verbs, which may import each other, then its folders.
VERBS, *INSIDE = [[name.strip() for name in layer.replace(":", "|").split("|")] for layer in SUBJECTS["layers"]]


def contract(options: dict[str, object]) -> Contract:
    kind = LayersContract if options["type"] == "layers" else NeverContract
    rest = {key: value for key, value in options.items() if key not in {"type", "name"}}
    return kind(str(options["name"]), {"root_packages": ["linkwork"]}, rest)


def is_kept(options: dict[str, object], *imports: tuple[str, str], missing: str = "") -> bool:
    graph = ImportGraph()
    subjects = [f"linkwork.analyses.{name}" for layer in (VERBS, *INSIDE) for name in layer]
    for module in ["linkwork", *(f"linkwork.{folder}" for folder in FOLDERS), *subjects]:
        if module != missing:
            graph.add_module(module)
    for importer, imported in imports:
        graph.add_import(importer=importer, imported=imported)
    return contract(options).check(graph, verbose=False).kept


def upward(table: list[list[str]] = TABLE) -> Iterator[tuple[str, str]]:
    """Yield all imports that point up, or sideways, as (importer, imported)."""
    for depth, layer in enumerate(table):
        for importer in layer:
            yield from ((importer, other) for higher in table[:depth] for other in higher)
            yield from ((importer, other) for other in layer if other != importer)


def test_imports_down_are_kept() -> None:
    down = [("linkwork." + low, "linkwork." + high) for (high, low) in upward() if not same_layer(high, low)]
    assert is_kept(LAYERS, *down)


def same_layer(one: str, other: str) -> bool:
    return any(one in layer and other in layer for layer in TABLE)


def test_imports_up_and_sideways_are_caught() -> None:
    missed = [pair for pair in upward() if is_kept(LAYERS, (f"linkwork.{pair[0]}", f"linkwork.{pair[1]}"))]
    assert not missed


def test_folders_of_the_analyses_import_each_other_one_way_only() -> None:
    pairs = [*upward(INSIDE), *((folder, VERBS[0]) for layer in INSIDE for folder in layer)]
    assert is_kept(SUBJECTS, *((f"linkwork.analyses.{b}", f"linkwork.analyses.{a}") for a, b in product(VERBS, VERBS)))
    assert not [(a, b) for a, b in pairs if is_kept(SUBJECTS, (f"linkwork.analyses.{a}", f"linkwork.analyses.{b}"))]


@pytest.mark.parametrize("options", NEVER, ids=lambda options: options["name"])
def test_never_contract_catches_each_pair(options: dict[str, list[str]]) -> None:
    pairs = list(product(options["source_modules"], options["forbidden_modules"]))
    assert is_kept(options)
    assert not [pair for pair in pairs if is_kept(options, pair)]


@pytest.mark.parametrize("options", NEVER, ids=lambda options: options["name"])
def test_never_contract_sees_through_another_module(options: dict[str, list[str]]) -> None:
    source, forbidden = options["source_modules"][0], options["forbidden_modules"][0]
    assert not is_kept(options, (source, "linkwork"), ("linkwork", forbidden))


def test_never_contract_leaves_out_what_does_not_exist() -> None:
    for options in NEVER:
        for module in [*options["source_modules"], *options["forbidden_modules"]]:
            assert is_kept(options, missing=module)


def test_never_contracts_name_folders_of_the_table() -> None:
    named = {module for options in NEVER for module in [*options["source_modules"], *options["forbidden_modules"]]}
    assert named <= {f"linkwork.{folder}" for folder in FOLDERS}


def test_every_folder_has_a_layer() -> None:
    inside = {path.stem for path in PACKAGE.iterdir() if path.is_dir() or path.suffix == ".py"}
    assert inside - {"__init__", "__pycache__"} <= set(FOLDERS)


MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def found_in_modules(search: Callable[[str, Path], Iterator[int]]) -> list[str]:
    """Places in the package, as "folder/file.py:line"."""
    found = [(path, line) for path in MODULES for line in search(path.read_text(encoding="utf-8"), path)]
    return [f"{path.relative_to(PACKAGE)}:{line}" for path, line in found]


def test_no_linkwork_import_hides_in_a_function() -> None:
    assert not found_in_modules(lambda source, path: hidden_imports(source))


def hidden_imports(source: str) -> Iterator[int]:
    """Yield the line numbers of imports of linkwork's own modules inside functions."""
    if not re.search(r"^[ \t]+(from|import) +(linkwork|\.)", source, re.MULTILINE):
        return  # none is indented: syntax trees of all modules take seconds
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from (node.lineno for node in ast.walk(function) if is_own_import(node))


def is_own_import(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.level > 0 or (node.module or "").split(".")[0] == "linkwork"
    return isinstance(node, ast.Import) and any(alias.name.split(".")[0] == "linkwork" for alias in node.names)


def test_no_module_imports_the_root_package() -> None:
    assert not found_in_modules(lambda source, path: root_imports(source, len(path.relative_to(PACKAGE).parts)))


def root_imports(source: str, depth: int) -> Iterator[int]:
    """Yield the line numbers of imports of what the root package offers; `depth` is the module's, 1 beside the root.

    Folders may be named through the root: `from .. import elements` imports the folder.
    """
    if not re.search(r"^\s*(import +linkwork|from +(linkwork|\.+) +import)", source, re.MULTILINE):
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (node.lineno for alias in node.names if alias.name == "linkwork")
        elif isinstance(node, ast.ImportFrom):
            relative = node.level == depth and node.module is None
            if relative or (node.level == 0 and node.module == "linkwork"):
                yield from (node.lineno for alias in node.names if alias.name not in FOLDERS)


@pytest.mark.parametrize(
    ("source", "depth", "found"),
    [
        ("import linkwork", 2, [1]),
        ("from linkwork import __version__", 2, [1]),
        ("from .. import __version__", 2, [1]),
        ("from . import Model", 1, [1]),
        ("from .. import __version__", 3, []),
        ("from . import ops", 2, []),
        ("from .. import elements", 2, []),
        ("from .._version import __version__", 2, []),
        ("import linkwork.expr", 2, []),
    ],
)
def test_root_imports_are_found(source: str, depth: int, found: list[int]) -> None:
    assert list(root_imports(source, depth)) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def f():\n    from linkwork.expr import ops", [2]),
        ("def f():\n    from . import ops", [2]),
        ("class A:\n    def f(self):\n        import linkwork.expr", [3]),
        ("def f():\n    import matplotlib", []),
        ("from linkwork.expr import ops", []),
    ],
)
def test_hidden_imports_are_found(source: str, found: list[int]) -> None:
    assert list(hidden_imports(source)) == found
