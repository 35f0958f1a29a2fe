"""Loops that use every construct of the language."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from linkwork.kernels.loops import loop, vectorised

PLACES = 3
"""A constant outside of any function."""


class Inner(NamedTuple):
    values: Any
    weight: float


class Outer(NamedTuple):
    table: Any
    inner: Inner
    flags: Any
    count: int
    is_on: bool


@loop
def largest(x: Any, start: int) -> tuple[int, float]:
    at, value = start, x[start]
    for i in range(start + 1, len(x)):
        if x[i] > value:
            at, value = i, x[i]
    return at, value


@vectorised
def add(target: Any, source: Any, by: float) -> None:
    for i in range(len(source)):
        target[i] += by * source[i]


def everything(it: Outer, x: Any, limit: int) -> float:
    """Uses all that loops have."""
    inner, total, steps = it.inner, 0.0, 0
    if not it.is_on:
        return -1.0
    add(it.table[1], inner.values, inner.weight)
    add(it.table[0, 1:], inner.values[: it.table.shape[1] - 1], -0.5)
    while True:
        steps += 1
        if steps > limit or (steps > PLACES and x[0] < -1e300):
            break
        if steps % 2 == 0:
            continue
        at, value = largest(x, 0)
        row = it.table[0] if at > 1 else it.table[1]
        total += row[at] * value + (0.25 if steps in (1, PLACES) else steps // 2)
        x[at] = -x[at]
        it.flags[at] = it.flags[at] + 1 if 0 < steps <= 5 else -7
    for k in range(len(x) - 1, -1, -2):
        total -= abs(x[k]) ** 1.5 + max(x[k], 0.0, -1) ** 2 - min(k, 2)
    last = it.flags[0] and it.flags[1]
    return float(np.sqrt(abs(total)) + last + math.floor(total) + (1 if np.isfinite(total) and not total < 0 else 0))


def arguments(seed: int) -> tuple[Outer, np.ndarray, int]:
    rng = np.random.default_rng(seed)
    inner = Inner(rng.normal(size=4), 0.3)
    return (
        Outer(rng.normal(size=(2, 4)), inner, np.arange(4, dtype=np.int32), 2, True),
        rng.normal(size=4),
        int(rng.integers(9)),
    )


def divided(a: int, b: int) -> tuple[int, int]:
    return a // b, a % b


def chosen(a: float, b: float) -> tuple[float, float, bool]:
    return min(a, b), max(a, b), a != b


@loop
def squared(x: Any, k: int) -> float:
    return x[k] * x[k]


@loop
def flipped(x: Any, k: int) -> float:
    x[k] = -x[k]
    return x[k]


@vectorised
def scaled(x: Any, by: float) -> None:
    for i in range(len(x)):
        x[i] *= by


class Rules(NamedTuple):
    """Loops alone."""

    first: Any
    second: Any
    prepare: Any


class Plan(NamedTuple):
    """Loops between numbers."""

    weight: float
    rules: Rules
    values: Any
    own: Any
    count: int


@loop
def summed(rule: Any, plan: Plan, start: int) -> float:
    """Σ over all entries; `rule` is another loop in every call."""
    total, own = 0.0, plan.own
    for k in range(start, plan.count):
        total += plan.weight * rule(plan.values, k) - own(plan.values, k)
    return total


@loop
def twice(rule: Any, plan: Plan, start: int) -> float:
    """A loop given to a loop that is given to a loop."""
    return summed(rule, plan, start) + summed(plan.rules.second, plan, start + 1)


def by_rules(plan: Plan, more: Any, inner: Any) -> float:
    """Loops as arguments, as fields, from the module, handed on, and under another name."""
    rules = plan.rules
    rules.prepare(plan.values, 0.75)
    total = more(rules.first, plan, 0) + summed(inner, plan, 0) / (1.0 + abs(summed(squared, plan, 1)))
    return total - more(flipped, plan, 1)


def plan_of(seed: int) -> Plan:
    rng = np.random.default_rng(seed)
    return Plan(float(rng.normal()), Rules(squared, flipped, scaled), rng.normal(size=5), flipped, 5)
