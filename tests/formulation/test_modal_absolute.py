"""Modal bodies in absolute coordinates: the same accelerations, channels and loads as on a tree."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.common.hinged_states import carried_state
from tests.modal_models import brick, cantilever

SPEEDS = ("w_x", "w_y", "w_z", "v_x", "v_y", "v_z")


def arm_and_hand() -> lw.Model:
    """An arm that deforms between a hinge and a hand, with a spring and a force on its tip."""
    model = lw.Model("arm")
    modulus = lw.Parameter("modulus", 1.0)
    data = cantilever(modes=2, directions="yz", EI=200.0, radius=0.02, damping=1e-3, third_order=True)
    arm = model.body("arm", lw.ModalBody(data, stiffness_factor=modulus))
    hand = model.body("hand", lw.Box((0.1, 0.2, 0.05), mass=0.5))
    model.connect("shoulder", lw.Revolute("y"), model.ground.at(0.1, 0, 0), arm.at("root"))
    model.connect("wrist", lw.Revolute("z"), arm.at("tip", (0, 0, 0.05)), hand.at(-0.05, 0, 0))
    model.connect("spring", lw.Spring(30.0, 0.5), model.ground.at(1, 1, 0), arm.at("tip"))
    model.connect("push", lw.AppliedForce((1.0, 2.0, 0.0)), arm.at("tip"))
    return model


@pytest.fixture(scope="module")
def pair() -> tuple[lw.System, lw.State, lw.System, lw.State]:
    model = arm_and_hand()
    tree, absolute = lw.compile_model(model), lw.compile_model(model, "absolute")
    rng = np.random.default_rng(3)
    values = {name: 0.02 * rng.normal() for name in tree.layout.q if name.startswith("arm.")}
    values |= {name: 0.3 * rng.normal() for name in tree.layout.u}
    state = tree.state({**values, "shoulder.angle": 0.4, "wrist.angle": -0.7})
    return tree, state, absolute, carried_state(absolute, tree, state)


@pytest.mark.slow
def test_mass_matrix_and_accelerations_are_those_of_node_sums() -> None:
    data, known = brick()
    model = lw.Model("free", gravity=(0, 0, 0), silence="unheld")
    model.body("arm", lw.ModalBody(data))
    system, given = lw.compile_model(model, "absolute"), known["state"]
    values = {f"arm.{name}": x for name, x in zip(data.coordinates, given["qf"], strict=True)}
    values |= {f"arm.{name}_dot": x for name, x in zip(data.coordinates, given["qd"], strict=True)}
    values |= {f"arm.{name}": x for name, x in zip(SPEEDS, [*given["w"], *given["v"]], strict=True)}
    found = system.evaluate("dynamics", system.state(values))
    M = np.array(given["mass_matrix"])
    assert np.abs(np.asarray(found.M) - M).max() < 1e-12
    rates = np.linalg.solve(M, given["bias"])
    rates[3:6] += np.cross(given["w"], given["v"])  # world axes that coincide with the body's
    assert np.linalg.solve(np.asarray(found.M), found.h) == pytest.approx(
        rates, rel=1e-9, abs=1e-9 * np.abs(rates).max()
    )


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "channel",
    [
        "arm.tip.position",
        "arm.tip.rotation",
        "arm.tip.velocity",
        "arm.tip.acceleration",
        "arm.tip.angular_acceleration",
        "arm.acceleration",
        "hand.acceleration",
        "hand.angular_acceleration",
        "kinetic_energy",
        "stored_energy",
        "gravity_energy",
        "shoulder.moment",
        "wrist.force",
        "wrist.moment",
        "spring.force",
        "wrist.angle",
    ],
)
def test_both_formulations_agree(pair, channel: str) -> None:
    tree, state, absolute, placed = pair
    first, second = (np.asarray(s.channels(at)[channel]) for s, at in ((tree, state), (absolute, placed)))
    assert second == pytest.approx(first, abs=1e-10 * max(1.0, np.abs(first).max()))


def test_loads_at_interfaces_balance_inertia_and_loads(pair) -> None:
    tree, state, _, _ = pair
    found = lw.loads(tree, state, axes="world").wrenches
    c, hand = tree.channels(state), tree.model.bodies["hand"]
    # What passes the interface carries the hand, and takes up the spring and the force on it.
    R = c["arm.rotation"]
    interface = R @ c["arm.tip.force"]
    accelerated = hand.mass * (c["hand.acceleration"] + [0, 0, 9.81])
    pulled = c["spring.force"] * (c["arm.tip.position"] - [1, 1, 0]) / np.linalg.norm(c["arm.tip.position"] - [1, 1, 0])
    assert interface == pytest.approx(accelerated - pulled - [1.0, 2.0, 0.0], abs=1e-10 * np.abs(accelerated).max())
    assert found["wrist"].force == pytest.approx(accelerated, abs=1e-10 * np.abs(accelerated).max())


def test_gravity_that_depends_on_place_is_refused() -> None:
    model = lw.Model("field", gravity=lambda p, t: [0.0, 0.0, -9.81 + 0.1 * p[2]], silence="unheld")
    model.body("arm", lw.ModalBody(cantilever(modes=1)))
    with pytest.raises(
        lw.ModelError, match=r"'arm': is elastic, and gravity that depends on place .* tree coordinates"
    ):
        lw.compile_model(model, "absolute")


@pytest.mark.slow
def test_accelerations_of_points_have_no_derivatives_here(pair) -> None:
    _, _, absolute, placed = pair
    with pytest.raises(lw.ModelError, match=r"arm.tip.acceleration: derivatives of accelerations .* tree coordinates"):
        lw.linearize(absolute, placed, outputs=["arm.tip.acceleration.z"])


@pytest.mark.slow
def test_a_loop_that_is_cut_at_an_elastic_body_shares_its_mass_with_the_twin() -> None:
    model = lw.Model("loop")
    sizes = (("crank", 0.5), ("rocker", 1.5))
    crank, rocker = (model.body(name, lw.Rod(size, radius=0.02, mass=size)) for name, size in sizes)
    coupler = model.body("coupler", lw.ModalBody(cantilever(2.0, modes=1, EI=500.0, radius=0.03)))
    model.connect("A", lw.Spherical(), model.ground, crank)
    model.connect("B", lw.Revolute("z"), crank.at(0.5, 0, 0), coupler.at("root"), lock=["angle"], tree="cut")
    model.connect("C", lw.Spherical(), coupler.at("tip"), rocker.at(1.5, 0, 0))
    model.connect("D", lw.Spherical(), model.ground.at(2.0, 0, 0), rocker)
    tree, absolute = lw.compile_model(model), lw.compile_model(model, "absolute")
    assert any(vertex.twin_of == "coupler" for vertex in tree.topology.bodies)
    state = lw.assemble(tree)
    first, second = tree.channels(state), absolute.channels(carried_state(absolute, tree, state))
    for name in ("coupler.tip.acceleration", "rocker.angular_acceleration", "D.force"):
        assert second[name] == pytest.approx(first[name], abs=1e-9 * np.abs(first[name]).max())


class Controlled(lw.Active):
    """A vertical force that is given."""

    inputs = ("f",)
    ends = 2

    def wrench(self, rel, t, i):
        return [0.0, 0.0, 0.0], [0.0, 0.0, i.f]


def test_inputs_see_points_of_elastic_bodies() -> None:
    model = lw.Model("beam")
    arm = model.body("arm", lw.ModalBody(cantilever(modes=1, directions="z", EI=200.0, radius=0.02)))
    model.connect("root", lw.Fixed(), model.ground, arm.at("root"))
    seen = {"f": lambda c: -100.0 * c["arm.tip.position"][2]}
    model.connect("control", Controlled(), model.ground.at(1, 0, 0), arm.at("tip"), inputs=seen)
    found = []
    for coordinates in ("tree", "absolute"):
        system = lw.compile_model(model, coordinates)
        c = system.channels(system.state({"arm.z1": 0.01}))
        assert c["control.force"] == pytest.approx([0.0, 0.0, -1.0])
        found.append(c["arm.tip.acceleration"])
    assert found[1] == pytest.approx(found[0], rel=1e-9, abs=1e-9)
