"""The page of the documentation and its pictures, made from the results: nothing on it is typed by hand."""

from __future__ import annotations

import math
from pathlib import Path

from validation import runner
from validation.runner import Result

Results = dict[str, dict[str, Result]]
"""By group and name."""
ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "validation.md"
PICTURES = ROOT / "docs" / "images" / "validation"
INTRODUCTION = """\
# Validation

<!-- Written by `make validate` from validation/results.json; change the cases in validation/, not this page. -->

{count} published problems, run by linkwork and set beside the published numbers. Each is one small file in
`validation/` of the repository, and an example to read. Run one yourself, from a checkout:

```sh
python -m validation                 # lists the cases
python -m validation revolute_2      # runs one and prints its errors
python -m validation revolute_2 --coordinates absolute
make validate                        # runs all in both coordinates and writes this page
```

Every case runs in the coordinates of a tree, the default, and {both} of them in absolute coordinates too, which share
the laws of elements but neither unknowns, nor equations of motion, nor the default method; remarks say why the others
do not.

*Error* is the largest difference from the reference along the run, in parts of the largest number of that quantity:
first of positions (or what a case is about), then of the quantity that is furthest from what its reference resolves.
*Digits* is what the reference resolves of the same quantity: half a unit in its last printed digit, or how far its own
independent routes agree. *Lines* counts what a user writes for the model. *Time* is processor time of model, run and
comparison, with compiled code already in the cache. *Absolute* has the same two errors and the time in absolute
coordinates.

| | cases | largest error of the first quantity | smallest | largest, absolute | smallest | lines of a model |
|---|---|---|---|---|---|---|
{overview}
"""
GROUP = """
## {title}

{about}

![Errors of the cases of {title}, beside the digits of the reference](images/validation/{group}.svg)

| case | | first quantity: error | digits | furthest from its digits: error | digits | lines | time \
| absolute: first | furthest | time |
|---|---|---|---|---|---|---|---|---|---|---|
{rows}
{remarks}"""
LEFT, RIGHT, ROW, TOP = 190, 20, 16, 34
WIDTH = 760
LOWEST, HIGHEST = -17, 0
"""Powers of ten at the ends of the scale."""


def worst(result: Result) -> int:
    """Which figure is furthest beyond the digits of its reference, or the largest error where none is."""
    return max(
        range(len(result.figures)),
        key=lambda k: (result.figures[k].error / max(result.figures[k].digits, 1e-17), result.figures[k].error),
    )


def motion(result: Result) -> float:
    """The error of the quantity that comes first: positions, angles, or what the case is about."""
    return result.figures[0].error


def row(group: str, result: Result, absolute: Result | None) -> str:
    """A line of the table: a case on the tree, and in absolute coordinates, where it runs in these."""
    first, figure = result.figures[0], result.figures[worst(result)]
    file = runner.source_of(group, result.name).name
    mark = "¹" if result.remark else ""
    return (
        f"| `{result.name}`{mark} | {result.about}, `{file}` | {_number(first.error)} | {_number(first.digits)} "
        f"| {figure.quantity}: {_number(figure.error)} | {_number(figure.digits)} "
        f"| {result.lines} | {result.seconds:.2g} s | {'– | – | –' if absolute is None else beside(absolute)} |"
    )


def beside(absolute: Result) -> str:
    """What the table says of a case in absolute coordinates."""
    figure = absolute.figures[worst(absolute)]
    return f"{_number(motion(absolute))} | {figure.quantity}: {_number(figure.error)} | {absolute.seconds:.2g} s"


def _number(x: float) -> str:
    return "0" if x == 0 else f"{x:.1e}"


def about(group: str) -> tuple[str, str]:
    """Title and text of a group, from the docstring of its package."""
    text = (runner.group_module(group).__doc__ or group).strip()
    first, _, rest = text.partition("\n\n")
    title, _, said = first.partition(": ")
    return title, (said[:1].upper() + said[1:] + "\n\n" + rest).strip()


