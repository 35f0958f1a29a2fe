"""Analyses on equations derived by hand: the same functions as for models, against the reference and the model."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy as sp

import linkwork as lw
from examples import elastic_beam as beam
from examples import gyroscopes
from linkwork.views.run_scene import scene_of_run
from linkwork.views.view import scene_of_system

FOLDER = Path(__file__).parents[1] / "reference"
A1, A2, A3 = (
    json.loads((FOLDER / f"{name}.json").read_text()) for name in ("A1_elastic_beam", "A2_beam_contact", "A3_beam_loop")
)
RESTS = {"plain": A1["equilibrium_t0"], "contact": A2["equilibrium_t0"], "loop": A3["equilibria"]["t0_static"]}


@pytest.mark.seed("S4.5")
@pytest.mark.parametrize("way", beam.WAYS)
@pytest.mark.parametrize("kind", RESTS)
def test_equilibrium(way: str, kind: str) -> None:
    found = lw.equilibrium(beam.by_hand(way, kind))
    np.testing.assert_allclose(found.state.q, [float(x) for x in RESTS[kind]["phi"]], atol=1e-10)
    assert found.is_stable
    if kind == "loop":
        assert found.lam[0] == pytest.approx(float(RESTS[kind]["lambda_"]), rel=1e-9)


@pytest.mark.seed("S4.6")
@pytest.mark.parametrize("way", beam.WAYS)
def test_linearize_gives_the_matrices_and_eigenvalues_of_the_reference(way: str) -> None:
    system, expected = beam.by_hand(way), A1["linear_at_equilibrium"]
    found = lw.linearize(system, lw.equilibrium(system).state)
    np.testing.assert_allclose(found.mass, expected["M"], rtol=1e-12)
    np.testing.assert_allclose(found.stiffness, expected["C"], rtol=1e-9, atol=1e-8)
    np.testing.assert_allclose(found.damping, expected["B"], rtol=1e-9, atol=1e-8)
    values = [complex(float(re), float(im)) for re, im in expected["damped_eigenvalues"]]
    np.testing.assert_allclose(np.sort_complex(found.eigenvalues), np.sort_complex(values), rtol=1e-8)


@pytest.mark.seed("S4.6")
@pytest.mark.parametrize("kind", RESTS)
def test_modes_are_those_of_the_model_also_with_contact_and_loop(kind: str) -> None:
    by_hand, modelled = beam.by_hand("newton-euler", kind), beam.modelled(kind)
    ours, theirs = (lw.linearize(s, lw.equilibrium(s)).modes() for s in (by_hand, modelled))
    np.testing.assert_allclose(ours.frequencies, theirs.frequencies, rtol=1e-8)
    np.testing.assert_allclose(ours.damping_ratios, theirs.damping_ratios, rtol=1e-7)
    # Bars turn alike in both, whatever the scale of a shape; frames by hand sit at the centres of mass.
    for j in range(len(ours)):
        one, other = (np.array([m.on_bodies(j)[1][f"bar {k}"][2] for k in (1, 2, 3)]) for m in (ours, theirs))
        np.testing.assert_allclose(one / one[0], other / other[0], rtol=1e-6, atol=1e-8)


def test_events_stop_a_run_and_change_it() -> None:
    system = beam.by_hand("lagrange", "contact")
    first = A2["contact_events"][0]["t"]
    seen: list[float] = []

    def note(_: lw.System, state: lw.State) -> None:
        seen.append(state.t)

    landing = lw.Event("landing", "y_P4", direction="falling", action=note)
    end = lw.Event("end", lambda x: x["y_P4"] - 0.02, terminal=True, direction="rising", count=2)
    run = lw.simulate(system, beam.start(system), 1.0, rtol=1e-10, atol=1e-11, events=[landing, end])
    assert seen[0] == pytest.approx(float(first), abs=1e-8)
    assert run.certificate.status == "event"
    assert run["y_P4"][-1] == pytest.approx(0.02, abs=1e-9)
    assert first < run.t[-1] < 1.0


@pytest.mark.parametrize("kind", RESTS)
def test_a_run_carries_its_certificate(kind: str) -> None:
    system = beam.by_hand("newton-euler", kind)
    run = lw.simulate(system, beam.start(system), 0.2, rtol=1e-9, atol=1e-10)
    c = run.certificate
    assert c.status == "done"
    assert c.energy_error < 1e-7 * c.energy_scale
    if kind == "loop":
        assert c.position_error < 1e-10
        assert c.velocity_error < 1e-9


def test_sensitivities_know_parameters_of_equations_derived_by_hand() -> None:
    def system(c: Any) -> lw.System:
        return lw.compile_equations(beam.by_lagrange(), beam.VALUES | {"c": c})

    stiffness = lw.Parameter("c", 100.0)
    found = lw.gradient(lambda at: at.equilibrium(system(stiffness))["phi3"], [stiffness])["c"]
    above, below = (lw.equilibrium(system(100.0 + h)).state["phi3"] for h in (0.1, -0.1))
    assert found == pytest.approx((above - below) / 0.2, rel=1e-5)


@pytest.mark.seed("S4.4")
def test_rest_and_modes_are_shown_with_the_shapes_of_the_frames(tmp_path: Path) -> None:
    system = gyroscopes.by_hand("lagrange")
    scene = scene_of_system(system, gyroscopes.start(system), {}, {})
    shown = {body["name"]: body["looks"] for body in scene["bodies"]}
    assert [shape["kind"] for shape in shown["gyroscope 2"]] == ["cylinder", "cylinder"]
    words = "gyroscopes by lagrange: 6 coordinates, 6 speeds."
    run = lw.simulate(system, gyroscopes.start(system), 0.01)
    for found in (scene, scene_of_run(run)):
        text = next(panel["text"] for panel in found["panels"] if panel["title"] == "Model")
        assert text.startswith(words)
        assert text.endswith("Frames: gyroscope 1, gyroscope 2")
    held = beam.by_hand("newton-euler")
    rest = lw.equilibrium(held)
    modes = lw.linearize(held, rest.state).modes()
    drawn = [lw.Mode(f"mode {j + 1}", *modes.on_bodies(j), frequency=modes.frequencies[j]) for j in range(len(modes))]
    page = lw.view(held, tmp_path / "modes.html", motion=rest.state, modes=drawn).read_text(encoding="utf-8")
    assert "mode 3" in page
    assert scene_of_system(held, rest.state, {}, {})["up"] == [0.0, 1.0, 0.0]
    # A shape is where its frame is: the centre of the last bar, half a bar from the tip.
    R, p = system_place(held, rest.state, "bar 3")
    tip = p + R @ [0.5, 0, 0]
    assert tip[1] == pytest.approx(float(rest["y_P4"]), abs=1e-12)


def system_place(system: lw.System, state: lw.State, name: str) -> tuple[np.ndarray, np.ndarray]:
    found, k = system.evaluate("body_poses", state), system.topology.body(name).number
    return np.asarray(found.R[k]), np.asarray(found.p[k])


@pytest.mark.seed("S4.7")
def test_a_law_that_is_a_table_or_plain_python_runs_in_all_analyses() -> None:
    """A hardening spring as a formula, as points of a table, and as a Python function that nobody can look into."""
    (x,), (x_dot,), _ = lw.motion_symbols("x")
    f, m = sp.symbols("f m")
    places = np.linspace(-2.0, 2.0, 401)
    table = lw.Spline(places, -40.0 * places - 10.0 * places**3)
    laws = {
        "formula": -40 * x - 10 * x**3,
        "table": lw.Law(table.value, x),
        "python": lw.Law(lw.opaque(lambda e: -40.0 * e - 10.0 * e**3, 1), x),
    }
    equations = lw.LagrangeEquations(m * x_dot**2 / 2, -m * 9.81 * x, [x], forces=[f - x_dot])
    rests, values, ends = [], [], []
    for law in laws.values():
        system = lw.compile_equations(equations, {m: 2.0}, inputs={f: law})
        rest = lw.equilibrium(system)
        rests.append(rest.state["x"])
        values.append(np.sort_complex(lw.linearize(system, rest.state).eigenvalues))
        ends.append(lw.simulate(system, system.state({"x": 0.5}), 1.0)["x"][-1])
    root = np.roots([10.0, 0.0, 40.0, -2.0 * 9.81])
    np.testing.assert_allclose(rests, root[np.isreal(root)].real[0], rtol=1e-6)
    np.testing.assert_allclose(values, np.broadcast_to(values[0], (3, 2)), rtol=1e-4)
    np.testing.assert_allclose(ends, ends[0], atol=1e-6)
