"""Assemblies of hinges and constraints: one hinge, redundant motions inside found and held, mistakes named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.testing import check_element

LENGTH = 0.76**0.5
TIGHT: dict[str, Any] = {"rtol": 1e-10, "atol": 1e-12}


class BallBar(lw.Assembly):
    """A ball joint, a rigid bar and a second ball joint (S0 figure 7.2)."""

    nodes = ("near", "far")
    direction = lw.parameter(unit="m", shape=(3,))

    def parts(self) -> Any:
        return {
            "ball": (lw.Spherical(), 0, "near"),
            "bar": (lw.Fixed(self.direction), "near", "far"),
            "socket": (lw.Spherical(), "far", 1),
        }


class Parallelogram(lw.Assembly):
    """Two parallel bars of one length between parallel pins: the ends keep their orientation."""

    nodes = ("a", "c", "foot", "b", "d", "head")
    length = lw.parameter(unit="m")

    def parts(self) -> Any:
        down = lw.Fixed((0.0, 0.0, -self.length))
        return {
            "A": (lw.Revolute("y"), 0, "a"),
            "left": (down, "a", "c"),
            "C": (lw.Revolute("y"), "c", 1),
            "base": (lw.Fixed((0.3, 0, 0)), 0, "foot"),
            "B": (lw.Revolute("y"), "foot", "b"),
            "right": (down, "b", "d"),
            "D": (lw.Revolute("y"), "d", "head"),
            "back": (lw.Fixed((-0.3, 0, 0)), "head", 1),
        }


class Sledge(lw.Assembly):
    """A plane and a skate beside each other."""

    def parts(self) -> Any:
        return {"plane": (lw.Planar(), 0, 1), "skate": (lw.KnifeEdge(), 0, 1)}


class Ring(lw.Assembly):
    """A plane and a wire in it, on which the second end is threaded."""

    def parts(self) -> Any:
        return {"plane": (lw.Planar(), 0, 1), "wire": (lw.PointOnCurve(lw.CircleCurve(0.7)), 0, 1)}


class Telescope(lw.Assembly):
    """A slider on a turning carrier, passed against its own sense."""

    nodes = ("carrier",)

    def parts(self) -> Any:
        return {"turn": (lw.Revolute("z"), "carrier", 0), "slide": (lw.Prismatic("x"), "carrier", 1)}


class Knot(lw.Assembly):
    """Two cords tied together."""

    nodes = ("knot",)

    def parts(self) -> Any:
        return {"one": (lw.FixedDistance(0.6), 0, "knot"), "two": (lw.FixedDistance(0.7), "knot", 1)}


def hung(element: lw.Element, **given: Any) -> lw.System:
    m = lw.Model("hung")
    body = m.body("body", mass=2.0, com=(0.1, 0.05, 0), inertia=(0.1, 0.2, 0.25))
    m.connect("link", element, m.ground, body.at(0, 0, 0.1), **given)
    return lw.compile_model(m)


@pytest.mark.seed("S0.10")
@pytest.mark.parametrize(
    ("direction", "held"), [((1.0, 0, 0), "ball.w_x"), ((0, 0, -2.0), "ball.w_z"), ((0.1, 0.8, 0.2), "ball.w_y")]
)
def test_spin_of_a_bar_between_ball_joints_is_found_and_held(direction: Any, held: str) -> None:
    """Six internal speeds of which five move the second end; the spin about the bar is the sixth (S0 figure 7.2)."""
    system = hung(BallBar(direction))
    found = lw.mobility(system)
    assert found.degrees_of_freedom == found.velocity_degrees == 5
    assert found.held == (f"link.{held}",)
    assert f"Held, since it would move neither end of its assembly: link.{held}." in str(found)
    assert f"{held} held: it would move neither end" in system.equations.origin.report()
    assert f"link.{held}" not in system.layout.u


@pytest.mark.slow
@pytest.mark.seed("S0.10")
def test_body_on_a_bar_moves_as_under_a_constant_distance() -> None:
    """The same motion as with one constraint row on a free body, and the same force along the bar."""
    bar = hung(BallBar((LENGTH, 0, 0)))
    turning = {"link.ball.w_y": 0.4, "link.ball.w_z": 1.0, "link.socket.w_x": 2.0, "link.socket.w_z": -0.5}
    run = lw.simulate(bar, bar.state(turning), times=np.linspace(0, 1.5, 31), **TIGHT)
    free = hung(lw.FixedDistance(LENGTH))
    place = dict(zip(free.layout.q, [1.0, 0, 0, 0, LENGTH, 0, -0.1], strict=True))
    w = np.array([2.0, 0.4, 0.5])
    v = np.cross([0, 0.4, 1.0], [LENGTH, 0, 0]) - np.cross(w, [0, 0, 0.1])
    other = lw.simulate(
        free, free.state({**place, **dict(zip(free.layout.u, [*w, *v], strict=True))}), times=run.t, **TIGHT
    )
    np.testing.assert_allclose(run["body.position"], other["body.position"], atol=1e-8)
    np.testing.assert_allclose(run["body.angular_velocity"], other["body.angular_velocity"], atol=1e-8)
    pulls = [np.linalg.norm(r.load("link")[1], axis=-1) for r in (run, other)]
    np.testing.assert_allclose(pulls[0], pulls[1], atol=1e-7)
    assert run.certificate.energy_error < 1e-8


def four_bar(element: lw.Element, drive: dict[str, Any] | None = None, **given: Any) -> lw.System:
    """A crank and a rocker about skew axes, joined by a bar between ball joints."""
    m = lw.Model("RSSR")
    crank = m.body("crank", mass=1.0, com=(0.02, 0, 0), inertia=(0.1, 0.1, 0.1))
    rocker = m.body("rocker", mass=2.0, com=(0, 0, 0.25), inertia=(0.05, 0.05, 0.0))
    m.connect("A", lw.Revolute("z"), m.ground, crank, drive=drive or {})
    m.connect("D", lw.Revolute("x"), m.ground.at(0.5, 0.5, 0), rocker)
    m.connect("bar", element, crank.at(0.1, 0, 0), rocker.at(0, 0, 0.5), **given)
    return lw.compile_model(m)


@pytest.mark.slow
@pytest.mark.seed("S0.10")
def test_bar_in_a_loop_moves_like_a_constant_distance_wherever_the_loop_is_opened() -> None:
    """Opened at the bar, whose outer part weighs nothing about some axes, and at a pin."""
    runs = []
    for element, given in ((BallBar((LENGTH, 0, 0)), {"tree": "cut"}), (BallBar((LENGTH, 0, 0)), {}), (Plain(), {})):
        system = four_bar(element, **given)
        guess = {"D.angle": -0.2} if "D.angle" in system.layout.q else {}
        start = lw.assemble(system, fixed={"A.angle": 0.3}, velocities={"A.angle_dot": 5.0}, guess=guess)
        runs.append(lw.simulate(system, start, t_end=1.0, times=21, **TIGHT))
    for run in runs[:2]:
        np.testing.assert_allclose(run["A.angle"], runs[2]["A.angle"], atol=1e-8)
        pulls = [np.linalg.norm(r.load("bar")[1], axis=-1) for r in (run, runs[2])]
        np.testing.assert_allclose(pulls[0], pulls[1], rtol=1e-6)


class Plain(lw.FixedDistance):
    """The same distance by one row."""

    def __init__(self) -> None:
        super().__init__(LENGTH)


@pytest.mark.slow
@pytest.mark.seed("S0.10")
def test_prescribed_motion_of_a_loop_with_a_bar() -> None:
    """The kinematic problem, with the bar's orientation integrated; the rocker by hand from the constant distance."""
    system = four_bar(BallBar((LENGTH, 0, 0)), {"angle": lw.Ramp(slope=2.0)}, tree="cut")
    start = lw.assemble(system, guess={"D.angle": -0.2})
    motion = lw.kinematics(system, start, times=np.linspace(0, np.pi, 13))
    assert motion.complete
    a, d = motion["A.angle"], motion["D.angle"]
    np.testing.assert_allclose(np.sin(d), (np.cos(a) + np.sin(a)) / (np.sin(a) - 5.0), atol=1e-10)


