"""`linkwork check` and `linkwork mobility`: what a model is and how it can move."""

from __future__ import annotations

from typing import Any

import typer

from .. import use
from ..arguments import File, Json, Set
from ..show import give_json, say
from ..sources import numbers_of, read_model


def check(file: File, json: Json = False) -> None:
    """Read a model, compile it, assemble it, and say what it is. Exit code 1 where it cannot be assembled."""
    source = read_model(file)
    system = use.compile_model(source.model)
    trouble = ""
    try:
        state = source.begin(system, {})
    except use.AssemblyError as error:
        trouble, state = str(error), error.state
    if json:
        give_json(description(source.model, system, state, trouble))
    else:
        say(use.report(system, None if trouble else state).rstrip())
    if trouble:
        raise typer.Exit(1)


def description(model: Any, system: Any, state: Any, trouble: str) -> dict[str, Any]:
    """A model as data."""
    return {
        "model": model.name,
        "assembled": not trouble,
        "problem": trouble or None,
        "bodies": list(model.bodies),
        "connections": {name: c.element.kind for name, c in model.connections.items()},
        "coordinates": system.layout.q,
        "speeds": system.layout.u,
        "mobility": freedom(use.mobility(system, state)),
    }


def mobility(file: File, set: Set = [], json: Json = False) -> None:  # noqa: B006
    """Degrees of freedom, what repeats, singular configurations, and which reactions are unique."""
    source = read_model(file)
    system = use.compile_model(source.model)
    found = use.mobility(system, source.begin(system, numbers_of(set)))
    if json:
        give_json({"model": source.model.name, **freedom(found)})
    else:
        say(str(found))


def freedom(found: Any) -> dict[str, Any]:
    """Mobility as data."""
    return {
        "degrees_of_freedom": found.degrees_of_freedom,
        "velocity_degrees": found.velocity_degrees,
        "independent": found.independent,
        "rows": found.rows,
        "rank": found.rank,
        "singular": found.is_singular,
        "not_unique": list(found.not_unique),
    }
