"""Equations ready to print: named parts in SymPy, what they share, and the forms they can be printed in."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy

from .reader import FormulaReader, common_parts
from .waves import Leaves

LONG_ENTRY = 120
"""Operations from which on what recurs gets a name."""
TEXT_WIDTH = 110
LATEX_WIDTH = 70
"""Signs in a line of a formula, about."""
LATEX_NAMES = {"w_bar": r"\bar w", "q_dot": r"\dot q", "u_dot": r"\dot u", "P_00": "P_{00}", "omega": r"\omega"}
LATEX_NAMES |= {"J_T": "J_T", "J_R": "J_R", "j_T": r"\bar j_T", "j_R": r"\bar j_R", "m_S": "m_S"}
MATRIX_NAMES = ("M", "P", "W", "J_T", "J_R")
LATEX_COORDINATES = {"angle": r"\varphi", "displacement": "s"}


@dataclass(frozen=True, eq=False)
class Written:
    """Parts by name, as SymPy matrices or expressions in which `definitions` stand for what they share."""

    title: str
    parts: Mapping[str, Any]
    definitions: tuple[tuple[Any, Any], ...]

    def __getitem__(self, name: str) -> Any:
        return self.parts[name]

    @property
    def operations(self) -> int:
        """How many operations are printed."""
        return sum(int(e.count_ops()) for _, e in self.lines())

    def lines(self) -> Iterator[tuple[str, Any]]:
        """(left side, expression) of everything that is not zero, definitions first; M once for equal halves."""
        for symbol, value in self.definitions:
            yield symbol.name, value
        for name, value in self.parts.items():
            yield from _entries(name, value)

    def text(self) -> str:
        """Plain text; entries that are not listed are zero."""
        lines = [self.title, ""]
        for left, value in self.lines():
            shown = f"{left} = {sympy.sstr(_short(value), full_prec=False)}"
            lines.append(textwrap.fill(shown, TEXT_WIDTH, subsequent_indent="    ", break_long_words=False))
        return "\n".join(lines)

    def latex(self) -> str:
        """An aligned block; entries that are not listed are zero."""
        rows = [_latex_row(left, value) for left, value in self.lines()]
        return "\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}"

    def markdown(self) -> str:
        """A heading and one formula for each part."""
        blocks = [f"### {self.title}", ""]
        groups: dict[str, list[str]] = {}
        for left, value in self.lines():
            groups.setdefault(left.partition("[")[0], []).append(_latex_row(left, value))
        for rows in groups.values():
            blocks += ["$$", "\\begin{aligned}", " \\\\\n".join(rows), "\\end{aligned}", "$$", ""]
        return "\n".join(blocks)

    def __str__(self) -> str:
        return self.text()

    def _repr_markdown_(self) -> str:
        return self.markdown()


def write_out(title: str, parts: Mapping[str, Any], leaves: Leaves) -> Written:
    """Graphs by name, read and with names for what recurs where it is much."""
    taken = {symbol.name for symbol in leaves.values()}
    reader = FormulaReader(leaves, free_prefix("x", taken))
    read = {name: reader.matrix(value) for name, value in parts.items()}
    flat = [x for value in read.values() for x in (value if isinstance(value, sympy.MatrixBase) else [value])]
    named = list(reader.definitions)
    if sum(int(x.count_ops()) for x in flat) <= LONG_ENTRY:
        return Written(title, read, tuple(named))
    definitions, flat = common_parts(flat, free_prefix("c", taken))
    entries = iter(flat)
    together = {name: _refilled(value, entries) for name, value in read.items()}
    return Written(title, together, (*named, *definitions))


def free_prefix(letter: str, taken: set[str]) -> str:
    """The letter, doubled until no name that is taken is the letter and a number."""
    prefix = letter
    while any(re.fullmatch(rf"{prefix}_?\d+", name) for name in taken):
        prefix += letter
    return prefix


def _refilled(value: Any, entries: Iterator[Any]) -> Any:
    if not isinstance(value, sympy.MatrixBase):
        return next(entries)
    return sympy.ImmutableMatrix(*value.shape, [next(entries) for _ in range(len(value))])


def _entries(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if not isinstance(value, sympy.MatrixBase):
        yield name, value
        return
    rows, columns = value.shape
    halves, vector = name == "M", name.partition(" of ")[0] not in MATRIX_NAMES
    for i in range(rows):
        for j in range(i if halves else 0, columns):
            if value[i, j] != 0:
                yield (f"{name}[{i + 1}]" if vector else f"{name}[{i + 1},{j + 1}]"), value[i, j]


def _short(value: Any) -> Any:
    """Numbers with six digits."""
    return value.xreplace({x: sympy.Float(f"{float(x):.6g}") for x in value.atoms(sympy.Float)})


def _latex(value: Any) -> str:
    return latex(_short(value), full_prec=False)


def _latex_row(left: str, value: Any) -> str:
    """One equation, its sum broken where it is too long for a line."""
    terms = [_latex(term) for term in _short(value).as_ordered_terms()]
    lines = [f"{_latex_left(left)} &= {terms[0]}"]
    used = _signs(lines[0])
    for term in terms[1:]:
        text = term if term.startswith("-") else f"+ {term}"
        if used + _signs(text) > LATEX_WIDTH:
            lines.append(rf"&\quad {text}")
            used = _signs(text)
        else:
            lines[-1] += f" {text}"
            used += _signs(text)
    return " \\\\\n".join(lines)


def _signs(text: str) -> int:
    """How many signs are printed, about: a fraction is as long as its longer half."""
    plain = re.sub(r"\\frac\{([^{}]*)\}\{[^{}]*\}", r"\1", text)
    plain = re.sub(r"\\(left|right|mathrm|dot|ddot|quad|frac)\b", "", plain)
    plain = re.sub(r"\\[a-z]+", "x", re.sub(r"\\(sin|cos)\b", "sin", plain))
    return len(re.sub(r"[{}_^&\s]", "", plain))


def _latex_left(left: str) -> str:
    name, _, index = left.partition("[")
    name, _, owner = name.partition(" of ")
    shown = LATEX_NAMES.get(name) or latex_name(name)
    places = index.removesuffix("]")
    below = ",".join(x for x in (rf"\mathrm{{{_escaped(owner)}}}" if owner else "", places) if x)
    return f"({shown})_{{{below}}}" if "_" in shown and below else f"{shown}_{{{below}}}" if below else shown


def latex(value: Any, **settings: Any) -> str:
    """LaTeX of a SymPy expression or matrix with dots over rates, φ̇ for `phi_dot`.

    In notebooks: `sympy.init_printing(use_latex="mathjax", latex_printer=latex)`.
    """
    given = sympy.sympify(value)
    symbols = given.free_symbols if hasattr(given, "free_symbols") else ()
    settings.setdefault("symbol_names", {s: latex_name(s.name) for s in symbols})
    return str(sympy.latex(given, **settings))


def latex_name(name: str) -> str:
    """A symbol of a model in LaTeX: `A.angle_dot` is φ with a dot and the index A."""
    for ending, over in (("_ddot", r"\ddot"), ("_dot", r"\dot")):
        if name.endswith(ending):
            shown, below = _latex_parts(name.removesuffix(ending))
            return f"{over}{{{shown}}}{below}"
    shown, below = _latex_parts(name)
    return f"{{{shown}}}{below}" if below else shown


def _latex_parts(name: str) -> tuple[str, str]:
    """(letter, index)."""
    owner, _, coordinate = name.rpartition(".")
    if owner:
        shown = LATEX_COORDINATES.get(coordinate) or str(sympy.latex(sympy.Symbol(coordinate)))
        return shown, rf"_{{\mathrm{{{_escaped(owner)}}}}}"
    shown, underscore, below = str(sympy.latex(sympy.Symbol(name))).partition("_")
    return shown, underscore + below


def _escaped(name: str) -> str:
    return re.sub(r"([_%#$&])", r"\\\1", name).replace(" ", r"\ ")
