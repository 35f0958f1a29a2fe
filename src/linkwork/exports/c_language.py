"""What the C export knows of C: a rule for each operation, prototypes, and the text of look-up tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..kernels.loops.c_text.names import c_literal

_LIBRARY = (
    *("sqrt", "exp", "expm1", "log", "log1p", "sin", "cos", "tan", "asin", "acos", "atan"),
    *("sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "floor", "ceil"),
)

C_RULES: dict[str, str] = {
    **{name: f"{name}({{0}})" for name in _LIBRARY},
    "neg": "-{0}",
    "abs": "fabs({0})",
    # Adding zero turns −0 into 0 and leaves NaN.
    "sign": "{0} > 0.0 ? 1.0 : ({0} < 0.0 ? -1.0 : {0} + 0.0)",
    "add": "{0} + {1}",
    "sub": "{0} - {1}",
    "mul": "{0} * {1}",
    "div": "{0} / {1}",
    "pow": "pow({0}, {1})",
    "atan2": "atan2({0}, {1})",
    # fmin and fmax would drop NaN; a second argument that is NaN comes through as the one not chosen.
    "min": "isnan({0}) ? {0} : ({0} < {1} ? {0} : {1})",
    "max": "isnan({0}) ? {0} : ({0} > {1} ? {0} : {1})",
    "lt": "{0} < {1}",
    "le": "{0} <= {1}",
    "eq": "{0} == {1}",
    "ne": "{0} != {1}",
    "and": "{0} && {1}",
    "or": "{0} || {1}",
    "not": "!{0}",
    "where": "{0} ? {1} : {2}",
}
"""Operation to the C expression of its arguments, each of which is a name, an element or a number in parentheses."""

TRUTH = frozenset(("lt", "le", "eq", "ne", "and", "or", "not"))
"""Operations whose value is an int, 0 or 1."""


def c_signature(name: str, parameters: Iterable[str]) -> str:
    """`void name(parameters)`, on several lines where it is long."""
    parameters = list(parameters)
    line = f"void {name}({', '.join(parameters)})"
    return line if len(line) <= 100 else f"void {name}(\n    " + ",\n    ".join(parameters) + ")"


def search_function(name: str) -> str:
    """The last of `count` increasing breaks that is not above x, by halving; the first where all are, or x is NaN."""
    return f"""static int {name}(const double *breaks, int count, double x)
{{
    int first = 0;
    while (count > 1) {{
        const int half = count / 2;
        first = breaks[first + half] <= x ? first + half : first;
        count -= half;
    }}
    return first;
}}
"""


def table_function(name: str, search: str, table: Any) -> str:
    """`double name(double)`, the look-up in a piecewise polynomial, with its data inside."""
    segments, terms = table.coefficients.shape
    starts = _rows([table.breaks[k : min(k + 4, segments)] for k in range(0, segments, 4)])
    coefficients = _rows(table.coefficients)
    return f"""static double {name}(double given)
{{
    static const double breaks[{segments}] = {{
{starts}
    }};
    static const double coefficients[{segments * terms}] = {{
{coefficients}
    }};
    const double x = {_wrapped(table)};
    const int segment = {search}(breaks, {segments}, x);
    const double *c = coefficients + {terms} * segment;
    const double s = x - breaks[segment];
    return {_horner(terms)};
}}
"""


def _rows(rows: Iterable[Iterable[float]]) -> str:
    return ",\n".join("        " + ", ".join(c_literal(float(v)) for v in row) for row in rows)


def _wrapped(table: Any) -> str:
    """x, brought into the period where there is one: x − T·floor((x − x_0)/T); or kept between the outer breaks."""
    first, last = c_literal(float(table.breaks[0])), c_literal(float(table.breaks[-1]))
    if table.holds:
        return f"given < {first} ? {first} : (given > {last} ? {last} : given)"
    if not table.periodic:
        return "given"
    period = c_literal(float(table.breaks[-1] - table.breaks[0]))
    return f"given - {period} * floor((given - {first}) / {period})"


def _horner(terms: int) -> str:
    """The polynomial in s. A step keeps s in it, so that NaN stays NaN."""
    text = "c[0]" if terms > 1 else "0.0 * s + c[0]"
    for k in range(1, terms):
        text = f"({text}) * s + c[{k}]" if k > 1 else f"{text} * s + c[{k}]"
    return text
