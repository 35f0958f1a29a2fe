"""G5: the woodpecker toy goes down its pole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

import linkwork as lw
from linkwork.contract import Contact
from validation.case import Case, Figure, compare, compiled, started
from validation.reference.numbers import case

WOODPECKER_CONTACTS = ("beak", "lower", "upper")


class Woodpecker:
    """The matrices of G5 in coordinates x = L q in which masses are one."""

    def __init__(self) -> None:
        data = case("G5_woodpecker")
        given = {name: np.array(value) for name, value in data["matrices"].items() if not isinstance(value, str)}
        self.L = np.linalg.cholesky(given["M"]).T
        back = np.linalg.inv(self.L)
        self.load, self.stiffness = back.T @ given["h0"], back.T @ given["K"] @ back
        self.gaps, self.normals, self.slides = given["g0"], back.T @ given["W_N"], back.T @ given["W_T"]
        self.restitution, self.friction = data["parameters"]["e_N"], data["parameters"]["mu"]


class Pole(Contact):
    """A contact of the woodpecker with its pole, by its number."""

    of_coordinates = True
    ends = 3
    number = lw.option()
    toy = lw.option()

    def gap(self, q, t):
        return self.toy.gaps[self.number] + sum(w * x for w, x in zip(self.toy.normals[:, self.number], q, strict=True))

    def slide(self, q, t):
        return sum(w * x for w, x in zip(self.toy.slides[:, self.number], q, strict=True))


class ToySpring(lw.Force):
    """Gravity and the spring between sleeve and bird."""

    ends = 4
    toy = lw.option()

    def energy(self, rel, t):
        x = [end.p[0] for end in rel]
        k, load = self.toy.stiffness, self.toy.load
        return sum(x[i] * (0.5 * sum(k[i, j] * x[j] for j in range(3)) - load[i]) for i in range(3))


def woodpecker(order: Sequence[str] = WOODPECKER_CONTACTS) -> lw.Model:
    """G5: three coordinates of unit masses, contacts on these."""
    toy = Woodpecker()
    model = lw.Model("woodpecker", gravity=(0, 0, 0))
    bodies = [model.body(f"b{i}", mass=1.0, inertia=(1, 1, 1)) for i in range(3)]
    for i, body in enumerate(bodies):
        model.connect(f"J{i}", lw.Prismatic("x"), model.ground.at(0, 0, 0), body.at(0, 0, 0))
    model.connect("toy", ToySpring(toy=toy), model.ground.at(0, 0, 0), *(body.at(0, 0, 0) for body in bodies))
    for name in order:
        k = WOODPECKER_CONTACTS.index(name)
        pole = Pole(number=k, toy=toy, restitution=toy.restitution[k], friction=toy.friction)
        model.connect(name, pole, *(f"J{i}.displacement" for i in range(3)))
    return model


def woodpecker_values(q: Sequence[float], u: Sequence[float]) -> dict[str, float]:
    """A state of the woodpecker by names."""
    L = Woodpecker().L
    x, v = L @ np.asarray(q), L @ np.asarray(u)
    return {f"J{i}.displacement": x[i] for i in range(3)} | {f"J{i}.displacement_dot": v[i] for i in range(3)}


def woodpecker_coordinates(at: Mapping[str, float]) -> tuple[np.ndarray, np.ndarray]:
    """(q, u) of the reference at a state of a tree, or from the channels there."""
    L = Woodpecker().L
    x, v = (np.array([at[f"J{i}.displacement{end}"] for i in range(3)]) for end in ("", "_dot"))
    return np.linalg.solve(L, x), np.linalg.solve(L, v)


def check() -> Iterator[Figure]:
    given = case("G5_woodpecker")
    data, system = given["cycle"], compiled(woodpecker())
    start = started(system, woodpecker_values(data[0]["q"], data[0]["u_before"]))
    run = lw.simulate(system, start, 1.001 * given["period"], rtol=1e-11, atol=1e-14)
    happened = [o for o in run.events if o.contact.kind in ("impact", "mode")]
    beaks = [change.t for change in run.contacts if change.points == ("beak",)]
    yield compare("period", [beaks[-1] - beaks[0]], [given["period"]], 1e-10, allowed=1e-8)
    fallen = woodpecker_coordinates(system.channels(happened[-1].after))[0][0]
    yield compare("descent", [-fallen], [given["descent_per_period"]], 1e-10, allowed=1e-7)
    yield compare("times of events", [o.contact.t for o in happened], [one["t"] for one in data], 1e-10, allowed=1e-8)
    places = [woodpecker_coordinates(system.channels(o.after))[0] for o in happened]
    yield compare("places at events", places, [one["q"] for one in data], 1e-10, allowed=1e-8)


def cases() -> Iterator[Case]:
    yield Case("G5_woodpecker", "woodpecker on its pole, one cycle", check, (Pole, ToySpring, woodpecker))
