"""Nodes that have a base: they turn, take moments and loads, and hang on hinges (S0 §7.1, §7.3)."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.absolute_models import carried, pair
from tests.formulation.frames import BEAM, UP, B, H, Portal, beam_stiffness, portal_solution

TIGHT = {"rtol": 1e-11, "atol": 1e-13}


class Crane(lw.Assembly):
    """A column from the ground and a jib on it, at whose tip the second end is."""

    nodes = ("corner",)
    damping = lw.parameter(unit="s", default=0.0)

    def reference(self) -> Any:
        return {"corner": (0, 0, H)}

    def parts(self) -> Any:
        column, jib = (lw.Beam(length, **BEAM, damping=self.damping) for length in (H, B))
        return {"column": (column, self.at(0, rotate=UP), self.at("corner", rotate=UP)), "jib": (jib, "corner", 1)}


class Pieces(lw.Assembly):
    """A straight beam in three pieces."""

    nodes = ("a", "b")
    length = lw.parameter(unit="m")
    damping = lw.parameter(unit="s", default=0.0)

    def parts(self) -> Any:
        piece = lw.Beam(self.length / 3, **BEAM, damping=self.damping)
        return {"one": (piece, 0, "a"), "two": (piece, "a", "b"), "three": (piece, "b", 1)}


def holding(element: lw.Element, gravity: Any = (0, 0, 0)) -> lw.Model:
    """A body on the second end of an element."""
    m = lw.Model("held", gravity=gravity)
    body = m.body("body", mass=1.0, inertia=(1.0, 1.0, 1.0))
    m.connect("frame", element, m.ground, body)
    return m


@cache
def crane() -> lw.System:
    return lw.compile_model(holding(Crane()))


def placed(system: lw.System, position: Any, turn: Any, **more: float) -> lw.State:
    """The body at a place, turned by a rotation vector."""
    angle = float(np.linalg.norm(turn))
    e = [np.cos(angle / 2), *(np.sin(angle / 2) * np.asarray(turn) / (angle or 1.0))]
    return system.state({**dict(zip(system.layout.q, [*e, *position], strict=True)), **more})


@pytest.mark.slow
@pytest.mark.seed("S0.10", passage="§7.3")
@pytest.mark.parametrize("hinged", [pytest.param(False, marks=pytest.mark.slow), True])
def test_portal_frame_is_that_of_finite_elements(hinged: bool) -> None:
    """Corners and foot by forces and moments on corners and a moved foot; half the difference of ± has no squares."""
    system: Any = lw.compile_model(holding(Portal(lw.Parameter("P", 0.0), hinged)))
    foot, load = 4e-5 * np.array([1, -0.7, 0.5, 0.3, -0.6, 0.8]), 4e-5
    found = []
    for sign in (1.0, -1.0):
        state = placed(system, sign * foot[:3] + [B, 0, 0], sign * foot[3:], P=sign * load)
        moving = lw.accelerations(system, state).u_dot
        found.append(np.concatenate([system.arguments(state)[3][:12], moving[3:], moving[:3]]))
    half = 0.5 * (found[0] - found[1])
    corners, felt = portal_solution(foot, load, hinged)
    np.testing.assert_allclose(half[:12], corners, rtol=0, atol=1e-8 * np.abs(corners).max())
    np.testing.assert_allclose(half[12:], felt, rtol=0, atol=1e-8 * np.abs(felt).max())


@pytest.mark.seed("S0.10", passage="(7.1.2)")
def test_location_matrix() -> None:
    """S0 (7.1.2): a row for each end of each part."""
    L = Portal(0.0).location
    assert L.rows[:4] == ("column.0", "column.1", "girder.0", "girder.1")
    assert (L.L.sum(axis=1) == 1).all()
    np.testing.assert_array_equal(L.internal.sum(axis=0), [2, 2, 2])
    np.testing.assert_array_equal(L.external[:, 1], [0, 0, 0, 0, 0, 0, 1, 0])
    assert str(L).splitlines()[0].split() == ["left", "right", "pinned", "end", "0", "end", "1"]


@pytest.mark.slow
@pytest.mark.seed("S0.10")
def test_crane_is_as_stiff_as_the_formulas_say() -> None:
    """Compliance of the tip and frequencies, from exact derivatives: by hand, and by finite elements."""
    system = crane()
    linear = lw.linearize(system, placed(system, (B, 0, H), (0, 0, 0)))
    K = -linear.A[6:, :6]
    E, EI = BEAM["axial"], BEAM["bending_y"]
    compliance = np.linalg.inv(K)
    assert compliance[5, 5] == pytest.approx(B**3 / (3 * EI) + B**2 * H / EI + H / E, rel=1e-8)
    assert compliance[3, 5] == pytest.approx(-B * H**2 / (2 * EI), rel=1e-8)
    whole = np.zeros((18, 18))
    up = np.array([[0.0, 0, -1], [0, 1, 0], [1, 0, 0]])
    whole[:12, :12] += beam_stiffness(H, up)
    whole[6:, 6:] += beam_stiffness(B, np.eye(3))
    inner, tip = slice(6, 12), slice(12, 18)
    condensed = whole[tip, tip] - whole[tip, inner] @ np.linalg.solve(whole[inner, inner], whole[inner, tip])
    order = [3, 4, 5, 0, 1, 2]
    np.testing.assert_allclose(K, condensed[np.ix_(order, order)], rtol=0, atol=1e-8 * np.abs(K).max())
    wanted = np.sqrt(np.linalg.eigvalsh(condensed))
    np.testing.assert_allclose(np.sort(np.abs(linear.eigenvalues.imag))[::2], wanted, rtol=1e-8)


@pytest.mark.seed("S0.10")
@pytest.mark.slow
def test_nodes_turn_far_as_bodies_in_their_places_do() -> None:
    """The last piece is turned by 165°: the second node turns by more than 90°. Bodies there are at equilibrium."""
    turn, place = np.radians(165.0), (0.35, 0.05, -0.55)
    system = lw.compile_model(holding(Pieces(1.2)))
    state = placed(system, place, (0, turn, 0.1))
    at = system.channels(state)
    m = lw.Model("bodies", gravity=(0, 0, 0))
    a, b = (m.body(name, mass=1.0, inertia=(0.1, 0.1, 0.1)) for name in "ab")
    R = np.asarray(at["body.rotation"])
    piece = lw.Beam(0.4, **BEAM)
    for name, ends in (("one", (m.ground, a)), ("two", (a, b)), ("three", (b, m.ground.at(*place, rotate=R)))):
        m.connect(name, piece, *ends)
    other: Any = lw.compile_model(m)
    nodes = [np.array([at[f"frame.{n}.position.{x}"] for x in "xyz"]) for n in "ab"]
    turns = [np.array([at[f"frame.{n}.rotation_vector.{x}"] for x in "xyz"]) for n in "ab"]
    q = [x for p, w in zip(nodes, turns, strict=True) for x in (*_euler_parameters(w + 2e-3), *(p + 1e-3))]
    rest = lw.equilibrium(other, other.state(dict(zip(other.layout.q, q, strict=True))))
    for name, p in zip("ab", nodes, strict=True):
        np.testing.assert_allclose(rest[f"{name}.position"], p, atol=1e-8)
    assert np.degrees(np.arccos(0.5 * (np.trace(np.reshape(rest["b.rotation"], (3, 3))) - 1.0))) > 95.0
    for part in ("one", "two", "three"):
        np.testing.assert_allclose([at[f"frame.{part}.force.{k}"] for k in range(6)], rest[f"{part}.force"], atol=1e-7)


def _euler_parameters(w: np.ndarray) -> list[float]:
    angle = float(np.linalg.norm(w))
    return [np.cos(angle / 2), *(np.sin(angle / 2) * w / angle)]


@pytest.mark.seed("S0.10")
@pytest.mark.slow
def test_both_formulations_move_alike_and_keep_energy() -> None:
    tree, absolute = pair(holding(Crane(), gravity=(0, 0, -1.0)))
    state = placed(tree, (B, 0.05, H), (0.1, 0.2, -0.1))
    exact = lw.simulate(tree, state, times=[0.0, 0.05, 0.1], **TIGHT)
    assert exact.certificate.energy_error < 1e-9
    np.testing.assert_allclose(exact.energy, exact.energy[0], atol=1e-9)
    assert np.ptp(exact["frame.energy"]) > 1e-3
    start = carried(tree, absolute, state)
    run = lw.simulate(absolute, start, times=[0.1], h=0.0025, method="weak3")
    np.testing.assert_allclose(run["body.position"][-1], exact["body.position"][-1], rtol=0, atol=1e-9)
    corner = [f"frame.corner.position.{a}" for a in "xyz"]
    np.testing.assert_allclose([run[n][-1] for n in corner], [exact[n][-1] for n in corner], atol=1e-9)


@pytest.mark.seed("S0.10")
@pytest.mark.slow
def test_damped_pieces_are_one_damped_beam() -> None:
    """A moment depends on the velocity of nodes: position and turn are states."""
    runs = []
    for element in (Pieces(B, 0.02), lw.Beam(B, **BEAM, damping=0.02)):
        system = lw.compile_model(holding(element))
        still = placed(system, (B, 0, 0), (0, 0, 0))
        state = still.with_values(dict(zip(system.layout.u, 1e-7 * np.array([1, -2, 1, 0.5, 2, -1]), strict=True)))
        runs.append(lw.simulate(system, state, times=np.linspace(0, 0.5, 6), method="radau", rtol=1e-10, atol=1e-18))
    names = lw.compile_model(holding(Pieces(B, 0.02))).layout.z
    assert names[:6] == tuple(f"frame.a.{x}" for x in ("x", "y", "z", "turn_x", "turn_y", "turn_z"))
    moved = [run["body.position"][:, 1:] for run in runs]
    np.testing.assert_allclose(moved[0], moved[1], rtol=0, atol=3e-8 * np.abs(moved[1]).max())


class Balls(lw.Assembly):
    """Two bushings with a ball joint between their nodes."""

    nodes = ("a", "b")
    damping = lw.parameter(default=0.0)

    def parts(self) -> Any:
        K = np.array([3.0, 4.0, 5.0, 200.0, 300.0, 400.0])
        rubber = lw.Bushing(K, self.damping * K)
        return {"one": (rubber, 0, "a"), "ball": (lw.Spherical(), "a", "b"), "two": (rubber, "b", 1)}


@pytest.mark.slow
@pytest.mark.seed("S0.10")
def test_ball_joint_between_damped_nodes_rests_where_it_does_without_damping() -> None:
    """Euler parameters of the hinge are states; their norm is drawn back to one (an eigenvalue −4/s of its own)."""
    places, spectra = [], []
    for damping in (0.0, 0.05):
        system = lw.compile_model(holding(Balls(damping), gravity=(0, 0, -1.0)))
        rest = lw.equilibrium(system, placed(system, (0, 0, 0), (0, 0, 0)))
        places.append(rest["body.position"])
        spectra.append(lw.linearize(system, rest).eigenvalues)
    np.testing.assert_allclose(places[0], places[1], atol=1e-9)
    np.testing.assert_allclose(places[0], [0, 0, -1.0 / 200], atol=1e-9)
    assert np.abs(spectra[1] + 4.0).min() < 1e-6


class Table(lw.Assembly):
    """A portal of two columns, in the middle of whose girder the third end is."""

    ends = 3
    nodes = ("left", "right")
    stiffness = lw.parameter(unit="N*m**2")

    def reference(self) -> Any:
        return {"left": (0, 0, H), "right": (B, 0, H)}

    def parts(self) -> Any:
        column, half = (lw.Beam(length, **{**BEAM, "bending_y": self.stiffness}) for length in (H, B / 2))
        return {
            "column": (column, self.at(0, rotate=UP), self.at("left", rotate=UP)),
            "post": (column, self.at(1, rotate=UP), self.at("right", rotate=UP)),
            "one": (half, "left", 2),
            "two": (half, 2, "right"),
        }

    def loads(self) -> Any:
        return {"left": (lw.Polynomial((0.3, 0.1)), 0, 0)}


@pytest.mark.slow
@pytest.mark.seed("S0.10")
def test_three_ends_rest_and_vibrate_alike_in_both_formulations() -> None:
    """Equilibrium, frequencies, and the exact derivative of the equilibrium by a Parameter of the beams."""
    stiffness = lw.Parameter("EI", 2.0)
    m = lw.Model("table", gravity=(0, 0, -2.0))
    machine = m.body("machine", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.connect("frame", Table(stiffness), m.ground, m.ground.at(B, 0, 0), machine)
    tree, absolute = pair(m)
    state = placed(tree, (B / 2, 0, H), (0, 0, 0))
    rests = [lw.equilibrium(tree, state), lw.equilibrium(absolute, carried(tree, absolute, state))]
    np.testing.assert_allclose(rests[0]["machine.position"], rests[1]["machine.position"], atol=1e-10)
    one, other = (np.sort(np.abs(rest.linearization.eigenvalues)) for rest in rests)
    np.testing.assert_allclose(one, other, rtol=1e-8)
    exact = lw.gradient(lambda at: at.equilibrium(tree, state)["machine.position.z"], [stiffness])
    h = 1e-3
    near = [lw.equilibrium(tree, state.with_values({"EI": 2.0 + x}))["machine.position.z"] for x in (h, -h)]
    assert exact["EI"] == pytest.approx((near[0] - near[1]) / (2 * h), rel=1e-6)


class Lagged(lw.Active):
    """A motor whose torque follows a command with a lag."""

    measure = lw.RelativeAngle("x")
    inputs = ("command",)
    states = ("torque",)

    def law(self, z: Any) -> Any:
        return z.torque

    def state_dot(self, z: Any, i: Any) -> Any:
        return (i.command - z.torque) / 0.1


class Driveline(lw.Assembly):
    """A motor on an elastic shaft."""

    nodes = ("coupling",)

    def parts(self) -> Any:
        return {"motor": (Lagged(), 0, "coupling"), "shaft": (lw.Beam(B, **BEAM), "coupling", 1)}


@pytest.mark.slow
@pytest.mark.seed("S0.10")
def test_active_part_with_a_state_turns_a_node() -> None:
    """J φ̈ = T (1 − exp(−t/τ)); the coupling is ahead by the twist of the shaft."""
    m = lw.Model("driveline", gravity=(0, 0, 0))
    disc = m.body("disc", mass=1.0, inertia=(0.5, 0.5, 0.5))
    m.connect("bearing", lw.Revolute("x"), m.ground.at(B, 0, 0), disc)
    m.connect("drive", Driveline(), m.ground, disc, inputs={"motor.command": 0.3})
    run = lw.simulate(lw.compile_model(m), times=np.linspace(0, 1, 6), **TIGHT)
    t, tau = run.t, 0.1
    angle = 0.3 / 0.5 * (0.5 * t**2 - tau * t + tau**2 * (1 - np.exp(-t / tau)))
    np.testing.assert_allclose(run["bearing.angle"], angle, atol=1e-9)
    torque = 0.3 * (1 - np.exp(-t / tau))
    np.testing.assert_allclose(run["drive.motor.torque"], torque, atol=1e-9)
    np.testing.assert_allclose(run["drive.shaft.force.3"], torque, atol=1e-9)


class Relaxing(lw.Assembly):
    """A spring and a Maxwell element one behind the other."""

    nodes = ("middle",)
    straight = True

    def parts(self) -> Any:
        return {"spring": (lw.Spring(100.0, 0.5), 0, "middle"), "flow": (lw.Maxwell(50.0, 4.0), "middle", 1)}


@pytest.mark.seed("S0.10")
def test_state_of_a_part_follows_the_velocity_of_a_node() -> None:
    """No force depends on that velocity: it follows from the rate of the balance. 1/k = 1/100 + 1/50."""
    runs = []
    for element in (Relaxing(), lw.Maxwell(100.0 / 3.0, 4.0)):
        m = lw.Model("rail")
        slider = m.body("slider", mass=2.0, inertia=(0.1, 0.1, 0.1))
        m.connect("rail", lw.Prismatic("x"), m.ground, slider, initial={"displacement": 1.0, "displacement_dot": 0.5})
        m.connect("element", element, m.ground, slider)
        runs.append(lw.simulate(lw.compile_model(m), t_end=1.0, times=6, **TIGHT))
    np.testing.assert_allclose(runs[0]["rail.displacement"], runs[1]["rail.displacement"], atol=1e-9)
    np.testing.assert_allclose(runs[0]["element.flow.tension"], runs[1]["element.tension"], atol=1e-9)


class Bar(lw.Assembly):
    """A bar between ball joints: one node with a base, whose second joint is on a frame of it."""

    nodes = ("bar",)

    def parts(self) -> Any:
        return {"ball": (lw.Spherical(), 0, "bar"), "socket": (lw.Spherical(), self.at("bar", 0.6, 0, 0), 1)}


@pytest.mark.seed("S0.10")
def test_kinematic_assembly_with_a_frame_on_a_node() -> None:
    """S0 figure 7.2 with one node: five degrees of freedom, and the ends stay 0.6 apart."""
    system = lw.compile_model(holding(Bar(), gravity=(0, 0, -9.81)))
    assert lw.mobility(system).degrees_of_freedom == 5
    run = lw.simulate(system, system.state({"frame.ball.w_z": 1.0}), t_end=0.5, times=3, rtol=1e-9)
    np.testing.assert_allclose(np.linalg.norm(run["body.position"], axis=1), 0.6, atol=1e-9)
    np.testing.assert_array_equal(Bar().location.internal.ravel(), [0, 1, 1, 0])


class Ring(lw.Assembly):
    """A ring on four bushings, two to each end, with a load that turns with it."""

    nodes = ("ring",)

    def parts(self) -> Any:
        rubber = lw.Bushing((3.0, 4.0, 5.0, 200.0, 300.0, 400.0))
        sides = {"x": (0.1, 0, 0), "-x": (-0.1, 0, 0), "y": (0, 0.1, 0), "-y": (0, -0.1, 0)}
        found: dict[str, Any] = {
            f"rubber {s}": (rubber, self.at(k // 2, *p), self.at("ring", *p)) for k, (s, p) in enumerate(sides.items())
        }
        return {**found, "push": (lw.AppliedForce((0, 0, 2.0), axes="body"), self.at("ring", 0.1, 0, 0))}


@pytest.mark.seed("S0.10")
def test_bushings_on_a_ring() -> None:
    """The load on the ring, its moment about the ring's centre included, goes to the ends: forces balance."""
    m = holding(Ring())
    system = lw.compile_model(m)
    state = placed(system, (0.01, 0.02, -0.01), (0.1, -0.2, 0.05))
    at = system.channels(state)
    ring = np.array([at[f"frame.ring.position.{a}"] for a in "xyz"])
    R = _rotation(np.array([at[f"frame.ring.rotation_vector.{a}"] for a in "xyz"]))
    force, moment = np.zeros(3), np.zeros(3)
    K = np.array([3.0, 4.0, 5.0, 200.0, 300.0, 400.0])
    body = (_rotation(np.array([0.1, -0.2, 0.05])), np.array([0.01, 0.02, -0.01]))
    ends = [(np.eye(3), np.zeros(3))] * 2 + [body] * 2
    arms = np.array([(0.1, 0, 0), (-0.1, 0, 0), (0, 0.1, 0), (0, -0.1, 0)])
    for (Re, pe), arm in zip(ends, arms, strict=True):
        at_ring, at_end = ring + R @ arm, pe + Re @ arm
        f = Re @ (-K[3:] * (Re.T @ (at_ring - at_end)))
        m_own = _vector_moment(Re, R, K[:3])
        force, moment = force + f, moment + m_own + np.cross(R @ arm, f)
    push = R @ [0, 0, 2.0]
    np.testing.assert_allclose(force + push, 0.0, atol=1e-10)
    np.testing.assert_allclose(moment + np.cross(R @ [0.1, 0, 0], push), 0.0, atol=1e-10)