@pytest.mark.few(1)
@pytest.mark.seed("S0.10")
@pytest.mark.parametrize("method", ["auto", "radau"])
def test_parallel_bars_without_mass_make_a_mathematical_pendulum(method: str) -> None:
    """Whatever its inertia, a body that cannot turn swings as a point; loop inside, side branch without mass."""
    m = lw.Model("swing")
    body = m.body("body", mass=2.0, inertia=(0.1, 0.2, 0.3))
    m.connect("bars", Parallelogram(0.4), m.ground, body, initial={"A.angle": 0.5, "B.angle": 0.5, "C.angle": -0.5})
    bars = lw.compile_model(m)
    assert lw.mobility(bars).degrees_of_freedom == 1
    p = lw.Model("pendulum")
    bob = p.body("bob", mass=2.0, com=(0, 0, -0.4), inertia=(0, 0, 0))
    p.connect("pin", lw.Revolute("y"), p.ground, bob, initial={"angle": 0.5})
    pendulum = lw.compile_model(p)
    run = lw.simulate(bars, lw.assemble(bars), t_end=2.0, times=21, method=method, **TIGHT)
    other = lw.simulate(pendulum, t_end=2.0, times=21, **TIGHT)
    np.testing.assert_allclose(run["bars.A.angle"], other["pin.angle"], atol=1e-8)
    np.testing.assert_allclose(run["bars.C.angle"], -other["pin.angle"], atol=1e-8)
    np.testing.assert_allclose(run.load("bars")[1], other.load("pin")[1], atol=1e-6)
    swing = lw.linearize(bars, lw.equilibrium(bars)).eigenvalues
    np.testing.assert_allclose(np.sort(np.imag(swing)), np.sqrt(9.81 / 0.4) * np.array([-1, 1]), rtol=1e-8)


