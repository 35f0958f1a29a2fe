"""IR of a table look-up: the data as a constant, a binary search without branches, Horner's rule on the segment."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .ir import constant_array, fused, ir_literal

CONSTANT = "internal unnamed_addr constant"


def define_lookup(name: str, table: Any) -> str:
    """Definition of `double @name(double)` with its data beside it."""
    breaks, coefficients = table.breaks, table.coefficients
    segments, terms = coefficients.shape
    return "\n".join(
        [
            constant_array(f"{name}.x", np.asarray(breaks[:-1], dtype=float), CONSTANT),
            constant_array(f"{name}.c", np.asarray(coefficients, dtype=float), CONSTANT),
            f"define internal double @{name}(double %given) {{",
            *(_wrapped(table) if table.periodic else _kept(table)),
            *_search(name, segments),
            *_horner(name, terms),
            "}",
        ]
    )


def _wrapped(table: Any) -> list[str]:
    """x brought into the period: x − T·floor((x − x_0)/T)."""
    first, period = float(table.breaks[0]), float(table.breaks[-1] - table.breaks[0])
    return [
        f"  %from = fsub double %given, {ir_literal(first)}",
        f"  %turns = fdiv double %from, {ir_literal(period)}",
        "  %whole = call double @llvm.floor.f64(double %turns)",
        f"  %shift = fmul double %whole, {ir_literal(period)}",
        "  %x = fsub double %given, %shift",
    ]


def _kept(table: Any) -> list[str]:
    """x, kept between the outer breaks where the table holds its outer values; NaN stays."""
    if not table.holds:
        return ["  %x = fadd double %given, 0.0"]
    first, last = ir_literal(float(table.breaks[0])), ir_literal(float(table.breaks[-1]))
    return [
        f"  %below = fcmp olt double %given, {first}",
        f"  %raised = select i1 %below, double {first}, double %given",
        f"  %above = fcmp ogt double %raised, {last}",
        f"  %x = select i1 %above, double {last}, double %raised",
    ]


def _search(name: str, segments: int) -> list[str]:
    """The last segment whose left end is not above x, by halving; below the first end it is segment 0."""
    lines, position, left = [], "0", segments
    for step in range(math.ceil(math.log2(segments)) if segments > 1 else 0):
        half = left // 2
        lines += [
            f"  %i{step} = add i64 {position}, {half}",
            f"  %p{step} = getelementptr double, ptr @{name}.x, i64 %i{step}",
            f"  %b{step} = load double, ptr %p{step}",
            f"  %g{step} = fcmp ole double %b{step}, %x",
            f"  %n{step} = select i1 %g{step}, i64 %i{step}, i64 {position}",
        ]
        position = f"%n{step}"
        left -= half
    return [*lines, f"  %segment = add i64 {position}, 0"]


def _horner(name: str, terms: int) -> list[str]:
    lines = [
        f"  %xp = getelementptr double, ptr @{name}.x, i64 %segment",
        "  %start = load double, ptr %xp",
        "  %s = fsub double %x, %start",
        f"  %row = mul i64 %segment, {terms}",
        f"  %c = getelementptr double, ptr @{name}.c, i64 %row",
    ]
    # From zero on, as the interpreter does: infinite and NaN arguments give NaN whatever the degree.
    value = ir_literal(0.0)
    for k in range(terms):
        lines += [
            f"  %cp{k} = getelementptr double, ptr %c, i64 {k}",
            f"  %a{k} = load double, ptr %cp{k}",
            f"  %r{k} = {fused('double', value, '%s', f'%a{k}')}",
        ]
        value = f"%r{k}"
    return [*lines, f"  ret double {value}"]
