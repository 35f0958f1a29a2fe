"""The walk from the ground outwards along the branches; depth first, and never recursive."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass

from ..contract import Hinge
from ..model import Body, Connection, Model, Point
from ..spatial import Pose
from .forest import Candidate, Forest, Priority


@dataclass(frozen=True, eq=False)
class WalkStep:
    """A hinge that is passed outwards, from the body of `inboard` to the body of `outboard`."""

    name: str
    hinge: Hinge
    connection: Connection | None
    inboard: Point
    outboard: Point
    reversed: bool
    priority: Priority | None = None
    is_twin: bool = False
    """It leads to a twin of the outboard body, not to the body itself."""


@dataclass(frozen=True, eq=False)
class Walk:
    """Steps in the order in which they are taken: steps[k − 1] leads from body parents[k] to body k."""

    steps: tuple[WalkStep, ...]
    parents: tuple[int, ...]


def walk_outwards(model: Model, forest: Forest, free: Hinge) -> Walk:
    """Every body once. Children are taken in the order in which their bodies are defined, twins after them."""
    onward = _onward(model, forest.branches)
    twins = _twins(forest.cuts)
    onward[model.ground.name].extend(_floating(model, onward, free))
    order = {name: k for k, name in enumerate(model.bodies)}

    steps: list[WalkStep] = []
    parents = [0]
    reached = {model.ground.name}
    # Steps that wait, each with the number of the body it starts from; the last is taken first.
    waiting: list[tuple[int, WalkStep]] = []
    number, name = 0, model.ground.name
    while True:
        if name:
            children = [step for step in onward[name] if step.outboard.body.name not in reached]
            children.sort(key=lambda step: order[step.outboard.body.name])
            waiting.extend((number, step) for step in reversed([*children, *twins.get(name, ())]))
        if not waiting:
            return Walk(tuple(steps), tuple(parents))
        parent, step = waiting.pop()
        steps.append(step)
        parents.append(parent)
        number, name = len(steps), "" if step.is_twin else step.outboard.body.name
        reached.add(name)


def free_name(wanted: str, taken: Set[str]) -> str:
    """`wanted`, with primes where that name is taken."""
    while wanted in taken:
        wanted += "'"
    return wanted


def points_of(connection: Connection) -> tuple[Point, Point]:
    """The two ends of a hinge."""
    first, second = (end for end in connection.ends if isinstance(end, Point))
    return first, second


def _onward(model: Model, branches: Iterable[Candidate]) -> dict[str, list[WalkStep]]:
    """For each body, the branches at it, as steps away from it."""
    onward: dict[str, list[WalkStep]] = {name: [] for name in (model.ground.name, *model.bodies)}
    for branch in branches:
        for backwards in (False, True):
            step = _step(branch, backwards)
            onward[step.inboard.body.name].append(step)
    return onward


def _twins(cuts: Iterable[Candidate]) -> dict[str, list[WalkStep]]:
    """The hinges that stay although they are cut, by the body they start from."""
    twins: dict[str, list[WalkStep]] = {}
    for cut in cuts:
        if not cut.closes_by_residual:
            step = _step(cut, backwards=points_of(cut.connection)[1].body.is_ground, is_twin=True)
            twins.setdefault(step.inboard.body.name, []).append(step)
    return twins


def _step(candidate: Candidate, backwards: bool, is_twin: bool = False) -> WalkStep:
    first, second = points_of(candidate.connection)
    inboard, outboard = (second, first) if backwards else (first, second)
    connection = candidate.connection
    return WalkStep(
        candidate.name, candidate.hinge, connection, inboard, outboard, backwards, candidate.priority, is_twin
    )


def _floating(model: Model, onward: dict[str, list[WalkStep]], free: Hinge) -> list[WalkStep]:
    """A six-coordinate hinge from the ground to the first body of every part that no branch joins to the ground."""
    reached: set[str] = set()
    bases: list[Body] = []
    for body in (model.ground, *model.bodies.values()):
        if body.name in reached:
            continue
        bases.append(body)
        reached.add(body.name)
        waiting = [body.name]
        while waiting:
            new = {step.outboard.body.name for step in onward[waiting.pop()]} - reached
            reached |= new
            waiting.extend(new)
    taken = {*model.bodies, *model.connections}
    ends = [(Point(model.ground, Pose()), Point(base, Pose())) for base in bases[1:]]
    return [WalkStep(free_name(f"{b.body.name} (free)", taken), free, None, a, b, reversed=False) for a, b in ends]
