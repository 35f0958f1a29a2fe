"""Steps over impacts against runs from event to event and closed forms: orders, rest, energy, messages."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.contract import Contact
from linkwork.mechanics import frames
from tests.absolute_models import carried
from tests.work import counted


class Floor(Contact):
    radius = lw.parameter(unit="m", default=0.0)

    def gap(self, rel: Any, t: Any) -> Any:
        return rel.p[2] - self.radius

    def point(self, rel: Any, t: Any) -> Any:
        return (rel.p[0], rel.p[1], rel.p[2] - self.radius)


def ball(restitution: float = 0.0, friction: float = 0.0, spring: float = 0.0, damping: float = 0.0) -> Any:
    m = lw.Model("ball")
    body = m.body("ball", mass=2.0, inertia=(0.02, 0.02, 0.02))
    m.connect("plane", lw.Planar("y"), m.ground, body)
    m.connect("floor", Floor(0.1, restitution=restitution, friction=friction), m.ground, body)
    if spring:
        law = lw.Spring(stiffness=spring, damping=damping, length=1.0)
        m.connect("spring", law, m.ground.at(0.3, 0.0, 2.0), body.at(0.05, 0.0, 0.0))
    return lw.compile_model(m)


def stepped(system: Any, method: str, state: Any, t_end: float, h: float) -> Any:
    chosen = lw.NonsmoothAlpha(rho_inf=0.8) if method == "nonsmooth_alpha" else method
    return lw.simulate(system, state, t_end, method=chosen, h=h).final


def order(errors: list[float]) -> float:
    return float(np.polyfit(np.arange(len(errors)), np.log2(errors), 1)[0] * -1.0)


@pytest.mark.few(1)
@pytest.mark.parametrize("h", [4e-3, 3.1e-3, 2.3e-3])
def test_elastic_bounces_by_nonsmooth_alpha_keep_the_energy(h: float) -> None:
    """Of six impacts at v, a law that took speeds of the start of a step at places of its end would lose 6 m g v h."""
    system = ball(restitution=1.0)
    start, drop = system.state({"plane.x": 0.5}), 0.4
    fall = float(np.sqrt(2.0 * drop / 9.81))
    run = lw.simulate(system, start, t_end=12.0 * fall, method="nonsmooth_alpha", h=h)
    assert len(run.contacts) == 6
    np.testing.assert_allclose([c.t for c in run.contacts], fall * np.arange(1, 12, 2), atol=20.0 * h**2)
    assert run["energy"][-1] == pytest.approx(run["energy"][0], abs=6.0 * 2.0 * 9.81**2 * h**2)
    assert float(run["floor.gap"].min()) > -(9.81 * h**2)
    assert run.certificate.energy_error < 1e-3


def test_nonsmooth_alpha_is_of_second_order_while_a_point_slides() -> None:
    system = ball(friction=0.3, spring=15.0, damping=0.5)
    start = system.state({"plane.x": 0.1, "plane.y": 0.0, "plane.y_dot": 3.0})
    run = lw.simulate(system, start, t_end=0.16, rtol=1e-12, atol=1e-13)
    assert not run.contacts, "the point must slide all the time"
    exact = run.state(-1)
    ends = [stepped(system, "nonsmooth_alpha", start, 0.16, h) for h in (0.01, 0.005, 0.0025)]
    errors = [float(np.abs(s.q - exact.q).max()) for s in ends]
    assert 1.7 < order(errors) < 2.6, errors


def test_nonsmooth_alpha_is_of_second_order_where_a_point_opens() -> None:
    """A spring lifts a ball that slides away from it. A force that stayed on after that would leave order one."""
    system = ball(spring=18.0)
    start = system.state({"plane.x": 0.1, "plane.y": 0.0, "plane.y_dot": -5.0})
    run = lw.simulate(system, start, t_end=0.5, rtol=1e-12, atol=1e-13)
    assert [dict(change.modes) for change in run.contacts] == [{"floor": "open"}]
    ends = [stepped(system, "nonsmooth_alpha", start, 0.5, h) for h in (0.01, 0.005, 0.0025)]
    errors = [float(np.abs(np.concatenate([s.q - run.final.q, s.u - run.final.u])).max()) for s in ends]
    assert 1.8 < order(errors) < 2.3, errors


@pytest.mark.few(1)
@pytest.mark.parametrize("method", ["moreau", "nonsmooth_alpha"])
def test_steps_converge_at_first_order_after_impacts(method: str) -> None:
    """Mean errors over starts: where in a step an impact falls is chance."""
    system = ball(restitution=0.6, friction=0.2)
    means = []
    starts = [system.state({"plane.x": 0.4 + 0.013 * k, "plane.y": 0.0, "plane.y_dot": 1.0}) for k in range(6)]
    exact = [lw.simulate(system, s, t_end=0.6, rtol=1e-11, atol=1e-12).state(-1) for s in starts]
    for h in (0.01, 0.005, 0.0025):
        ends = [stepped(system, method, s, 0.6, h) for s in starts]
        means.append(float(np.mean([np.abs(a.q - b.q).max() for a, b in zip(ends, exact, strict=True)])))
    assert 0.6 < order(means) < 1.6, means


@pytest.mark.parametrize("method", ["moreau", "nonsmooth_alpha"])
def test_a_point_at_rest_stays_and_carries_the_weight(method: str) -> None:
    system = ball(restitution=0.8, friction=0.5)
    run = lw.simulate(system, system.state({"plane.x": 0.1}), t_end=0.2, method=method, h=1e-3)
    np.testing.assert_allclose(run["ball.position"][-1], [0.0, 0.0, 0.1], atol=1e-13)
    np.testing.assert_allclose(run["floor.normal_force"][1:], 2.0 * 9.81, rtol=1e-9)
    assert run["floor.friction_force"].shape == (len(run), 2)
    assert run.verdict.is_good, run.verdict


def test_samples_and_energy_of_steps() -> None:
    system = ball(restitution=0.5)
    run = lw.simulate(system, system.state({"plane.x": 0.5}), times=np.linspace(0.0, 0.8, 9), method="moreau", h=1e-3)
    np.testing.assert_allclose(run.t, np.linspace(0.0, 0.8, 9), atol=1e-12)
    assert np.all(np.diff(run["energy"]) <= 1e-2), "impacts only lose"


def test_messages() -> None:
    system, free = ball(), lw.compile_model(_free())
    start = system.state({"plane.x": 0.5})
    for expected, given in {
        r"takes steps of one length; give h=": {"contact": "stepping"},
        r"goes by 'moreau', 'nonsmooth_alpha', 'leapfrog', and not by 'radau'": {
            "contact": "stepping",
            "method": "radau",
            "h": 1e-3,
        },
        r"moreau steps over impacts; with contact='events'": {"contact": "events", "method": "moreau", "h": 1e-3},
        r"looks for no events; leave events= out": {"method": "moreau", "h": 1e-3, "events": [lw.Event("e", "t")]},
    }.items():
        with pytest.raises(lw.ModelError, match=expected):
            lw.simulate(system, start, t_end=1.0, **given)  # type: ignore[arg-type]
    with pytest.raises(lw.ModelError, match="has no contacts; leave it out"):
        lw.simulate(free, t_end=1.0, contact="events")
    with pytest.raises(lw.ModelError, match=r"start: contact floor overlaps by 50 mm at t = 0\. Lift the body"):
        lw.simulate(system, system.state({"plane.x": 0.05}), t_end=1.0, method="moreau", h=1e-3)


def _free() -> lw.Model:
    m = lw.Model("free")
    m.connect("A", lw.Revolute("y"), m.ground, m.body("rod", lw.Rod(length=1.0, mass=1.0)))
    return m


@pytest.mark.slow
@pytest.mark.parametrize("method", ["moreau", "nonsmooth_alpha"])
def test_loops_beside_contacts_stay_closed(method: str) -> None:
    """Also on velocity level: steps end on the rows of loops to rounding."""
    m = lw.Model("four-bar")
    bars = [m.body(name, lw.Rod(length=length, mass=1.0)) for name, length in (("a", 0.3), ("b", 0.6), ("c", 0.5))]
    m.connect("A", lw.Revolute("y"), m.ground, bars[0])
    m.connect("B", lw.Revolute("y"), bars[0].at(0.3, 0, 0), bars[1])
    m.connect("C", lw.Revolute("y"), bars[1].at(0.6, 0, 0), bars[2])
    m.connect("D", lw.Revolute("y"), bars[2].at(0.5, 0, 0), m.ground.at(0.7, 0, 0))
    m.connect("stop", lw.JointStop(upper=1.2, restitution=0.3), "A.angle")
    system = lw.compile_model(m)
    start = lw.assemble(system, fixed={"A.angle": 0.3}, guess={"B.angle": -0.8})
    found = [lw.simulate(system, start, 0.4, method=method, h=h).certificate for h in (4e-3, 5e-4)]
    assert max(run.velocity_error for run in found) < 1e-12
    assert all(c.position_error < 1e-9 for c in found)


def point_masses() -> tuple[lw.Model, Any]:
    """A double pendulum whose bodies have no inertia about their centres of mass."""
    m = lw.Model("point masses")
    end = m.ground.at(0, 0, 0)
    for name, mass in (("upper", 1.0), ("lower", 0.8)):
        body = m.body(name, lw.PointMass(mass=mass, at=(0, 0, -0.5)))
        m.connect(f"{name} joint", lw.Revolute("-y"), end, body)
        end = body.at(0, 0, -0.5)
    return m, lambda s: s.state({"upper hinge.angle": 2.0, "lower hinge.angle": 0.6})


def bennett() -> tuple[lw.Model, Any]:
    """A linkage that moves on its constraints alone: beside them its rows are independent and hold it."""
    m, twists = lw.Model("Bennett", gravity=(0, 0, 0)), (1.2, float(np.arcsin(2 / 3 * np.sin(1.2))))
    ends = m.ground.at(0.2, 0, 0, rotate={"x": twists[1]})
    for k, (length, twist) in enumerate(((0.3, twists[0]), (0.2, twists[1]), (0.3, twists[0])), start=1):
        bar = m.body(f"bar{k}", lw.Rod(length=length, mass=length))
        m.connect(f"hinge{k}", lw.Revolute("z"), ends, bar)
        ends = bar.at(length, 0, 0, rotate={"x": twist})
    m.connect("hinge4", lw.Revolute("z"), ends, m.ground)
    guess = {"hinge2.angle": 2.0, "hinge3.angle": -1.0}
    return m, lambda s: lw.assemble(s, {"hinge1.angle": 1.0}, guess=guess, velocities={"hinge1.angle_dot": 2.0})


@pytest.mark.parametrize("h", [0.04, 0.02])
def test_coarse_steps_do_not_lock_an_overconstrained_linkage(h: float) -> None:
    """Bennett's linkage is beside its constraints in the middle of each step, and went back and forth there: verdict
    good. Against a tight run without steps over impacts."""
    model, start = bennett()
    system = lw.compile_model(model)
    state = start(system)
    wanted = lw.simulate(system, state, 1.0, method="dop853", rtol=1e-10, atol=1e-11).final
    found = lw.simulate(system, state, 1.0, method="moreau", h=h).final
    for name in ("hinge1.angle", "hinge1.angle_dot"):
        assert found[name] == pytest.approx(wanted[name], abs=0.5 * h * h), name


@pytest.mark.slow
@pytest.mark.parametrize("method", ["moreau", "nonsmooth_alpha"])
@pytest.mark.parametrize(
    ("make", "coordinates", "dense"),
    [
        (point_masses, "absolute", 300),
        (point_masses, "absolute", 0),
        (bennett, "absolute", 300),
        (bennett, "absolute", 0),
        (bennett, "tree", 300),
    ],
)
def test_steps_without_contact_where_matrices_are_singular(
    make: Any, coordinates: str, dense: int, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Singular M and rows that repeat others do not lower the order: ends against a tight run on the tree."""
    monkeypatch.setattr(frames, "DENSE", dense)
    (model, start), name = make(), next(iter(make()[0].bodies))
    tree = lw.compile_model(model)
    state = start(tree)
    wanted = tree.channels(lw.simulate(tree, state, 0.2, method="dop853", rtol=1e-11, atol=1e-12).final)
    system = tree if coordinates == "tree" else lw.compile_model(model, coordinates=coordinates)
    begin = state if system is tree else carried(tree, system, state)
    errors = []
    for h in (5e-3, 2.5e-3):
        found = system.channels(lw.simulate(system, begin, 0.2, method=method, h=h).final)
        names = [f"{name}.{what}" for what in ("velocity", "angular_velocity")]
        errors.append(max(float(np.abs(found[key] - wanted[key]).max()) for key in names))
    assert errors[1] < 1e-2 and order(errors) > 1.7, errors


