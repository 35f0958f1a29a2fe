"""Traced functions of a kind of element with vectors and sparse matrices as outputs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...expr import Function, array, make_function
from ...expr.graph import as_expr
from .element_unknowns import is_zero_constant
from .kind import ElementKind


@dataclass(frozen=True, eq=False)
class Entries:
    """Where the entries of one matrix stand: rows and columns, each of some side of the element's own numbering."""

    rows: np.ndarray
    columns: np.ndarray


@dataclass(frozen=True, eq=False)
class TracedBlocks:
    """A traced function, and the places of the entries of its matrices by name."""

    function: Function
    entries: dict[str, Entries]


def traced_blocks(name: str, inputs: dict[str, Any], vectors: dict[str, Any], matrices: dict[str, Any]) -> TracedBlocks:
    """A function with vectors and sparse matrices as outputs; what is empty is left out."""
    outputs: dict[str, Any] = {key: array(value) for key, value in vectors.items() if np.size(value)}
    places: dict[str, Entries] = {}
    for key, value in matrices.items():
        found = [(i, j, as_expr(x)) for (i, j), x in np.ndenumerate(array(value)) if not is_zero_constant(as_expr(x))]
        if found:
            outputs[key] = array([x for _, _, x in found])
            places[key] = Entries(np.array([i for i, _, _ in found]), np.array([j for _, j, _ in found]))
    return TracedBlocks(make_function(name, inputs, outputs), places)


def kind_inputs(kind: ElementKind, **more: Any) -> dict[str, Any]:
    """What all functions of a kind are given, and what is given to one of them besides."""
    if len(kind.sight.symbols):
        more["lam"] = array([*more.get("lam", ()), *kind.sight.symbols])
    own = kind.unknowns.given if kind.unknowns else {}
    return {"q": kind.motion.q, "u": kind.motion.u, "t": kind.motion.t, "data": array(list(kind.data)), **own, **more}
