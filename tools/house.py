"""Counts of how often one thing is written, and of how much there is: the figures that may fall and never rise.

    python -m tools.house            all figures beside their limits in pyproject.toml
    python -m tools.house NAME ...   the places behind some of them
    python -m tools.house --write    limits come down to what was counted; none is raised

Limits stand in `[tool.house]` of pyproject.toml, those of lines in `[tool.house.lines]`; a test compares. A limit is
raised by hand, in a commit that says why. Counts are taken from syntax trees and follow imports, aliases, base classes
and values, so that a test of the formulation under another name is still counted. Words of identifiers decide only
where nothing else can: whether a loop makes steps, whether a module solves contact problems. `abstract_classes` and
`private_type_tests` count all of their kind, for those that other figures might miss.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).parents[1]
PROJECT = ROOT / "pyproject.toml"
HEADROOM = 50
"""Limits of lines, and of what comes in thousands, are multiples of this."""
BULK = {"one_statement_functions", "numeric_constants", "source_files"}
MOST_METHODS = 15

FORMULATIONS = {"tree", "absolute", "frames"}
"""As users name them: whoever compares with one of these asks which formulation it is."""
SYSTEMS = {"mechanics", "absolute", "formulation", "systems", "system"}
"""Packages and modules in which formulations are built."""
SOLVED = {"analyses", "run", "methods", "contact", "statics", "steppers"}
"""Packages that solve equations and march."""
ASKERS = SYSTEMS | SOLVED | {"channels", "consistency", "documents", "exports", "runs", "studies", "views"}
"""Packages that hold systems, or runs of them."""
STEP_ARGUMENTS = {"h", "dt", "steps", "budget"}
STEP_WORDS = {"step", "steps", "advance", "attempt", "march", "kick"}
NO_MARCH = {"landing_step", "next_step", "solve_step", "take_step", "step_growth", "step_to_sample"}
"""Calls in loops whose names have such a word, and that go on to no other time: `solve_step` solves one step again."""
STEPPER_MEMBERS = {
    "advance",
    "begin",
    "jump",
    "settle",
    "saved",
    "restore",
    "statistics",
    "collect",
    "finish",
    "explain",
}
SOLVER_WORDS = {"solve", "solved", "sweep", "sweeps", "lemke", "enumerate", "newton", "iterate", "pivots", "seidel"}
NO_CONTACT_SOLVER = {
    "band_factors": "a linear solver",
    "bodies": "calls two solvers",
    "held_rows": "a linear solver",
    "impact_laws": "laws, on solutions of others",
    "solve": "calls solvers by name",
    "step_points": "rows of a step, which it hands to a solver",
}
"""Modules of contact packages that have such a word in a function and solve no contact problem themselves."""
ASKING = (ast.Call, ast.Compare, ast.MatchClass)
"""Where types are tested."""
CUTS = {"startswith", "endswith", "removeprefix", "removesuffix", "partition", "rpartition", "split"}


def words(name: str) -> set[str]:
    """The words of an identifier."""
    return set(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().split("_"))


def last_name(node: ast.AST | None) -> str:
    """`c` of `a.b.c` and of `c`; empty for what has no name."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def called(node: ast.AST) -> str:
    """The name under which something is called; empty where nothing is."""
    return last_name(node.func) if isinstance(node, ast.Call) else ""


def statements(function: ast.FunctionDef) -> list[ast.stmt]:
    """A function's body without its docstring."""
    return [s for s in function.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]


