"""Constraints tried out: that there are rows, on the right level, each of which restricts something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...expr import symbols
from ...expr.graph import as_expr
from ...expr.node import Node, symbols_of
from ...spatial import Relative
from ..errors import ModelError
from .constraint_form import ConstraintForm
from .hinge_trial import refuse_velocities
from .linearity import check_linear, looks_linear
from .probe import has_branches, sampled
from .relative import relative_list, relative_points
from .return_values import numbers, residuals_of
from .smoothness import check_smooth_in_time

TRIAL_POSES = 3
CONSTRAINT_TRIAL_TIME = 0.2


def try_constraint(constraint: Any) -> None:
    """Raises `ModelError` where the constraint's function does not give what it should."""
    label = f"{constraint.kind}.{constraint.level}"
    form = ConstraintForm(constraint)
    if constraint.on_coordinates and constraint.ends is None:
        return
    rows = [as_expr(x) for x in residuals_of(label, form.written)]
    points = _points(form)
    if constraint.level == "velocity":
        check_linear(label, rows, list(form.velocities), points)
    if constraint.rolls:
        rolling = constraint.rolling(form.rel, form.s, form.t)
        check_linear(f"{constraint.kind}.velocity", rolling, list(form.velocities), points)
    if constraint.level == "position":
        refuse_velocities(label, rows, [x for rel in form.rels for x in (*rel.w, *rel.v)])
    if constraint.level != "velocity":
        _check_crosses(label, rows)
    _check_restricts(label, form, points)
    entries = [form.f, form.rows, form.P_00] if constraint.level != "velocity" else [form.rows, form.P_00]
    check_smooth_in_time(label, [x for part in entries for x in part], form.t, points[:2])


def constraint_looks_right(constraint: Any) -> bool:
    """Whether numbers at a few poses show nothing wrong: for one whose class has been checked with other values."""
    if constraint.on_coordinates and constraint.ends is None:
        return True
    rng = np.random.default_rng(22)
    if constraint.level == "velocity" and constraint.ends == 2:
        R, p, _, _ = _motion(rng)
        if not looks_linear(lambda V: constraint.velocity(Relative(R, p, V[:3], V[3:]), CONSTRAINT_TRIAL_TIME), 6):
            return False
    found = np.array([_values(constraint, rng) for _ in range(TRIAL_POSES)])
    return bool(np.ptp(found, axis=0).all()) and not _branches_in_time(constraint)


def _branches_in_time(constraint: Any) -> bool:
    """Whether its rows have branches and know the time: whether these break it depends on its numbers."""
    rel, t = constraint.relative, symbols("t")
    rows = [as_expr(x) for x in residuals_of("", constraint.residuals(rel, symbols("s", constraint.unknowns), t))]
    return any(s is t for s in symbols_of(rows)) and any(map(has_branches, rows))


def _values(constraint: Any, rng: np.random.Generator) -> np.ndarray:
    moved = [Relative(*_motion(rng)) for _ in relative_list(constraint.relative)]
    rel = moved if isinstance(constraint.relative, list) else moved[0]
    rows = constraint.residuals(rel, rng.normal(size=constraint.unknowns), CONSTRAINT_TRIAL_TIME)
    return numbers(rows).ravel()


def _motion(rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    rotation, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    p, w, v = rng.normal(size=(3, 3))
    return rotation * np.sign(np.linalg.det(rotation)), p, w, v


def _points(form: ConstraintForm) -> list[dict[str, float]]:
    rng = np.random.default_rng(23)
    own = [str(s.data) for s in (*form.s, *form.s_dot)]
    found = relative_points(form.parameters, len(form.rels))
    return [point | {name: float(rng.normal()) for name in own} for point in found]


def _check_crosses(label: str, rows: Sequence[Node]) -> None:
    """Raises where a row touches zero and does not cross it: no force along its derivative holds it there."""
    for k, row in enumerate(rows):
        if _is_square(row):
            which = f"row {k + 1} is" if len(rows) > 1 else "it is"
            raise ModelError(
                f"{label}: {which} a square, or a sum of squares, whose derivative vanishes where it holds; write it "
                "without the square, and a sum of squares as a row for each."
            )


def _is_square(value: Node) -> bool:
    """Whether an expression is made as a square, times a number, or as a sum of such."""
    if value.op == "pow":
        exponent = value.args[1]
        return exponent.op == "const" and float(exponent.data) % 2.0 == 0.0 and float(exponent.data) > 0.0
    if value.op == "mul":
        factors = [x for x in value.args if x.op != "const"]
        return _is_square(factors[0]) if len(factors) == 1 else value.args[0] is value.args[1]
    if value.op == "div":
        return value.args[1].op == "const" and _is_square(value.args[0])
    return value.op in ("add", "neg") and all(map(_is_square, value.args))


def _check_restricts(label: str, form: ConstraintForm, points: list[dict[str, float]]) -> None:
    """Raises where a row has no derivative with respect to any velocity: it is a constant and holds nothing."""
    P = [[as_expr(x) for x in row] for row in form.P]
    for k, row in enumerate(P):
        plain = all(x.op == "const" and x.data == 0.0 for x in row)
        if plain or (not np.abs(sampled(row, points)).any() and not any(map(has_branches, row))):
            raise ModelError(f"{label}: row {k + 1} restricts nothing: it is the same at every pose.")