def _rotation(w: np.ndarray) -> np.ndarray:
    angle = float(np.linalg.norm(w))
    n = w / angle
    N = np.array([[0, -n[2], n[1]], [n[2], 0, -n[0]], [-n[1], n[0], 0]])
    return np.eye(3) + np.sin(angle) * N + (1 - np.cos(angle)) * N @ N


def _vector_moment(Re: np.ndarray, R: np.ndarray, k: np.ndarray) -> np.ndarray:
    """The moment −∂V/∂(turn of R) of V = ½ θ·k θ, θ the rotation vector of Reᵀ R, by differences of the energy."""

    def energy(w: np.ndarray) -> float:
        turned = Re.T @ (_rotation(w) @ R)
        angle = np.arccos(0.5 * (np.trace(turned) - 1.0))
        skew = 0.5 * np.array([turned[2, 1] - turned[1, 2], turned[0, 2] - turned[2, 0], turned[1, 0] - turned[0, 1]])
        theta = skew * angle / np.sin(angle)
        return float(0.5 * theta @ (k * theta))

    h = 1e-3
    found = np.zeros(3)
    for axis in range(3):
        for c, step in ((8.0, 1.0), (-8.0, -1.0), (-1.0, 2.0), (1.0, -2.0)):
            found[axis] -= c * energy(h * step * np.eye(3)[axis]) / (12.0 * h)
    return found


