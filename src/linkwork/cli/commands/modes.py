"""`linkwork modes`: frequencies, damping and shapes about an equilibrium."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from .. import use
from ..arguments import File, Json, MovingOption, PageOption, PictureOption, Set, SpeedOption
from ..conclusion import conclude
from ..show import give_json, print_table, say
from ..sources import numbers_of, read_model
from .equilibrium import kept, summary

Undamped = Annotated[bool, typer.Option("--undamped", help="Modes of mass and stiffness alone.")]


def modes(
    file: File,
    set: Set = [],  # noqa: B006
    speed: SpeedOption = [],  # noqa: B006
    moving: MovingOption = False,
    undamped: Undamped = False,
    view: PageOption = None,
    plot: PictureOption = None,
    json: Json = False,
) -> None:
    """Modes about the equilibrium near the start: frequency, damping, and where they move. Exit code 1 without one."""
    source = read_model(file)
    system = use.compile_model(source.model)
    eq = use.equilibrium(system, source.begin(system, numbers_of(set)), **kept(speed, moving))
    found = eq.linearization.modes(damped=not undamped)
    if view is not None:
        use.view(eq.system, view, motion=eq.state, modes=found, panels={"Equilibrium": summary(source, eq)})
    if plot is not None:
        use.plot_modes(found, plot)
    written = [str(path) for path in (view, plot) if path is not None]
    if json:
        entries = [mode_data(found, k) for k in range(len(found))]
        told = {"stability": eq.stability, "verdict": max(eq.verdict, found.verdict).to_dict()}
        give_json({"model": source.model.name, **told, "modes": entries, "written": written})
        conclude(source.model.name, eq.verdict, found.verdict)
        return
    say(summary(source, eq))
    rows = []
    for k in range(len(found)):
        most = found.states[int(found.participation[k].argmax())]
        grows, ratio = found.eigenvalues[k].real, found.damping_ratios[k]
        rows.append((str(k + 1), f"{found.frequencies[k]:.6g}", f"{ratio:.4f}", f"{grows:.4g}", most))
    print_table("", ("mode", "frequency (Hz)", "damping", "growth (1/s)", "mostly in"), rows)
    for path in written:
        say(f"wrote {path}")
    conclude(source.model.name, eq.verdict, found.verdict)


def mode_data(found: Any, k: int) -> dict[str, Any]:
    """One mode as data; complex numbers are pairs."""
    displacements, turns = found.on_bodies(k)
    shapes = {"displacements": displacements, "turns": turns}
    return {
        "frequency": found.frequencies[k],
        "damping": found.damping_ratios[k],
        "eigenvalue": complex_pair(found.eigenvalues[k]),
        "participation": dict(zip(found.states, found.participation[k], strict=True)),
        **{name: {body: [complex_pair(x) for x in v] for body, v in shape.items()} for name, shape in shapes.items()},
    }


def complex_pair(value: Any) -> list[float]:
    """A complex number as two."""
    return [float(value.real), float(value.imag)]
