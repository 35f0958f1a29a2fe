"""What is attached along beams and cables: points at stations, beds of springs, floors; and words where it fails."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq

import linkwork as lw

EI = 50.0


def strip(mass: float = 1e-3) -> lw.StiffnessSection:
    """A section whose shear and stretch are stiff."""
    stiff = [1e6 * EI] * 3
    return lw.StiffnessSection(*stiff, EI, EI, EI, mass=mass, inertia_moments=(2e-4, 1e-4, 1e-4))


def test_a_load_at_a_station_bends_a_cantilever_as_the_closed_form() -> None:
    """w(L) = P a² (3 L − a) / 6 EI; a node stands at a, whatever the elements are."""
    a, load = 0.37, 0.05
    model = lw.Model("cantilever", gravity=(0, 0, 0))
    beam = model.connect("beam", lw.ExactBeam(strip(), elements=9, length=1.0, stations=(a, 0.9)), model.ground)
    model.connect("load", lw.AppliedForce((0, 0, -load)), beam.at(a))
    lengths = np.array(beam.lengths)
    assert len(lengths) == 10 and {a, 0.9, 1.0} <= {round(x, 12) for x in lengths}
    assert sum(beam.shares) == pytest.approx(1.0)
    assert beam.at(0.0).body.is_ground and beam.at(1.0).body is beam.tip
    eq = lw.equilibrium(lw.compile_model(model, "absolute"))
    assert eq["beam/node9.position"][2] == pytest.approx(-load * a**2 * (3 - a) / (6 * EI), rel=1e-2)
    assert sum(body.mass for body in model.bodies.values()) == pytest.approx(1e-3 * (1 - beam.shares[0]))


@pytest.mark.slow
def test_a_bed_of_springs() -> None:
    """EI w'''' + k w = q on two supports: a sum of sines. Springs per length are springs on nodes, by their shares."""
    bed, load, count = 4e4, 30.0, 10
    model = lw.Model("bed", gravity=(0, 0, 0))
    shoe = model.body("shoe", mass=1e-3, inertia=(1e-6, 1e-6, 1e-6))
    model.connect("roller", lw.Prismatic("x"), model.ground.at(1, 0, 0), shoe)
    pins = {"first": lw.Revolute("y"), "last": lw.Revolute("y")}
    beam = model.connect("beam", lw.ExactBeam(strip(), elements=count, **pins), model.ground.at(0, 0, 0), shoe)
    for k, (point, s, share) in enumerate(zip(beam.line, beam.lengths, beam.shares, strict=True)):
        spring = lw.Bushing((0, 0, 0, 0, 0, bed * share))
        model.connect(f"bed{k}", spring, model.ground.at(s, 0, 0), point)
        model.connect(f"load{k}", lw.AppliedForce((0, 0, -load * share)), point)
    eq = lw.equilibrium(lw.compile_model(model, "absolute"))
    n = np.arange(1, 60, 2)
    wanted = np.sum(4 * load / (n * np.pi) / (EI * (n * np.pi) ** 4 + bed) * np.sin(n * np.pi / 2))
    assert -eq["beam/node5.position"][2] == pytest.approx(wanted, rel=1e-2)


def test_a_propped_cantilever_presses_by_three_eighths_of_its_weight() -> None:
    """A floor under the tip, just touched: R = 3 q L / 8."""
    model = lw.Model("prop", gravity=(0, 0, -10.0))
    beam = model.connect("beam", lw.ExactBeam(strip(0.05), elements=8, length=1.0), model.ground)
    floor = model.ground.plane("z", (0, 0, 0))
    model.connect("floor", lw.UnilateralContact(), floor, beam.line[-1].tips([(0, 0, 0)]))
    eq = lw.equilibrium(lw.compile_model(model, "absolute"))
    assert eq["floor.normal_force"] == pytest.approx(3 / 8 * 0.5, rel=1e-2)


@pytest.mark.slow
def test_a_peg_between_nodes() -> None:
    """A peg that lifts a cantilever at a by w: N = 3 EI w / a³, wherever nodes are, with errors of order two."""
    a, lift, radius, forces = 0.63, 2e-3, 0.05, []
    for elements in (3, 6):
        model = lw.Model("peg", gravity=(0, 0, 0))
        beam = model.connect("beam", lw.ExactBeam(strip(), elements=elements, length=1.0), model.ground)
        peg = model.ground.at(a, 0, lift - radius)
        model.connect("peg", lw.SphereBeamContact(radius, 1e7, 1.0), peg, beam)
        assert model["peg"].element.guess == pytest.approx(a, abs=1e-9)
        eq = lw.equilibrium(lw.compile_model(model, "absolute"))
        assert eq["peg.s"] == pytest.approx(a, abs=1e-3)
        assert eq["peg.gap"] == pytest.approx(-eq["peg.normal_force"] / 1e7)
        forces.append(eq["peg.normal_force"])
    wanted = 3 * EI * lift / a**3
    errors = np.abs(np.array(forces) / wanted - 1.0)
    assert errors[1] < 0.02 and errors[1] < 0.4 * errors[0]


@pytest.mark.slow
def test_a_ball_slides_down_a_sloping_beam_and_off_its_end() -> None:
    """Nothing acts along the beam, energy is kept, and tree and absolute coordinates agree; off the end it falls."""
    slope, at, radius, places = 0.3, 0.7, 0.02, []
    model = lw.Model("ball")
    stiff = lw.StiffnessSection(*[5e5] * 3, 500.0, 500.0, 500.0, mass=1.0, inertia_moments=(2e-4, 1e-4, 1e-4))
    start = model.ground.at(0, 0, 0, rotate={"y": slope})
    beam = model.connect("beam", lw.ExactBeam(stiff, elements=3, length=1.0, plane="y"), start)
    ball = model.body("ball", mass=0.01, inertia=(1e-6, 1e-6, 1e-6))
    along, up = np.array([np.cos(slope), 0, -np.sin(slope)]), np.array([np.sin(slope), 0, np.cos(slope)])
    x, _, z = at * along + radius * up
    model.connect("free", lw.Free(), model.ground, ball, initial={"x": x, "z": z})
    model.connect("touch", lw.SphereBeamContact(radius, 1e5), ball, beam)
    for coordinates in ("tree", "absolute"):
        run = lw.simulate(
            lw.compile_model(model, coordinates), t_end=0.6, method="radau", rtol=1e-6, times=[0, 0.2, 0.6]
        )
        assert not run.certificate.verdict.is_bad
        assert run["energy"] == pytest.approx(run["energy"][0], abs=1e-5)
        assert run["touch.s"][1] - at == pytest.approx(0.5 * 9.81 * np.sin(slope) * 0.2**2, rel=0.05)
        assert run["touch.s"][2] > 1.0 and run["touch.normal_force"][2] == 0.0
        places.append(run["ball.position"])
    np.testing.assert_allclose(places[1], places[0], atol=1e-4)


@pytest.mark.slow
def test_a_ball_that_starts_above_a_stiff_beam_comes_to_rest_on_it() -> None:
    """Its weight is a slight part of what a stretch of the beam asks for, and the ball is no farther than its size."""
    found = []
    for coordinates in ("tree", "absolute"):
        model = lw.Model("ball")
        section = lw.StiffnessSection(5e6, 5e6, 5e6, 50.0, 50.0, 50.0, mass=0.01, inertia_moments=(2e-6, 1e-6, 1e-6))
        beam = model.connect("beam", lw.ExactBeam(section, elements=6, length=1.0), model.ground)
        ball = model.body("ball", lw.Sphere(0.05, mass=0.5))
        rail = lw.Prismatic("z")
        model.connect("rail", rail, model.ground.at(0.55, 0, 0), ball, initial={"displacement": 0.051})
        model.connect("touch", lw.SphereBeamContact(0.05, 1e6, 1.0), ball, beam)
        eq = lw.equilibrium(lw.compile_model(model, coordinates))
        # Nearly upright: the beam does not rub, and leans by some hundredths where the ball touches it.
        assert eq["touch.normal_force"] == pytest.approx(0.5 * 9.81, rel=1e-3)
        found.append(eq["ball.position"][2])
    assert found[0] == pytest.approx(found[1], abs=1e-9)
    sag = 0.5 * 9.81 * 0.55**3 / (3 * 50.0)
    assert 0.05 - found[0] == pytest.approx(sag, rel=0.05)


@pytest.mark.slow
def test_a_line_that_is_lifted_off_the_ground() -> None:
    """A cable on a smooth floor, one end at height h: T₀ = w c, (L − s) + c arcosh(1 + h/c) = X, s² = h² + 2 h c."""
    weight, length, reach, height = 20.0, 12.0, 11.0, 3.0

    def missing(c: float) -> float:
        return length - np.sqrt(height**2 + 2 * height * c) + c * np.arccosh(1 + height / c) - reach

    wanted = weight * brentq(missing, 1e-3, 200.0)
    model = lw.Model("line", gravity=(0, 0, -10.0))
    rope = lw.StiffnessSection(2e5, 1e5, 1e5, 0.05, 0.05, 0.05, mass=weight / 10, inertia_moments=(2e-3, 1e-3, 1e-3))
    line = model.connect(
        "rope", lw.Cable(rope, length=length, elements=12), model.ground, model.ground.at(reach, 0, height)
    )
    for k, (point, share) in enumerate(zip(line.line, line.shares, strict=True)):
        if not point.body.is_ground:
            floor = lw.PointPlaneContact(stiffness=1e4 * share, exponent=1.0)
            model.connect(f"floor{k}", floor, model.ground.at(0, 0, 0), point)
    eq = lw.equilibrium(lw.compile_model(model, "absolute"), steps=1)
    tensions = [eq[f"{name}.normal_force"] for name in line.elements]
    np.testing.assert_allclose(tensions[:5], wanted, rtol=0.03)
    np.testing.assert_allclose(tensions[:5], tensions[0], rtol=1e-3)


def test_words() -> None:
    model = lw.Model("words")
    with pytest.raises(lw.ModelError, match=r"stations are different lengths between 0 and 1 m; got 1\.5"):
        model.connect("beam", lw.ExactBeam(strip(), elements=4, length=1.0, stations=(1.5,)), model.ground)
    with pytest.raises(lw.ModelError, match="3 stations need 4 elements or more; it has 2"):
        model.connect("beam", lw.ExactBeam(strip(), elements=2, length=1.0, stations=(0.2, 0.5, 0.7)), model.ground)
    beam = model.connect("beam", lw.ExactBeam(strip(), elements=4, length=1.0), model.ground)
    with pytest.raises(lw.ModelError, match=r"no node stands at 0.3 m along it .*give ExactBeam stations=\(0.3,\)"):
        beam.at(0.3)
    ring = model.body("ring", mass=1.0, inertia=(1, 1, 1))
    with pytest.raises(lw.ModelError, match=r"Spring joins points, and 'beam' is a whole ExactBeam: .*beam.at\(…\)"):
        model.connect("spring", lw.Spring(1.0, length=0.0), ring.at(0, 0, 0), beam)
    with pytest.raises(lw.ModelError, match="the ends of SlidingJoint are a point and, behind it, a beam or a cable"):
        model.connect("slide", lw.SlidingJoint(), beam, ring.at(0, 0, 0))
    with pytest.raises(lw.ModelError, match="slides along a beam or a cable, which is its second end"):
        model.connect("slide", lw.SlidingJoint(), ring.at(0, 0, 0), model.ground.at(0, 0, 0))
    with pytest.raises(lw.ModelError, match="places are two or more lengths along a line, and increase"):
        lw.SlidingJoint("point", (0.0, 0.5, 0.2))
    with pytest.raises(lw.ModelError, match="touches a beam or a cable, which is its second end"):
        model.connect("touch", lw.SphereBeamContact(0.1, 1e5), ring.at(0, 0, 0), model.ground.at(0, 0, 0))
    with pytest.raises(lw.ModelError, match="one_sided is for constraints between two"):
        lw.SlidingJoint("point", (0.0, 0.5, 0.7), one_sided=True)


def test_a_sliding_joint_in_a_file_and_in_another_model(tmp_path) -> None:
    """Files hold its ends and places; an included model keeps the line of its beam."""
    model = lw.Model("ring")
    beam = model.connect("beam", lw.ExactBeam(strip(), elements=4, length=1.0, stations=(0.3,)), model.ground)
    ring = model.body("ring", mass=1.0, inertia=(1, 1, 1))
    model.connect("free", lw.Free(), model.ground, ring, initial={"x": 0.4})
    model.connect("slide", lw.SlidingJoint("tangent"), ring, beam)
    assert model["slide"].initial["s"] == pytest.approx(0.4)
    model.connect("touch", lw.SphereBeamContact(0.1, 1e5), ring, beam)
    lw.save_model(model, tmp_path / "ring.toml")
    again = lw.load_model(tmp_path / "ring.toml")
    assert again["slide"].element == model["slide"].element
    assert again["touch"].element == model["touch"].element
    assert [end.body.name for end in again["slide"].ends] == [end.body.name for end in model["slide"].ends]
    whole = lw.Model("whole")
    made = whole.include(model, "a/")
    assert made["beam"].at(0.3).body is whole.bodies[f"a/{beam.at(0.3).body.name}"]