class Loose(lw.Assembly):
    """A node that can turn about itself."""

    nodes = ("a",)

    def parts(self) -> Any:
        return {"twist": (lw.TorsionSpring(1.0), 0, "a"), "spring": (lw.Spring(1.0, 1.0), "a", 1)}


class OnBall(lw.Assembly):
    """A ball joint whose node only a spring through its centre holds."""

    nodes = ("a",)

    def parts(self) -> Any:
        return {"ball": (lw.Spherical(), 0, "a"), "spring": (lw.Spring(1.0, 1.0), "a", 1)}


class Undamped(Crane):
    """One damper on a corner that is free to move in three directions."""

    def parts(self) -> Any:
        return {**super().parts(), "brake": (lw.Damper(1.0), 0, "corner")}


class Looped(lw.Assembly):
    """Hinges that close a loop beside a force."""

    nodes = ("a",)

    def parts(self) -> Any:
        hinge = lw.Revolute("z")
        return {"one": (hinge, 0, "a"), "two": (hinge, "a", 1), "spring": (lw.Spring(1.0, 1.0), 0, "a")}


class Rod(lw.Assembly):
    """A constraint among forces."""

    nodes = ("a",)

    def parts(self) -> Any:
        return {"rod": (lw.FixedDistance(1.0), 0, "a"), "spring": (lw.Spring(1.0, 1.0), "a", 1)}