@pytest.mark.seed("S0.10")
def test_nonholonomic_part_restricts_like_the_constraint_beside_the_hinge() -> None:
    m = lw.Model("plain", gravity=(0, 0, 0))
    body = m.body("body", mass=2.0, com=(0.1, 0.05, 0), inertia=(0.1, 0.2, 0.25))
    m.connect("link", lw.Planar(), m.ground, body.at(0, 0, 0.1))
    m.connect("skate", lw.KnifeEdge(), m.ground, body.at(0, 0, 0.1))
    plain, sledge = lw.compile_model(m), hung(Sledge())
    start = {"x_dot": 1.0, "angle_dot": 2.0}
    runs = [
        lw.simulate(s, s.state({f"{p}.{n}": v for n, v in start.items()}), t_end=1.0, times=11, **TIGHT)
        for s, p in ((plain, "link"), (sledge, "link.plane"))
    ]
    for name in ("x", "y", "angle"):
        np.testing.assert_allclose(runs[0][f"link.{name}"], runs[1][f"link.plane.{name}"], atol=1e-9)
    assert lw.mobility(sledge).velocity_degrees == 2


@pytest.mark.seed("S0.10")
def test_part_with_an_unknown_of_its_own() -> None:
    """On a wire: where on it the end is, is a coordinate of the assembly that no mass follows."""
    system = hung(Ring())
    guess = {"link.plane.x": 0.5, "link.plane.y": 0.5, "link.wire.s": 0.7}
    start = lw.assemble(system, guess=guess, velocities={"link.plane.x_dot": 1.0})
    run = lw.simulate(system, start, t_end=0.3, times=6, **TIGHT)
    np.testing.assert_allclose(np.hypot(run["link.plane.x"], run["link.plane.y"]), 0.7, atol=1e-10)
    angle = run["link.wire.s"] / 0.7
    np.testing.assert_allclose(np.arctan2(run["link.plane.y"], run["link.plane.x"]), angle, atol=1e-9)
    assert np.ptp(angle) > 0.3


@pytest.mark.seed("S0.10")
def test_node_that_only_constraints_hold_turns_as_it_likes() -> None:
    """Two cords: the knot may turn about three axes and swing about the line of the ends, and moves neither."""
    system = hung(Knot())
    found = lw.mobility(
        system, lw.assemble(system, guess={"link.knot.x": 0.5, "link.end 1.x": 1.0, "link.knot.y": 0.2})
    )
    assert len(found.held) == 4
    assert found.degrees_of_freedom == 6


class TwoBars(lw.Assembly):
    """A bar between ball joints, and a parallelogram behind it: assemblies as parts."""

    nodes = ("middle",)

    def parts(self) -> Any:
        return {"one": (BallBar((0.5, 0, 0)), 0, "middle"), "two": (Parallelogram(0.4), "middle", 1)}


def test_assembly_of_assemblies() -> None:
    """The bar keeps its spin to itself, and the loop in the second part is closed in the whole."""
    system = hung(TwoBars())
    found = lw.mobility(system, lw.assemble(system))
    assert found.held == ("link.one.ball.w_x",)
    assert system.layout.u[:2] == ("link.one.ball.w_y", "link.one.ball.w_z")
    assert found.degrees_of_freedom == 6
    assert len(system.equations.rows.g) == 5


