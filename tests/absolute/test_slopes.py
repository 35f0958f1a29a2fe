"""First derivatives of the equations at states of body frames, against central differences of what they derive from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.mechanics.absolute_slopes import residuals
from linkwork.mechanics.frames import Frames
from tests.absolute.arms import arm, slide
from tests.absolute.bent import Bent, pendulum
from tests.absolute.skates import Skate, on
from tests.absolute.stateful import gyrostat
from tests.absolute_models import chain, four_bar

STEP = 1e-5
NAMES = ("r", "c", "g_dot", "g", "z_dot")


def varied() -> lw.Model:
    """Parameters wherever they may stand: mass, centre of mass, inertia, gravity, places, laws, drives, unknowns."""
    k, c = lw.Parameter("k", 30.0), lw.Parameter("c", 0.4)
    mass, field, pace = lw.Parameter("mass", 1.3), lw.Parameter("field", 9.81), lw.Parameter("pace", 2.0)
    m = lw.Model("varied", gravity=(0.1, 0.2, -1.0 * field))
    a = m.body("a", mass=mass, com=(c, 0.05, -0.02), inertia=(0.05, 0.06 * mass, 0.1))
    b = m.body("b", mass=0.7, com=(0.2, 0.1, 0.3 * c), inertia=(0.02, 0.11, 0.1))
    m.connect("U", lw.Universal("x", "y"), m.ground.at(0, 0, 0.1 * c), a.at(-0.1, 0, 0.1))
    a.point("grip", (0.1, 0.2, 0.3))
    b.point("grip", (0.3 * c, -0.1, 0.2))
    drive = {"angle": lw.Sine(amplitude=0.4, frequency=pace)}
    m.connect("R", lw.Revolute("y"), a.at(0.5, 0, 0), b.at(0, 0, 0.1), drive=drive)
    m.connect("s", lw.Spring(stiffness=k, length=0.5, damping=0.7), m.ground.at(1, 0.3, 1), a.at(0.2, 0, 0))
    m.connect("M", lw.Maxwell(stiffness=k, damping=3.0), m.ground.at(0, 1, 0), b.at(0.3, 0, 0))
    m.connect("bent", Bent(stiffness=4.0 * k), m.ground.at(0.3, 0, 0.8), b.at(c, 0, 0))
    return m


MODELS: dict[str, Callable[[], lw.Model]] = {
    "chain": lambda: chain(3),
    "balls": lambda: chain(2, lw.Spherical()),
    "loop": four_bar,
    "varied": varied,
    "unknowns": pendulum,
    "rotors": gyrostat,
    "rows on speeds": lambda: on(Skate()),
    "functions of channels": arm,
    "friction by reactions": slide,
}


@cache
def case(name: str) -> tuple[lw.System, lw.State, np.ndarray, np.ndarray]:
    """A system at a state that satisfies nothing, with any accelerations and multipliers."""
    system = lw.compile_model(MODELS[name](), coordinates="absolute")
    rng, state = np.random.default_rng(4), system.rest
    q, u, z = (x + size * rng.normal(size=x.shape) for x, size in ((state.q, 0.05), (state.u, 0.7), (state.z, 0.1)))
    state = replace(state, q=q, u=u, z=z, t=0.3)
    return system, state, rng.normal(size=u.shape), rng.normal(size=system.elements.rows)


def differences(function: Callable[[np.ndarray], Any], x: np.ndarray) -> dict[str, np.ndarray]:
    """Central differences of all residuals, by name."""
    columns = []
    for unit in np.eye(len(x)) * STEP:
        up, down = function(x + unit), function(x - unit)
        columns.append([(i - j) / (2.0 * STEP) for i, j in zip(up, down, strict=True)])
    return {name: np.array([c[k] for c in columns]).T.reshape(-1, len(x)) for k, name in enumerate(NAMES)}


def same(found: Any, wanted: np.ndarray) -> None:
    full = found.toarray() if hasattr(found, "toarray") else np.asarray(found)
    assert full.shape == wanted.shape
    assert np.abs(full - wanted).max(initial=0.0) < 2e-7 * (1.0 + np.abs(wanted).max(initial=0.0))


@pytest.mark.few(2)
@pytest.mark.parametrize("name", MODELS)
def test_derivatives_by_the_state(name: str) -> None:
    system, state, u_dot, lam = case(name)
    rates = system.evaluate("rate_variations", state)
    found = system.functions.at_motion("residual_derivatives", state, u_dot, lam)

    def at(**parts: np.ndarray) -> Any:
        return residuals(Frames(system.elements, replace(state, **parts)), u_dot, lam)

    by_q, by_u = differences(lambda x: at(q=x), state.q), differences(lambda x: at(u=x), state.u)
    for here, wanted in (
        (found.r_q, by_q["r"]),
        (found.c_q, by_q["c"]),
        (rates.g_dot_q, by_q["g_dot"]),
        (found.r_u, by_u["r"]),
        (found.c_u, by_u["c"]),
    ):
        same(here, wanted)
    if len(state.z):
        by_z = differences(lambda x: at(z=x), state.z)
        same(found.r_z, by_z["r"])
        if not system.elements.sees_reactions:
            for here, wanted in zip(rates[3:6], (by_q, by_u, by_z), strict=True):
                same(here, wanted["z_dot"])


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["balls", "varied"])
def test_rates_of_coordinates(name: str) -> None:
    system, state, _, _ = case(name)
    found, n = system.evaluate("rate_variations", state), len(system.elements.bodies.names)
    e, w = state.q[:4], state.u[:3]
    rate = (found.q_dot_u @ state.u)[:4]
    np.testing.assert_allclose(rate, 0.5 * np.array([-e[1:] @ w, *(e[0] * w + np.cross(w, e[1:]))]), atol=1e-14)
    np.testing.assert_allclose((found.q_dot_u @ state.u)[7 * n :], state.u[6 * n :])
    np.testing.assert_allclose((found.q_dot_q @ state.q)[:4], rate, atol=1e-14)  # linear in e


@pytest.mark.few(7)
@pytest.mark.parametrize("name", [name for name in MODELS if name != "friction by reactions"])
def test_derivatives_by_time_and_parameters(name: str) -> None:
    system, state, u_dot, lam = case(name)
    found = system.functions.at_motion("parameter_variations", state, u_dot, lam)

    def at(x: np.ndarray) -> Any:
        values = dict(zip(system.elements.values, x[1:], strict=True))
        return residuals(Frames(system.elements, replace(state, t=x[0], parameters=values)), u_dot, lam)

    wanted = differences(at, np.array([state.t, *(state.parameters[name] for name in system.elements.values)]))
    for part in NAMES:
        same(getattr(found, f"{part}_p"), wanted[part])
    if name == "varied":
        for part in NAMES:
            assert np.abs(wanted[part]).max() > 0.0


def test_forces_that_depend_on_reactions() -> None:
    system, state, u_dot, lam = case("friction by reactions")
    found = system.functions.at_motion("residual_derivatives", state, u_dot, lam)
    by = differences(lambda x: residuals(Frames(system.elements, state), u_dot, x), lam)
    P = differences(lambda x: residuals(Frames(system.elements, state), x, lam), u_dot)["c"]
    same(np.asarray(found.r_lam) - P.T, by["r"])
    same(found.z_dot_lam, by["z_dot"])
    assert np.abs(np.asarray(found.r_lam)).max() > 0.0


CHANNELS = {
    "varied": ("a.position", "b.rotation", "a.velocity.x", "b.angular_velocity", "s.force", "s.measure_dot", "M.force"),
    "unknowns": ("bent0.force", "bent0.F", "bent1.set", "cubic.power", "energy", "A.angle", "B.angle_dot"),
    "rotors": ("kinetic_energy", "energy"),
    "loop": ("D.force", "J1.moment", "gravity_energy", "J0.angle", "bar0.position"),
    "friction by reactions": ("energy",),
}
OF_VARIED = ("t", "k", "R.force", "U.moment", "energy", "stored_energy", "kinetic_energy", "R.angle", "b.x", "bent.set")
OF_ACCELERATIONS = ("a.acceleration", "b.grip.acceleration", "b.angular_acceleration.y", "a.grip.acceleration")


@pytest.mark.few(3)
@pytest.mark.parametrize(("name", "channels"), [*CHANNELS.items(), ("varied", OF_VARIED), ("varied", OF_ACCELERATIONS)])
def test_derivatives_of_channels(name: str, channels: tuple[str, ...]) -> None:
    system, state, u_dot, lam = case(name)

    def values(state: lw.State = state, lam: np.ndarray = lam, u_dot: np.ndarray = u_dot) -> np.ndarray:
        return np.asarray(system.channels.slopes(channels, state, u_dot, lam)[1].value)

    def by(function: Callable[[np.ndarray], np.ndarray], x: np.ndarray) -> np.ndarray:
        found = [(function(x + e) - function(x - e)) / (2.0 * STEP) for e in np.eye(len(x)) * STEP]
        return np.array(found).T.reshape(len(values()), len(x))

    labels, found = system.channels.slopes(channels, state, u_dot, lam)
    assert len(labels) == len(found.value) == len(set(labels))
    same(found.by_q, by(lambda x: values(replace(state, q=x)), state.q))
    same(found.by_u, by(lambda x: values(replace(state, u=x)), state.u))
    same(found.by_z, by(lambda x: values(replace(state, z=x)), state.z))
    same(found.by_lam, by(lambda x: values(lam=x), lam))
    same(found.by_a, by(lambda x: values(u_dot=x), u_dot))
    at = np.array([state.t, *state.parameters.values()])
    parameters = lambda x: dict(zip(state.parameters, x[1:], strict=True))  # noqa: E731
    same(found.by_p, by(lambda x: values(replace(state, t=x[0], parameters=parameters(x))), at))


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["varied", "unknowns", "loop"])
def test_channels_with_derivatives_are_channels(name: str) -> None:
    system, state, _, _ = case(name)
    state = lw.assemble(system)
    found = system.evaluate("multipliers", state)
    for channel in (*CHANNELS[name], *((*OF_VARIED, *OF_ACCELERATIONS) if name == "varied" else ())):
        if channel not in ("B.angle_dot",):
            _, here = system.channels.slopes((channel,), state, found.u_dot, found.lam)
            np.testing.assert_allclose(here.value, np.ravel(system.channels(state)[channel]), atol=1e-9)