@dataclass(frozen=True)
class Module:
    """A file of the package."""

    place: str
    """Its path below the package."""
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax."""
        return ast.parse(self.text)

    @property
    def package(self) -> str:
        """The folder of the package in which it stands, or its own name beside them."""
        return self.place.split("/")[0].removesuffix(".py")

    @cached_property
    def aliases(self) -> dict[str, str]:
        """Names here → names at home: `from .x import A as B`, `B = A`."""
        found: dict[str, str] = {}
        for node in self.found(ast.ImportFrom):
            found |= {a.asname: a.name for a in node.names if a.asname}
        for statement in self.tree.body:
            if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Name):
                found |= {last_name(target): statement.value.id for target in statement.targets}
        return found

    def at(self, node: ast.AST, what: str = "") -> str:
        """A place in it."""
        return f"{self.place}:{getattr(node, 'lineno', 0)} {what or ast.unparse(node)[:100]}".replace("\n", " ")

    @cached_property
    def _nodes(self) -> dict[type[ast.AST], list[ast.AST]]:
        """All of its syntax by kind."""
        found: dict[type[ast.AST], list[ast.AST]] = defaultdict(list)
        for node in ast.walk(self.tree):
            found[type(node)].append(node)
        return found

    def found(self, *kinds: type[ast.AST]) -> Iterator[Any]:
        """All nodes of some kinds."""
        return (node for kind in kinds for node in self._nodes.get(kind, ()))

    @cached_property
    def functions(self) -> list[ast.FunctionDef]:
        """All functions and methods."""
        return list(self.found(ast.FunctionDef))


class House:
    """All modules of a package, and what is known of its classes."""

    def __init__(self, folder: Path) -> None:
        paths = sorted(folder.rglob("*.py"))
        self.modules = [Module(p.relative_to(folder).as_posix(), p.read_text(encoding="utf-8")) for p in paths]
        scripts = [p for p in folder.rglob("*.js") if p.parent.name != "viewer"]
        self.scripts = {p.relative_to(folder).as_posix(): p.read_text(encoding="utf-8") for p in scripts}
        stub = folder / "__init__.pyi"
        self.public = set(re.findall(r"\w+", stub.read_text(encoding="utf-8"))) if stub.exists() else set()

    @cached_property
    def classes(self) -> dict[str, tuple[Module, ast.ClassDef]]:
        """By name; public names are defined once (tests/test_names)."""
        return {node.name: (module, node) for module in self.modules for node in module.found(ast.ClassDef)}

    def ancestors(self, name: str) -> set[str]:
        """The classes that a class is derived from, through others too."""
        return self._bases[name].union(*(self.ancestors(base) for base in self._bases[name] - {name}))

    @cached_property
    def _bases(self) -> dict[str, set[str]]:
        """Of every class, those of the package that it names."""
        found = {}
        for name, (module, node) in self.classes.items():
            bases = {last_name(_generic(base)) for base in node.bases}
            found[name] = {module.aliases.get(base, base) for base in bases} & set(self.classes)
        return found

    @cached_property
    def ports(self) -> dict[str, set[str]]:
        """Abstract classes of systems, and those that are derived from each."""
        found: dict[str, set[str]] = {n: set() for n in self.classes if self._is_port(n)}
        for name in self.classes:
            for base in self.ancestors(name) & set(found):
                found[base].add(name)
        return found

    def is_abstract(self, name: str) -> bool:
        """Whether a class leaves methods to others: a Protocol, or one with abstract methods of its own."""
        node = self.classes[name][1]
        bases = {last_name(_generic(base)) for base in node.bases}
        own = [f for f in node.body if isinstance(f, ast.FunctionDef)]
        return bool(bases & {"Protocol", "ABC"}) or any(
            "abstractmethod" in map(last_name, f.decorator_list) for f in own
        )

    @cached_property
    def parts_of_formulations(self) -> set[str]:
        """Classes of which each formulation has its own: siblings below one base, and alternatives in a union."""
        found = {name for several in self.ports.values() if len(several) > 1 for name in several}
        for module in self.modules:
            for union in module.found(ast.BinOp):
                names = {module.aliases.get(n, n) for n in map(last_name, _alternatives(union))} & set(self.classes)
                if len(names) > 1:
                    found |= {n for n in names if self.classes[n][0].package in SOLVED and n not in self.public}
        return {name for name in found if not self.is_abstract(name)}

    def _is_port(self, name: str) -> bool:
        return self.classes[name][0].package in SYSTEMS and self.is_abstract(name)

    @cached_property
    def flags(self) -> set[str]:
        """Attributes that say True of one part of a formulation and False of its sibling."""
        said = defaultdict(set)
        for name in self.parts_of_formulations | {n for n in self.classes if self.classes[n][0].package in SYSTEMS}:
            for attribute, value in _literals(self.classes[name][1]):
                said[attribute].add(value)
        return {attribute for attribute, values in said.items() if values == {True, False}}

    @cached_property
    def one_sided(self) -> set[str]:
        """Public attributes that one of two sibling systems has and the other has not."""
        found: set[str] = set()
        for base, names in self.ports.items():
            if self.classes[base][0].package not in ("mechanics", "systems"):
                continue
            several = [_members(self.classes[name][1]) for name in names if not self.is_abstract(name)]
            if len(several) > 1:
                shared = several[0].intersection(*several) | _members(self.classes[base][1])
                found |= several[0].union(*several) - shared
        return {name for name in found if not name.startswith("_")} - {"system"}

    @cached_property
    def asked_names(self) -> set[str]:
        """Names that are compared with names of formulations somewhere: `coordinates`."""
        found = set()
        for module in self.modules:
            for node in module.found(ast.Compare):
                sides = [node.left, *node.comparators]
                if any(_names_formulation(side) for side in sides):
                    found |= {side.attr for side in sides if isinstance(side, ast.Attribute)}
        return found


def _generic(base: ast.expr) -> ast.expr:
    """`A` of `A[T]`."""
    return base.value if isinstance(base, ast.Subscript) else base


def _alternatives(union: ast.expr) -> list[ast.expr]:
    """The classes of `A | B | C`, or of a tuple of them."""
    if isinstance(union, ast.BinOp) and isinstance(union.op, ast.BitOr):
        return [*_alternatives(union.left), *_alternatives(union.right)]
    return [x for e in union.elts for x in _alternatives(e)] if isinstance(union, ast.Tuple) else [union]


def _literals(node: ast.ClassDef) -> Iterator[tuple[str, bool]]:
    """(attribute, True or False) that a class says of itself, as a value or by a method that returns it."""
    for s in node.body:
        target, value = None, None
        if isinstance(s, ast.Assign):
            target, value = s.targets[0], s.value
        elif isinstance(s, ast.AnnAssign):
            target, value = s.target, s.value
        elif isinstance(s, ast.FunctionDef) and len(body := statements(s)) == 1 and isinstance(body[0], ast.Return):
            target, value = ast.Name(s.name), body[0].value
        if isinstance(target, ast.Name) and isinstance(value, ast.Constant) and isinstance(value.value, bool):
            yield target.id, value.value


def _members(node: ast.ClassDef) -> set[str]:
    """Methods, properties and fields of a class."""
    found = {s.name for s in node.body if isinstance(s, ast.FunctionDef)}
    found |= {last_name(s.target) for s in node.body if isinstance(s, ast.AnnAssign)}
    stored = (n for n in ast.walk(node) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store))
    return found | {n.attr for n in stored if last_name(n.value) == "self"}


def _names_formulation(node: ast.expr) -> bool:
    """Whether an expression is the name of a formulation, or several of them."""
    if isinstance(node, ast.Tuple | ast.Set | ast.List):
        return any(_names_formulation(e) for e in node.elts)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and node.value in FORMULATIONS
    return isinstance(node, ast.Attribute) and node.attr.isupper() and node.attr.lower() in FORMULATIONS


def _classes_tested(module: Module, node: ast.AST) -> list[str]:
    """The classes that a type test names: isinstance, issubclass, type(x) is A, case A(), register(A)."""
    tested: list[ast.expr] = []
    if called(node) in ("isinstance", "issubclass") and isinstance(node, ast.Call) and len(node.args) > 1:
        tested = _alternatives(node.args[1])
    elif called(node) == "register" and isinstance(node, ast.Call):
        tested = list(node.args)
    elif isinstance(node, ast.MatchClass):
        tested = [node.cls]
    elif isinstance(node, ast.Compare) and any(called(x) == "type" for x in (node.left, *node.comparators)):
        tested = [x for c in (node.left, *node.comparators) for x in _alternatives(c)]
    elif isinstance(node, ast.Compare) and any(last_name(x) == "__class__" for x in (node.left, *node.comparators)):
        tested = [*node.comparators]
    return [module.aliases.get(n, n) for n in map(last_name, tested)]


def formulation_tests(house: House) -> Iterator[str]:
    """Places that ask which formulation a system has, in whatever way."""
    for module in house.modules:
        for node in module.found(*ASKING, ast.Attribute, ast.Subscript, ast.Dict, ast.Try, ast.MatchValue):
            if _asks_formulation(house, module, node):
                yield module.at(node)


def _asks_formulation(house: House, module: Module, node: ast.AST) -> bool:
    if set(_classes_tested(module, node)) & house.parts_of_formulations:
        return True
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        is_none = any(isinstance(s, ast.Constant) and s.value is None for s in sides)
        parts = any(isinstance(s, ast.Attribute) and s.attr in FORMULATIONS for s in sides)
        return (is_none and parts and module.package in ASKERS) or any(_names_formulation(s) for s in sides)
    if isinstance(node, ast.MatchValue):
        return _names_formulation(node.value)
    if isinstance(node, ast.Attribute):
        return node.attr in house.flags and isinstance(node.ctx, ast.Load)
    if isinstance(node, ast.Subscript):
        return last_name(node.slice) in house.asked_names
    if isinstance(node, ast.Dict):
        return any(module.aliases.get(n, n) in house.parts_of_formulations for n in map(last_name, node.keys))
    if module.package not in ASKERS:
        return False
    if isinstance(node, ast.Try):
        return _tries_attribute(house, node)
    if called(node) == "get" and isinstance(node, ast.Call) and node.args:
        return last_name(node.args[0]) in house.asked_names
    if called(node) in ("hasattr", "getattr") and isinstance(node, ast.Call) and len(node.args) > 1:
        name = node.args[1].value if isinstance(node.args[1], ast.Constant) else None
        optional = called(node) == "hasattr" or len(node.args) == 3
        return optional and name in house.one_sided | house.flags | FORMULATIONS
    return False


def _tries_attribute(house: House, node: ast.Try) -> bool:
    """`try: system.equations … except AttributeError`: asks whether a system has one."""
    caught = {last_name(x) for h in node.handlers if h.type is not None for x in _alternatives(h.type)}
    used = {x.attr for s in node.body for x in ast.walk(s) if isinstance(x, ast.Attribute)}
    return "AttributeError" in caught and bool(used & (house.one_sided | house.flags | FORMULATIONS))


def private_type_tests(house: House) -> Iterator[str]:
    """Other type tests of inner classes that solve or march: one place that knows its kinds is a place too many."""
    for module in house.modules:
        for node in module.found(*ASKING):
            for name in _classes_tested(module, node):
                known = name in house.classes and name not in house.public | house.parts_of_formulations
                if known and house.classes[name][0].package in SOLVED | SYSTEMS:
                    yield module.at(node)


def abstract_classes(house: House) -> Iterator[str]:
    """Protocols and classes with abstract methods: whatever a protocol is called, it is one of these."""
    return (
        house.classes[name][0].at(house.classes[name][1], name) for name in house.classes if house.is_abstract(name)
    )


def step_protocols(house: House) -> Iterator[str]:
    """Abstract classes that make a step, or belong to one: by the length or number of steps that a method is given."""
    for name, (module, node) in house.classes.items():
        methods = [f for f in node.body if isinstance(f, ast.FunctionDef)]
        given = {a.arg for f in methods for a in f.args.args}
        named = words(name) & {"step", "steps", "stepper", "stepping"}
        if (
            house.is_abstract(name)
            and module.package not in ("contract", "elements")
            and (given & STEP_ARGUMENTS or named)
        ):
            yield module.at(node, name)


def steppers(house: House) -> Iterator[str]:
    """Classes that a run drives: most of what `run/stepper.Stepper` asks for, by themselves or through a base."""
    for name, (module, node) in house.classes.items():
        lines = [node, *(house.classes[b][1] for b in house.ancestors(name) if b in house.classes)]
        if not house.is_abstract(name) and len(STEPPER_MEMBERS & set().union(*map(_members, lines))) >= 7:
            yield module.at(node, name)


def marching_loops(house: House) -> Iterator[str]:
    """Functions with a loop that goes on from step to step. What hands a number of steps on to another is none."""
    for module in house.modules:
        if module.package in ("elements", "contract", "kernels", "expr", "views", "documents", "cli", "model"):
            continue
        protocols = {f for c in module.found(ast.ClassDef) if house.is_abstract(c.name) for f in c.body}
        for function in module.functions:
            given = {a.arg for a in function.args.args} & {"steps", "budget"}
            loops = [node for node in ast.walk(function) if isinstance(node, ast.While | ast.For)]
            counts = given and loops and _returns_status(function)
            if function not in protocols and (counts or any(map(_makes_steps, loops))):
                yield module.at(function, function.name)
    for place, text in house.scripts.items():
        for line, row in enumerate(text.splitlines(), 1):
            if re.search(r"\b(while|for)\b.*\b(advance|step)\(", row):
                yield f"{place}:{line} {row.strip()[:80]}"


def _returns_status(function: ast.FunctionDef) -> bool:
    return isinstance(function.returns, ast.Name) and function.returns.id == "int"


def _makes_steps(node: ast.While | ast.For) -> bool:
    """Whether a loop makes a step in each turn: it calls what makes one with a length, a number or a target."""
    calls = [c for s in (node.body if isinstance(node, ast.For) else [node]) for c in ast.walk(s) if called(c)]
    return any(words(called(c)) & STEP_WORDS and called(c) not in NO_MARCH and _is_of_time(c) for c in calls)


def _is_of_time(call: ast.AST) -> bool:
    """Whether a call is given a length, a time, a number of steps, or the record of a march."""
    known = STEP_ARGUMENTS | {"t", "t_new", "target", "record", "cycle", "lanes", "limit", "left", "PIECE_STEPS"}
    return isinstance(call, ast.Call) and any(
        last_name(x) in known or called(x) == "_steps" for a in call.args for x in ast.walk(a)
    )


def contact_solvers(house: House) -> Iterator[str]:
    """Modules that solve contact problems themselves."""
    for module in house.modules:
        path = Path(module.place)
        if not any("contact" in part for part in path.parts[:-1]) or path.stem in NO_CONTACT_SOLVER:
            continue
        names = [f.name for f in module.tree.body if isinstance(f, ast.FunctionDef) and f.name[0] != "_"]
        names = [name for name in names if words(name) & SOLVER_WORDS]
        if names and module.package in ("numerics", "contact"):
            yield f"{module.place} {', '.join(names)}"


def parsed_sentences(house: House) -> Iterator[str]:
    """Places that read what the package itself wrote for people: notes, errors, names of methods."""
    constants = {
        target.id: s.value.value
        for module in house.modules
        for s in module.tree.body
        if isinstance(s, ast.Assign) and isinstance(s.value, ast.Constant) and isinstance(s.value.value, str)
        for target in s.targets
        if isinstance(target, ast.Name)
    }
    for module in house.modules:
        errors = _error_texts(house, module)
        nodes = [node for node in module.found(ast.Call, ast.Compare) if _parses(node, errors, constants)]
        yield from {node.lineno: module.at(node) for node in nodes}.values()


def _error_texts(house: House, module: Module) -> set[str]:
    """Names that hold an exception of the package, or its text."""
    found = {
        h.name or ""
        for h in module.found(ast.ExceptHandler)
        if h.type is not None and {last_name(x) for x in _alternatives(h.type)} & set(house.classes)
    }
    arguments = (a for f in module.functions for a in f.args.args if a.annotation is not None)
    found |= {a.arg for a in arguments if words(last_name(a.annotation)) & {"error", "exception"}}
    for node in module.found(ast.Assign):
        if called(node.value) == "str" and node.value.args and last_name(node.value.args[0]) in found:
            found |= {last_name(target) for target in node.targets}
    return found - {""}


def _parses(node: Any, errors: set[str], constants: dict[str, str]) -> bool:
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
        return _is_sentence(node.comparators[0], errors) and isinstance(node.left, ast.Constant | ast.JoinedStr)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    by_pattern = last_name(node.func.value) == "re" and len(node.args) > 1
    if by_pattern:
        return any(_is_sentence(a, errors) for a in node.args[1:])
    if node.func.attr in ("match", "search", "fullmatch", "sub", "findall"):
        return any(_is_sentence(a, errors) for a in node.args)
    if node.func.attr not in CUTS or not node.args:
        return False
    if isinstance(node.args[0], ast.Constant) and str(node.args[0].value).strip() in ("", "."):
        return False  # A full stop taken off, so that the sentence can go on; paragraphs.
    return _is_sentence(node.func.value, errors) or _is_wording(node.args[0], constants)


def _is_sentence(node: ast.expr, errors: set[str]) -> bool:
    """Whether an expression is a note, a status in words, or the text of an error."""
    if called(node) == "str" and isinstance(node, ast.Call) and node.args:
        return last_name(node.args[0]) in errors
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CUTS:
        return _is_sentence(node.func.value, errors)
    name = last_name(node)
    return name in {"note", "notes", "sentence", "sentences", "message", "status", "statuses", "said"}


def _is_wording(node: ast.expr, constants: dict[str, str]) -> bool:
    """Whether an argument is a piece of a sentence: the constant that holds one, or the verb before an error."""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        node = node.value
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.fullmatch(r"\w+: ", node.value) is not None
    return " " in constants.get(last_name(node), "").strip()


def large_classes(house: House) -> Iterator[str]:
    """Classes with more public methods than anyone keeps in mind."""
    for name, (module, node) in house.classes.items():
        count = sum(isinstance(f, ast.FunctionDef) and not f.name.startswith("_") for f in node.body)
        if count > MOST_METHODS:
            yield module.at(node, f"{name}: {count}")


def one_statement_functions(house: House) -> Iterator[str]:
    """Functions of one statement, whose name, docstring and blank lines are longer than what they do."""
    return (m.at(f, f.name) for m in house.modules for f in m.functions if len(statements(f)) == 1)


def numeric_constants(house: House) -> Iterator[str]:
    """Numbers with a name at the top of a module; each name of `A, B = 1, 2` counts."""
    for module in house.modules:
        for s in module.tree.body:
            value = s.value if isinstance(s, ast.Assign | ast.AnnAssign) else None
            values = value.elts if isinstance(value, ast.Tuple) else [value]
            for number in values:
                inner = number.operand if isinstance(number, ast.UnaryOp) else number
                if isinstance(inner, ast.Constant) and type(inner.value) in (int, float):
                    yield module.at(s)


def two_way_imports(house: House) -> Iterator[str]:
    """Pairs of subfolders of `analyses` that import each other; its verbs beside them are one more."""
    inside = [m for m in house.modules if m.package == "analyses"]
    folders = {m.place.split("/")[1] for m in inside if m.place.count("/") > 1}
    edges = set()
    for module in inside:
        parts = Path(module.place).with_suffix("").parts
        for node in module.found(ast.ImportFrom):
            if node.level == 0:
                path = tuple((node.module or "").removeprefix("linkwork.").split("."))
            else:
                path = (*parts[: len(parts) - node.level], *(node.module or "").split("."))
            for target in [(*path, a.name) for a in node.names]:
                clean = [p for p in target if p]
                if clean[0] == "analyses" and len(clean) > 1:
                    edges.add(tuple(x if x in folders else "verbs" for x in (parts[1], clean[1])))
    return (f"{a} and {b}" for a, b in sorted(edges) if a < b and (b, a) in edges)


def source_files(house: House) -> Iterator[str]:
    """All files."""
    return (m.place for m in house.modules)


COUNTS: dict[str, Callable[[House], Iterator[str]]] = {
    "formulation_tests": formulation_tests,
    "private_type_tests": private_type_tests,
    "step_protocols": step_protocols,
    "abstract_classes": abstract_classes,
    "steppers": steppers,
    "marching_loops": marching_loops,
    "contact_solvers": contact_solvers,
    "parsed_sentences": parsed_sentences,
    "large_classes": large_classes,
    "two_way_imports": two_way_imports,
    "one_statement_functions": one_statement_functions,
    "numeric_constants": numeric_constants,
    "source_files": source_files,
}
"""Figures by name, each as the list of its places."""


def lines_by_package(house: House) -> dict[str, int]:
    """Lines of each folder of the package; files beside folders together are "root"."""
    found: dict[str, int] = defaultdict(int)
    for module in house.modules:
        found[module.package if "/" in module.place else "root"] += module.text.count("\n")
    return dict(sorted(found.items()))


def files_of_simulate(coordinates: str) -> list[str]:
    """The files that the second `simulate` of the four-bar of docs/index passes; its certificate is read."""
    import linkwork as lw

    folder = str(Path(lw.__file__).parent)
    model = lw.Model("four-bar", gravity=(0, 0, -9.81))
    crank, coupler, rocker = (
        model.body(name, lw.Rod(length=length, mass=mass))
        for name, length, mass in (("crank", 0.2, 1.0), ("coupler", 0.9, 2.0), ("rocker", 0.5, 1.5))
    )
    model.connect("A", lw.Revolute("y"), model.ground.at(0, 0, 0), crank.at(0, 0, 0))
    model.connect("B", lw.Revolute("y"), crank.at(0.2, 0, 0), coupler.at(0, 0, 0))
    model.connect("C", lw.Revolute("y"), coupler.at(0.9, 0, 0), rocker.at(0, 0, 0))
    model.connect("D", lw.Revolute("y"), rocker.at(0.5, 0, 0), model.ground.at(0.8, 0, 0))
    spring = lw.Spring(stiffness=200, damping=3, length=0.4)
    model.connect("return", spring, model.ground.at(0, 0, 0.3), rocker.at(0.2, 0, 0))
    system = lw.compile_model(model, coordinates)
    state = lw.assemble(system)
    assert lw.simulate(system, state, 0.1).certificate.steps
    found: set[str] = set()

    def look(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(folder):
            found.add(frame.f_code.co_filename[len(folder) + 1 :])

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        assert lw.simulate(system, state, 0.1).certificate.steps
    finally:
        sys.setprofile(before)
    return sorted(found)


def counted(house: House) -> dict[str, list[str]]:
    """The places behind every figure that syntax shows."""
    return {name: list(count(house)) for name, count in COUNTS.items()}


def risen(limits: dict[str, Any], figures: dict[str, int], lines: dict[str, int]) -> list[str]:
    """Sentences on all that is above its limit."""
    found = [
        f"{name} rose from {limits.get(name, 0)} to {count}; `python -m tools.house {name}` lists them."
        for name, count in figures.items()
        if count > limits.get(name, 0)
    ]
    budget = limits["lines"]
    for package, count in lines.items():
        if package not in budget:
            found.append(f"package {package} has {count} lines and no budget in [tool.house.lines].")
        elif count > budget[package]:
            found.append(f"package {package} has {count} lines, over its budget of {budget[package]}.")
    if found:
        found.append(
            "What stands once needs no second version: delete one. Where that is impossible, raise the limit in "
            "[tool.house] of pyproject.toml, and say why in that commit."
        )
    return found


def rounded_up(count: int) -> int:
    """With a little room for what lands beside it."""
    return -(-count // HEADROOM) * HEADROOM


def lowered(text: str, figures: dict[str, int], lines: dict[str, int]) -> str:
    """pyproject.toml with limits brought down to what was counted; packages that are gone lose theirs."""
    budgets = {name: rounded_up(count) for name, count in lines.items()}
    figures = {name: rounded_up(count) if name in BULK else count for name, count in figures.items()}
    counts: dict[str, int] | None = None
    rows = []
    for row in text.split("\n"):
        if row.startswith("["):
            counts = {"[tool.house]": figures, "[tool.house.lines]": budgets}.get(row)
        match = re.fullmatch(r"(\w+) = (\d+)(.*)", row) if counts is not None else None
        if match is None or counts is None:
            rows.append(row)
        elif match[1] in counts:
            rows.append(f"{match[1]} = {min(int(match[2]), counts[match[1]])}{match[3]}")
    return "\n".join(rows)


def main() -> None:
    """Prints the table, lists places, or lowers the limits."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="figures whose places are listed")
    parser.add_argument("--write", action="store_true", help="lower the limits to what is counted")
    asked = parser.parse_args()
    house = House(ROOT / "src" / "linkwork")
    places = counted(house)
    places |= {f"simulate_files_{kind}": files_of_simulate(kind) for kind in ("tree", "absolute")}
    for name in asked.names:
        print("\n".join(places[name]), f"{name}: {len(places[name])}", sep="\n")
    if asked.names:
        return
    figures, lines = {name: len(found) for name, found in places.items()}, lines_by_package(house)
    limits = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["tool"]["house"]
    for name, count in figures.items():
        print(f"{name:26}{count:7}{limits.get(name, 0):7}")
    for name, count in lines.items():
        print(f"{'lines of ' + name:26}{count:7}{limits['lines'].get(name, 0):7}")
    print(f"{'lines':26}{sum(lines.values()):7}{sum(limits['lines'].values()):7}")
    if asked.write:
        PROJECT.write_text(lowered(PROJECT.read_text(encoding="utf-8"), figures, lines), encoding="utf-8")
        return
    said = risen(limits, figures, lines)
    print("\n".join(said) or "nothing rose")
    sys.exit(bool(said))


if __name__ == "__main__":
    main()