class Namesake(Crane):
    """A node and a part of one name, with a state and a coordinate of one name."""

    def parts(self) -> Any:
        return {**super().parts(), "corner": (Winding(), 0, "corner")}


class Winding(lw.Force):
    """A force with a state called x."""

    measure = lw.Distance()
    states = ("x",)

    def law(self, z: Any) -> Any:
        return -z.x

    def state_dot(self, z: Any) -> Any:
        return -z.x


class Twisted(Pieces):
    """Beams in an assembly whose nodes are points."""

    straight = True


class Misplaced(Crane):
    """A node that there is not."""

    def reference(self) -> Any:
        return {"edge": (0, 0, 1)}


class Misloaded(Crane):
    """A load of two components."""

    def loads(self) -> Any:
        return {"corner": {"moment": (1.0, 2.0)}}


class Torn(lw.Assembly):
    """Two forces on a node that are never equal."""

    nodes = ("a",)
    straight = True

    def parts(self) -> Any:
        strong = lw.FunctionForce(lambda e: -5.0 + 1e-3 * lw.tanh(e))
        return {"one": (strong, 0, "a"), "two": (lw.FunctionForce(lambda e: -3.0 + 1e-3 * lw.tanh(e)), "a", 1)}


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_nodes_without_equilibrium_are_named(coordinates: Any) -> None:
    system = lw.compile_model(holding(Torn()), coordinates)
    place = {"body": (np.eye(3), (1.0, 0, 0))}
    state = placed(system, (1.0, 0, 0), (0, 0, 0)) if coordinates == "tree" else system.placed(place)
    with pytest.raises(
        lw.ModelError, match=r"connection 'frame': no equilibrium of its node 'a' was found at t = 0 \('a.along"
    ):
        lw.accelerations(system, state)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (Loose, r"Loose: nothing holds the node 'a' against turning \(about [xy]\). Connect it with parts that carry"),
        (OnBall, "OnBall: nothing resists 'ball.*the joint that carries the node 'a'. Hold it with a part"),
        (Undamped, "Undamped: a force on the node 'corner' depends on its velocity, but nothing damps"),
        (Looped, "Looped: part 'two' .Revolute. closes a loop of joints at"),
        (Rod, "Rod: part 'rod' is a FixedDistance, among forces"),
        (Namesake, "Namesake: 'corner.x' stands for two things: a part and a node are both called 'corner'"),
        (lambda: Twisted(1.0), "Twisted: part 'one' .Beam. turns the node 'a', and nodes of a straight assembly"),
        (Misplaced, "Misplaced: reference: there is no node 'edge'"),
        (Misloaded, "Misloaded: load on 'corner': its moment has three components"),
    ],
)
def test_mistakes_are_named(make: Any, message: str) -> None:
    with pytest.raises(lw.ModelError, match=message):
        lw.compile_model(holding(make()))