def render(results: Results, absolute: Results) -> str:
    """The page, from the results on trees and in absolute coordinates."""
    parts, overview = [], []
    for group in runner.GROUPS:
        found = results.get(group, {})
        if not found:
            continue
        title, text = about(group)
        lines, there = [r.lines for r in found.values()], absolute[group]
        sizes = [_number(of([motion(r) for r in one.values()])) for one in (found, there) for of in (max, min)]
        overview.append(
            f"| [{title}](#{anchor(title)}) | {len(found)} | {' | '.join(sizes)} | {min(lines)}–{max(lines)} |"
        )
        notes = [f"`{r.name}`: {r.remark}." for r in found.values() if r.remark]
        remarks = "\n" + "\n".join(["¹ " + note + "  " for note in notes]) + "\n" if notes else ""
        rows = "\n".join(row(group, r, there.get(name)) for name, r in found.items())
        parts.append(GROUP.format(title=title, about=text, group=group, rows=rows, remarks=remarks))
    count, both = (sum(map(len, one.values())) for one in (results, absolute))
    return INTRODUCTION.format(count=count, both=both, overview="\n".join(overview)) + "".join(parts)


def anchor(title: str) -> str:
    """The name of a heading in links."""
    return "".join(c for c in title.lower().replace(" ", "-") if c.isalnum() or c == "-")


def place(x: float) -> float:
    """Where a number stands on the logarithmic scale."""
    power = LOWEST if x <= 0 else min(max(math.log10(x), LOWEST), HIGHEST)
    return round(LEFT + (power - LOWEST) / (HIGHEST - LOWEST) * (WIDTH - LEFT - RIGHT), 1)


def picture(title: str, found: dict[str, Result], absolute: dict[str, Result]) -> str:
    """Errors of all quantities of all cases (dots, rings) beside the digits of the reference (bars), as SVG."""
    height = TOP + ROW * len(found) + 12
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="11">',
        f"<title>{title}</title>",
        "<style>text{fill:#555}.grid{stroke:#8884}.digits{stroke:#c60;stroke-width:2}.error{fill:#1668b8;fill-opacity:.75}"
        ".absolute{fill:none;stroke:#2a8a4a}"
        "@media (prefers-color-scheme:dark){text{fill:#bbb}.error{fill:#6ab0f3}.digits{stroke:#f90}"
        ".absolute{stroke:#6c8}}</style>",
    ]
    for power in range(LOWEST, HIGHEST + 1, 2):
        x = place(10.0**power)
        out.append(f'<line class="grid" x1="{x}" x2="{x}" y1="{TOP - 8}" y2="{height - 10}"/>')
        out.append(f'<text x="{x}" y="{TOP - 14}" text-anchor="middle">1e{power}</text>')
    for k, result in enumerate(found.values()):
        y = TOP + ROW * k + ROW / 2
        out.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{result.name}</text>')
        for f in result.figures:
            x = place(f.digits)
            out.append(f'<line class="digits" x1="{x}" x2="{x}" y1="{y - 6}" y2="{y + 6}"/>')
            out.append(f'<circle class="error" cx="{place(f.error)}" cy="{y}" r="3.5"/>')
        for f in absolute[result.name].figures if result.name in absolute else ():
            out.append(f'<circle class="absolute" cx="{place(f.error)}" cy="{y}" r="4.5"/>')
    out.append(
        f'<text x="{LEFT}" y="12">dots: errors of the quantities, rings: in absolute coordinates; '
        "bars: what the reference resolves of each</text>"
    )
    return "\n".join([*out, "</svg>\n"])


def pictures(results: Results, absolute: Results) -> dict[Path, str]:
    """All pictures, by file."""
    return {PICTURES / f"{g}.svg": picture(about(g)[0], found, absolute[g]) for g, found in results.items() if found}


def write() -> None:
    """Writes page and pictures, of what is kept."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    kept = [runner.stored(coordinates) for coordinates in runner.RESULTS]
    PAGE.write_text(render(*kept), encoding="utf-8")
    for path, text in pictures(*kept).items():
        path.write_text(text, encoding="utf-8")
