"""What a case is: a model, what is compared with it, and what comes out."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.analyses.common.hinged_states import carried_state
from linkwork.analyses.constraints.velocities import consistent_speeds

IN: ContextVar[str] = ContextVar("coordinates", default="tree")
"""The coordinates that a case is run in, `runner.run_case` says which."""


@dataclass(frozen=True)
class Figure:
    """The largest error of one quantity, in parts of its size.

    `digits` is what the reference resolves: its printed digits, or how far its own routes agree. `allowed` is what this
    run has to meet; it is larger than `digits` where a run would cost too much, or the reference is itself in error.
    """

    quantity: str
    error: float
    digits: float
    allowed: float

    @property
    def holds(self) -> bool:
        """Whether the error is what this case allows; an error that is no number never is."""
        return bool(self.error <= self.allowed)


@dataclass(frozen=True)
class Case:
    """One published problem.

    `check()` builds and runs the model, and yields the figures. `shows` are the functions and classes that a user would
    have to write: their lines are counted. A case that takes more than some seconds is `slow`.
    """

    name: str
    about: str
    check: Callable[[], Iterable[Figure]]
    shows: tuple[Any, ...]
    remark: str = ""
    slow: bool = False
    in_both: bool = True
    """Whether it runs in absolute coordinates too; where not, the remark says why."""
    rows: tuple[str, ...] = field(default=())
    """Rows of the seed checklist it belongs to."""

    @property
    def lines(self) -> int:
        """Lines of code of the model, without blank lines, comments and docstrings."""
        return sum(code_lines(thing) for thing in self.shows)


def compiled(model: lw.Model) -> lw.System:
    """The system of a model in the coordinates that the case is run in."""
    return lw.compile_model(model, coordinates=IN.get())


def started(system: lw.System, values: Mapping[str, float]) -> lw.State:
    """The start in which coordinates and speeds of joints have these values, in the coordinates of the system."""
    return carried(system, system.hinged.rest.with_values(dict(values)))


def carried(system: lw.System, state: lw.State) -> lw.State:
    """A state of the tree in the coordinates of the system, with the speeds that the tree begins a run with."""
    tree = system.hinged
    return state if tree is system else carried_state(system, tree, consistent_speeds(tree, state))


def turned(found: Any, wanted: Any) -> np.ndarray:
    """Angles with the whole turns of those wanted: in absolute coordinates angles of joints lie in (−π, π]."""
    x = np.asarray(found, dtype=float)
    return np.asarray(x + 2 * np.pi * np.round((np.asarray(wanted) - x) / (2 * np.pi)))


def code_lines(thing: Any) -> int:
    """Lines of code of a function or class, without blank lines, comments and docstrings."""
    text = textwrap.dedent(inspect.getsource(thing))
    left = {k for k, line in enumerate(text.splitlines(), 1) if line.strip() and not line.strip().startswith("#")}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
            said = node.body[0]
            left -= set(range(said.lineno, (said.end_lineno or said.lineno) + 1))
    return len(left)


def compare(
    quantity: str, found: Any, wanted: Any, digits: float, *, allowed: float | None = None, size: float | None = None
) -> Figure:
    """The figure of a quantity: its largest error in parts of `size`, the largest number that is wanted (or 1)."""
    f, w = np.asarray(found, dtype=float), np.asarray(wanted, dtype=float)
    if f.shape != w.shape:
        raise ValueError(f"{quantity}: {f.shape} numbers were found and {w.shape} are wanted.")
    scale = float(np.abs(w).max() if size is None else size)
    error = float(np.abs(f - w).max()) / (scale or 1.0)
    return Figure(quantity, error, digits, digits if allowed is None else allowed)