def test_coordinates_inside_are_driven_locked_and_named() -> None:
    """A hinge passed backwards, its coordinate driven; the other is free and flies outwards: ẍ = ω² x."""
    drive = {"turn.angle": lw.Ramp(slope=-3.0)}
    m = lw.Model("telescope", gravity=(0, 0, 0))
    body = m.body("body", mass=2.0, inertia=(0.1, 0.2, 0.25))
    m.connect("link", Telescope(), m.ground, body, drive=drive, initial={"slide.displacement": 0.2})
    run = lw.simulate(lw.compile_model(m), t_end=0.5, times=6, **TIGHT)
    np.testing.assert_allclose(run["link.slide.displacement"], 0.2 * np.cosh(3.0 * run.t), rtol=1e-9)
    np.testing.assert_allclose(np.arctan2(*run["body.position"].T[1::-1]), 3.0 * run.t, atol=1e-9)
    held = hung(Telescope(), lock={"slide.displacement": 0.4})
    assert lw.mobility(held).degrees_of_freedom == 1


@pytest.mark.slow
@pytest.mark.seed("S0.10")
def test_assembly_of_hinges_is_stored_and_used_twice(tmp_path: Path) -> None:
    lw.register(BallBar)
    m = lw.Model("swing")
    board = m.body("board", lw.Box(size=(1, 0.3, 0.02), mass=3.0))
    for name, x in (("left", -0.4), ("right", 0.4)):
        m.connect(name, BallBar((0, 0, -1.0)), m.ground.at(x, 0, 1), board.at(x, 0, 0), initial={"socket.e0": 1.0})
    lw.save_model(m, tmp_path / "m.toml")
    twin = lw.load_model(tmp_path / "m.toml")
    assert twin["left"].element == m["left"].element
    systems = [lw.compile_model(x) for x in (m, twin)]
    assert lw.mobility(systems[0]).degrees_of_freedom == 4
    pushed = [lw.assemble(s, velocities={f"{s.topology.branches[0].name}.ball.w_y": 0.3}) for s in systems]
    runs = [lw.simulate(s, start, t_end=0.3, times=4, **TIGHT) for s, start in zip(systems, pushed, strict=True)]
    np.testing.assert_array_equal(runs[0]["board.position"], runs[1]["board.position"])
    runs[0].save(tmp_path / "run.nc")
    np.testing.assert_array_equal(lw.load_run(tmp_path / "run.nc")["board.position"], runs[0]["board.position"])


@pytest.mark.few(2)
@pytest.mark.parametrize("element", [BallBar((0.3, -0.4, 0.5)), Telescope(), Sledge()])
def test_assembly_is_a_hinge_like_any_other(element: lw.Assembly) -> None:
    """Modes, biases and native code against differences of the pose."""
    check_element(element.chain)


class Three(lw.Assembly):
    """Ball joints to three bodies."""

    ends = 3
    nodes = ("a",)

    def parts(self) -> Any:
        return {f"ball{k}": (lw.Spherical(), k, "a") for k in range(3)}


class Loaded(BallBar):
    """A load on a node between hinges."""

    def loads(self) -> Any:
        return {"near": (0, 0, 1.0)}


class Coupled(lw.Assembly):
    """A coupling of coordinates as a part."""

    def parts(self) -> Any:
        return {"pin": (lw.Revolute("z"), 0, 1), "gear": (lw.LinearCoupling([1.0, 2.0]), 0, 1)}


class Misfit(lw.Assembly):
    """Two lengths that cannot both be true."""

    def parts(self) -> Any:
        return {"one": (lw.FixedDistance(0.5), 0, 1), "two": (lw.FixedDistance(0.7), 0, 1)}


class Namesake(lw.Assembly):
    """A node and a part of one name."""

    nodes = ("knot",)

    def parts(self) -> Any:
        return {"knot": (lw.FixedDistance(0.6), 0, "knot"), "two": (lw.FixedDistance(0.7), "knot", 1)}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (Three, "Three: is made of joints and constraints and joins two ends; it has 3"),
        (lambda: Loaded((1.0, 0, 0)), "Loaded: a node between joints and constraints takes no load; put it on a body"),
        (Coupled, "Coupled: part 'gear': LinearCoupling couples coordinates"),
        (
            lambda: hung(Misfit()),
            "connection 'link': Misfit: no configuration was found in which its parts fit together",
        ),
        (lambda: hung(Namesake()), "Namesake: a part and a node are both called 'knot'"),
        (lambda: hung(BallBar((1.0, 0, 0)), lock=["ball.e1"]), "link.*the rate of 'ball.e1' is not a speed of its own"),
        (lambda: hung(BallBar((1.0, 0, 0)), initial={"ball.angle": 1.0}), "no coordinate, speed or state 'ball.angle'"),
    ],
)
def test_mistakes_are_named(make: Any, message: str) -> None:
    with pytest.raises(lw.ModelError, match=message):
        make()