@pytest.mark.parametrize("formulation", ["tree", "absolute"])
def test_runs_that_follow_each_other_share_memory_and_nothing_else(formulation: lw.Formulation) -> None:
    """The second run of a start has the bits of the first, whatever came between."""
    tree = ball(restitution=0.5, friction=0.3)
    system = tree if formulation == "tree" else lw.compile_model(tree.model, formulation)
    low, high = (tree.state({"plane.x": x, "plane.y_dot": 1.0}) for x in (0.3, 0.6))
    low, high = (state if system is tree else carried(tree, system, state) for state in (low, high))
    first = lw.simulate(system, low, 0.6, h=0.01, method="moreau")
    among = lw.simulate(system, high, 0.5, h=0.02, method="moreau")
    again = lw.simulate(system, low, 0.6, h=0.01, method="moreau")
    assert len(first.contacts) > len(among.contacts) > 0
    for name in ("ball.position", "ball.velocity", "floor.force"):
        np.testing.assert_array_equal(again[name], first[name])


def test_what_a_linkage_needs_for_steps_is_set_up_once() -> None:
    """Plans of factors, rows that repeat others and memory stay for the next run from the same start."""
    m, before = lw.Model("ring", gravity=(0, 0, -9.81)), None
    for k in range(8):
        link = m.body(f"link {k}", lw.Rod(length=0.5, mass=0.1, radius=0.02))
        end = m.ground.at(0, 0, 0) if before is None else before.at(0.5, 0, 0)
        m.connect(f"J{k}", lw.Revolute("y"), end, link.at(0, 0, 0), initial={"angle": 2 * np.pi / 8 if before else 0.0})
        before = link
    m.connect("close", lw.Revolute("y"), before.at(0.5, 0, 0), m.ground.at(0, 0, 0))
    system = lw.compile_model(m, "absolute")
    start, calls = lw.assemble(system), []
    for _ in range(3):
        with counted() as work:
            lw.simulate(system, start, 0.005, h=1e-3, method="moreau")
        calls.append(work.calls)
    assert calls[2] < 0.2 * calls[0], calls
