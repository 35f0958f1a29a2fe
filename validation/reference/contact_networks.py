"""G6: networks of up to twelve contacts collide, with and without friction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.contract import Contact
from validation.case import Case, Figure, compare, compiled, started
from validation.reference.numbers import case

SHORT = 1e-9
"""A step in which nothing but an impact happens."""


class LinearContact(Contact):
    """w · q of coordinates, sliding along v · q."""

    of_coordinates = True
    normal = lw.option()
    across = lw.option(default=None)

    def gap(self, q, t):
        return sum(w * x for w, x in zip(self.normal, q, strict=True))

    def slide(self, q, t):
        return None if self.across is None else sum(w * x for w, x in zip(self.across, q, strict=True))


def network(given: dict[str, Any], order: Sequence[int] | None = None, twice: int | None = None) -> lw.Model:
    """Unit masses on coordinates x = L q, M = LᵀL, so that contacts of G6 are linear in x."""
    M, normal = np.array(given["M"]), np.array(given["W_N"])
    back = np.linalg.inv(np.linalg.cholesky(M).T)
    n, count = normal.shape
    across = np.array(given["W_T"]) if "W_T" in given else None
    model = lw.Model("network", gravity=(0, 0, 0))
    for i in range(n):
        body = model.body(f"b{i}", mass=1.0, inertia=(1, 1, 1))
        model.connect(f"J{i}", lw.Prismatic("x"), model.ground, body)
    kind = type("LinearContact", (LinearContact,), {"ends": n})
    e = np.broadcast_to(given["e_N"], count)
    for k in [*(order or range(count)), *(() if twice is None else (twice,))]:
        own = {} if across is None else {"across": tuple(back.T @ across[:, k]), "friction": given["mu"]}
        element = kind(normal=tuple(back.T @ normal[:, k]), restitution=float(e[k]), **own)
        name = f"c{k}" if f"c{k}" not in model.connections else "again"
        model.connect(name, element, *(f"J{i}.displacement" for i in range(n)))
    return model


def after_impact(given: dict[str, Any], model: lw.Model | None = None, **options: Any) -> tuple[np.ndarray, Any]:
    """(u⁺ of the reference, the run) of the impact of a network."""
    L = np.linalg.cholesky(np.array(given["M"])).T
    system = compiled(network(given) if model is None else model)
    speeds = L @ np.array(given["u_before"])
    start = started(system, {f"J{i}.displacement_dot": float(v) for i, v in enumerate(speeds)})
    run = lw.simulate(system, start, SHORT, **options)
    u = np.array([run[f"J{i}.displacement_dot"][-1] for i in range(len(speeds))])
    return np.linalg.solve(L, u), run


def check(kind: str) -> Iterator[Figure]:
    found, wanted = [], []
    for given in case("G6_contact_networks")[kind]:
        u, _ = after_impact(given)
        listed = [np.array(one["u_after"]) for one in given.get("solutions", [given])]
        found += [*u]
        wanted += [*min(listed, key=lambda one: float(np.abs(u - one).max()))]
    yield compare("velocities after the impact", found, wanted, 1e-12, allowed=1e-9)


def cases() -> Iterator[Case]:
    shows = (LinearContact, network)
    yield Case("G6_networks", "networks of contacts", lambda: check("frictionless"), shows)
    yield Case("G6_networks_friction", "networks with friction", lambda: check("coulomb"), shows)
