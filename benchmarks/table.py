"""The one table format: case, quantity, ours, peer, theirs, ratio, spread, and the bar with its verdict."""

from collections.abc import Sequence

from benchmarks.case import Bar
from benchmarks.measure import Row

HEADINGS = ("case", "quantity", "ours", "peer", "theirs", "ratio", "spread", "bar")
NUMBERS = {"ours", "theirs", "ratio", "spread"}


def render(rows: Sequence[Row], bars: Sequence[Bar | None]) -> str:
    """Return the aligned table of the rows, each with the bar of its case."""
    lines = [HEADINGS, *(_cells(row, bar) for row, bar in zip(rows, bars, strict=True))]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    rule = tuple("-" * width for width in widths)
    return "\n".join(_align(line, widths) for line in (lines[0], rule, *lines[1:]))


def verdict(row: Row, bar: Bar | None) -> str:
    """Return the bar in words with what became of it; empty where the case has none."""
    if bar is None:
        return ""
    value = row[bar.of]
    if value is None:
        return f"{bar}: not measured"
    return f"{bar}: {'met' if bar.is_met(value) else 'MISSED'}"


def _cells(row: Row, bar: Bar | None) -> tuple[str, ...]:
    spread = "" if row["spread"] is None else f"{row['spread']:.1%}"
    return (
        row["case"],
        row["quantity"],
        _figure(row["ours"]),
        row["peer"] or "",
        _figure(row["theirs"]),
        _figure(row["ratio"]),
        spread,
        verdict(row, bar),
    )


def _figure(value: float | None) -> str:
    """Return a number with four significant digits, without an exponent where it can be read without."""
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 1e4 else f"{value:.4g}"


def _align(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (
        cell.rjust(width) if heading in NUMBERS else cell.ljust(width)
        for cell, width, heading in zip(cells, widths, HEADINGS, strict=True)
    )
    return "  ".join(padded).rstrip()
