"""Whole simulations as WebAssembly: the host's steps and values in node and in Chromium, events, refusals."""

from __future__ import annotations

import importlib
import json
import platform
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.exports.image import PortableCall, PortableEntry, portable_image
from linkwork.exports.portable_simulation import portable_simulation
from linkwork.exports.wasm import WasmSimulation, wasm_simulation
from linkwork.exports.wasm_module import WasmEntry, wasm_module
from linkwork.numerics.status import RUN_DONE
from tests.exports.elsewhere import Elsewhere
from tests.exports.pages import PageRun, host_rows, in_node, run_in_node
from tests.kernels.loop_examples import Plan, plan_of, squared, twice
from tools.snippets import run_page

TEN = {
    "four_bar": "dop853",
    "governor": "radau",
    "slider_crank": "generalized_alpha",
    "double_pendulum": "dopri5",
    "furuta_pendulum": "dop853",
    "rolling_coin": "dop853",
    "heavy_top": "dop853",
    "cardan_shaft": "dop853",
    "planetary_gear": "dop853",
    "five_bar": "dop853",
}
DURATION, SAMPLES = 0.5, 26


@pytest.fixture(scope="module")
def gallery() -> tuple[list[WasmSimulation], list[lw.Trajectory]]:
    """Ten models, exported and run here."""
    modules, runs = [], []
    for name, method in TEN.items():
        example = importlib.import_module(f"examples.{name}")
        system = lw.compile_model(example.model())
        start = example.start(system)
        given: Any = {"times": SAMPLES, "method": method}
        modules.append(lw.export_wasm(system, start, start.t + DURATION, **given))
        runs.append(lw.simulate(system, start, start.t + DURATION, **given))
    return modules, runs


def check_same(found: list[PageRun], runs: list[lw.Trajectory]) -> None:
    """The same steps, and values to 1e-12 of the largest."""
    for name, there, here in zip(TEN, found, runs, strict=True):
        assert (there.status, there.reason) == ("done", ""), name
        assert (there.steps, there.rejected) == (here.certificate.steps, here.certificate.rejected), name
        wanted = host_rows(here)
        assert (there.t == here.t).all()
        scale = np.maximum(1.0, np.abs(wanted).max(axis=0))
        assert (np.abs(there.rows - wanted) / scale).max() <= 1e-12, name


@pytest.mark.slow
def test_ten_models_take_the_same_steps_in_node(gallery: Any, tmp_path: Path) -> None:
    modules, runs = gallery
    check_same(run_in_node(modules, tmp_path), runs)


@pytest.mark.slow
def test_pages_of_the_documentation_run(browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = (Path(__file__).parents[2] / "docs" / "howto" / "run_in_a_page.md").read_text(encoding="utf-8")
    run_page(told, "run_in_a_page.md")
    program, said = told.split("```js\n")[1].split("```")[0], told.split("It prints `")[1].split("`")[0]
    assert in_node(program.replace("./", f"{tmp_path}/")).strip() == said
    (tmp_path / "index.html").write_text(told.split("```html\n")[1].split("```")[0], encoding="utf-8")
    tab, errors = browser.new_page(), []
    try:
        tab.on("pageerror", lambda error: errors.append(str(error)))
        tab.goto((tmp_path / "pendulum.html").as_uri())
        tab.wait_for_function("document.querySelector('output').textContent.startsWith('done at t = 10 after')")
        tab.route("http://page.test/*", lambda route: route.fulfill(path=tmp_path / route.request.url.split("/")[-1]))
        tab.goto("http://page.test/index.html")
        painted = "typeof pen === 'object' && pen.getImageData(0, 0, 400, 400).data.some((value) => value > 0)"
        tab.wait_for_function(painted)
    finally:
        tab.close()
    assert not errors


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="Other machines fuse products and sums.")
def test_bits_are_those_of_a_host_that_does_not_fuse_products_and_sums(tmp_path: Path) -> None:
    example = importlib.import_module("examples.robot_arm")
    system = lw.compile_model(example.model())
    simulation = portable_simulation(system, example.start(system), 1.0, times=51, method="dop853")
    there = Elsewhere(simulation.image, is_fused=False)
    assert there.run(10**6) == RUN_DONE
    (page,) = run_in_node([wasm_simulation(simulation)], tmp_path)
    assert page.rejected > 0
    assert (page.rows == there.blocks[simulation.places.samples.block]).all()


def pendulum() -> lw.System:
    m = lw.Model("pendulum")
    rod = m.body("rod", lw.Rod(length=1.0, mass=2.0))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    return lw.compile_model(m)


def mass_on_rail(force: lw.Force) -> lw.System:
    m = lw.Model("mass on a rail")
    bob = m.body("bob", lw.Sphere(radius=0.02, mass=0.5))
    m.connect("rail", lw.Prismatic("x"), m.ground, bob)
    m.connect("force", force, m.ground, bob)
    return lw.compile_model(m)


def into(more: Any, plan: Plan, rule: Any, result: Any) -> None:
    """A number that two loops, which are arguments, compute."""
    plan.rules.prepare(plan.values, 0.75)
    result[0] = more(rule, plan, 0)


def test_loops_as_arguments_have_the_bits_of_plain_python(tmp_path: Path) -> None:
    plan, result = plan_of(3), np.zeros(1)
    image = portable_image(into, (twice, plan, squared, result), ())
    entry = WasmEntry("run", PortableEntry(PortableCall(image.program.entry, image.arguments)))
    told: dict[str, int] = {}

    def about(memory: Any) -> dict[str, int]:
        told.update(at=memory.address(image.place(result)), values=memory.address(image.place(plan.values)))
        return told

    (tmp_path / "loops.wasm").write_bytes(wasm_module(image, [entry], about))
    program = f"""
    const module = new WebAssembly.Module(require("fs").readFileSync(process.argv[2]));
    const {{ run, memory }} = new WebAssembly.Instance(module, {{ env: {{}} }}).exports;
    run();
    const at = (place, n) => [...new Float64Array(memory.buffer, place, n)];
    console.log(JSON.stringify([at({told["at"]}, 1), at({told["values"]}, 5)]));
    """
    found = json.loads(in_node(program, str(tmp_path / "loops.wasm")))
    into(twice, plan, squared, result)
    assert found == [result.tolist(), plan.values.tolist()]


def test_events_end_runs_and_are_logged(tmp_path: Path) -> None:
    system = pendulum()
    start = system.state({"A.angle": 1.0})
    events = [
        lw.Event("down", "A.angle", np.pi / 2),
        lw.Event("swing", "A.angle_dot", direction="falling", terminal=True, count=2),
    ]
    given: Any = {"times": np.linspace(0.0, 10.0, 51), "events": events}
    here = lw.simulate(system, start, 10.0, **given)
    (there,) = run_in_node([lw.export_wasm(system, start, 10.0, **given)], tmp_path)
    assert there.status == "event" and there.reason.startswith("the event 'swing' ended the run")
    assert [name for _, name in there.events] == [o.event for o in here.events]
    np.testing.assert_allclose([t for t, _ in there.events], [o.t for o in here.events], rtol=1e-11)
    # Where a step ends just at an event, rounding decides whether a tiny one follows: steps are not compared.
    np.testing.assert_allclose(there.rows, host_rows(here)[: len(there.t)], rtol=1e-11, atol=1e-12)
    assert len(there.t) == len(here.t)


def test_symplectic_steps_have_the_same_values(tmp_path: Path) -> None:
    system = mass_on_rail(lw.Spring(20.0, 0.5))
    start = system.state({"rail.displacement": 0.8})
    given: Any = {"method": "symplectic", "h": 0.01, "times": 11}
    here = lw.simulate(system, start, 1.0, **given)
    (there,) = run_in_node([lw.export_wasm(system, start, 1.0, **given)], tmp_path)
    assert there.steps == here.certificate.steps
    np.testing.assert_allclose(there.rows, host_rows(here), rtol=1e-12, atol=1e-14)


def test_failure_in_a_page_is_told(tmp_path: Path) -> None:
    system = mass_on_rail(lw.FunctionForce(lambda e: 50.0 * e * e * e))
    start = system.state({"rail.displacement": 1.0})
    (there,) = run_in_node([lw.export_wasm(system, start, 10.0, times=101)], tmp_path)
    assert there.status == "failed" and "at t = " in there.reason


def test_page_reads_channels_and_begins_anew(tmp_path: Path) -> None:
    m = lw.Model("pendulum")
    rod = m.body("rod", lw.Rod(length=lw.Parameter("length", 1.0), mass=2.0))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    system = lw.compile_model(m)
    found = lw.export_wasm(system, None, 1.0, times=11, channels=("rod.position", "A.force"))
    path = found.write(tmp_path / "pendulum.wasm")
    program = """
    require(process.argv[2]);
    linkworkSimulation.begin(require("fs").readFileSync(process.argv[3])).then((run) => {
      run.advance(5);
      const steps = run.steps, status = run.status, refused = [];
      for (const wrong of [
        { parameter: {} }, { t: NaN }, { t: 2 }, { parameters: { length: 3, width: 1 } },
        { values: { "A.angle": "no" } },
      ]) {
        try { run.restart(wrong); } catch (error) { refused.push(error.message); }
      }
      try { run.advance(NaN); } catch (error) { refused.push(error.message); }
      const untouched = run.parameters().length === 1 && run.steps === 5;
      run.restart({ t: 0, values: { "A.angle": 0.7, "A.angle_dot": 0 }, parameters: { length: 2 } });
      run.advance();
      console.log(JSON.stringify({
        begun: [steps, status], refused, untouched,
        length: run.parameters().length, steps: run.steps, angle: [...run.samples("A.angle")],
        t: [...run.samples().t], channels: run.channels(), value: run.value("A.angle"), q: [...run.state().q],
      }));
    });
    """
    there = json.loads(in_node(program, str(tmp_path / "simulation.js"), str(path)))
    here = lw.simulate(system, system.state({"A.angle": 0.7, "length": 2.0}), 1.0, times=11)
    assert there["begun"] == [5, "running"] and there["length"] == 2.0 and there["untouched"]
    assert there["refused"] == [
        "restart: parameter is none of t, values, parameters",
        "restart: t = NaN is no time up to the end of the run, 1",
        "restart: t = 2 is no time up to the end of the run, 1",
        "width is none of length",
        "A.angle = no is no finite number",
        "advance: NaN is no number of steps",
    ]
    assert there["steps"] == here.certificate.steps and there["t"] == here.t.tolist()
    np.testing.assert_allclose(there["angle"], here["A.angle"], rtol=1e-12)
    assert there["value"] == there["q"][0] == there["angle"][-1]
    wanted = np.concatenate([here["rod.position"][-1], here["A.force"][-1]])
    np.testing.assert_allclose(list(there["channels"].values()), wanted, rtol=1e-11, atol=1e-12)
    assert list(there["channels"])[:2] == ["rod.position.x", "rod.position.y"]


CHANNELS = (
    *("A.angle", "C.angle_dot", "spring.force", "bob.position", "coupler.rotation", "rocker.velocity"),
    *("B.force", "bob.acceleration", "kinetic_energy", "potential_energy", "slow.tension"),
)


def sprung_loop(coordinates: str) -> lw.System:
    """A closed loop with a body whose centre lies beside its frame, forces with a state, and Parameters."""
    m = lw.Model("sprung loop")
    crank, coupler, rocker = (
        m.body(name, lw.Rod(length=x, mass=2.0 * x)) for name, x in (("crank", 0.3), ("coupler", 0.8), ("rocker", 0.6))
    )
    bob = m.body("bob", mass=lw.Parameter("mass", 1.2), com=(0.1, 0.0, 0.0), inertia=(0.02, 0.03, 0.03))
    m.connect("A", lw.Revolute("y"), m.ground, crank, initial={"angle": -1.0})
    m.connect("B", lw.Revolute("y"), crank.at(0.3, 0, 0), coupler)
    m.connect("C", lw.Revolute("y"), coupler.at(0.8, 0, 0), rocker)
    m.connect("D", lw.Revolute("y"), m.ground.at(0.7, 0, 0), rocker.at(0.6, 0, 0))
    m.connect("E", lw.Revolute("y"), rocker.at(0.3, 0, 0), bob, initial={"angle": 0.4})
    spring = lw.Spring(stiffness=lw.Parameter("k", 40.0), length=0.2)
    m.connect("spring", spring, m.ground.at(0.2, 0, -0.4), bob.at(0.2, 0, 0))
    m.connect("slow", lw.Maxwell(stiffness=30.0, damping=2.0), m.ground.at(0.0, 0, -0.6), coupler.at(0.4, 0, 0))
    return lw.compile_model(m, coordinates)


@pytest.mark.filterwarnings("ignore::linkwork.NotUniqueWarning")
def test_absolute_systems_run_in_pages_with_channels_events_and_other_parameters(tmp_path: Path) -> None:
    system = sprung_loop("absolute")
    start = lw.assemble(system)
    events = [lw.Event("low", "A.angle", 1.2), lw.Event("deep", lambda c: c["bob.position"][2] < -0.3)]
    given: Any = {"method": "dopri5", "rtol": 1e-7, "events": events}
    path = lw.export_wasm(system, start, 0.5, times=6, channels=CHANNELS, **given).write(tmp_path / "loop.wasm")
    program = """
    require(process.argv[2]);
    const [path, values] = [process.argv[3], JSON.parse(process.argv[4])];
    linkworkSimulation.begin(require("fs").readFileSync(path)).then((run) => {
      const found = [], events = () => run.events.map(({ t, name, y }) => [t, name, [...y]]);
      const tell = () => found.push([run.status, run.steps, run.channels(), events(), [...run.samples().rows]]);
      run.advance();
      tell();
      run.restart({ t: 0, values, parameters: { k: 90, mass: 2.5 } });
      run.advance();
      tell();
      console.log(JSON.stringify(found));
    });
    """
    layout = system.layout
    values = dict(zip((*layout.q, *layout.u, *layout.z), (*start.q, *start.u, *start.z), strict=True))
    there = json.loads(in_node(program, str(tmp_path / "simulation.js"), str(path), json.dumps(values)))
    other = replace(start, parameters={"k": 90.0, "mass": 2.5})
    for (status, steps, channels, happened, rows), state in zip(there, (start, other), strict=True):
        here = lw.simulate(system, state, 0.5, times=6, **given)
        assert (status, steps) == ("done", here.certificate.steps)
        np.testing.assert_allclose(np.reshape(rows, (6, -1)), host_rows(here), rtol=1e-9, atol=1e-10)
        seen = system.channels(here.final)
        wanted = np.concatenate([np.ravel(seen[name]) for name in CHANNELS])
        np.testing.assert_allclose(list(channels.values()), wanted, rtol=1e-8, atol=1e-8)
        assert [name for _, name, _ in happened] == [o.event for o in here.events] and happened
        for (t, _, y), o in zip(happened, here.events, strict=True):
            assert abs(t - o.t) < 1e-10 and np.abs(y[: len(o.before.q)] - o.before.q).max() < 1e-8


def test_absolute_and_tree_modules_end_alike(tmp_path: Path) -> None:
    tree, absolute = (sprung_loop(coordinates) for coordinates in ("tree", "absolute"))
    start = lw.assemble(tree)
    seen = tree.channels(start)
    poses = {body: lw.Pose(seen[f"{body}.rotation"], seen[f"{body}.position"]) for body in tree.model.bodies}
    given: Any = {"rtol": 1e-9, "times": 2, "method": "dopri5"}
    begun = [(tree, start), (absolute, lw.assemble(absolute, bodies=poses))]
    modules = [lw.export_wasm(system, state, 0.4, **given) for system, state in begun]
    one, other = run_in_node(modules, tmp_path)
    end = tree.state(dict(zip((*tree.layout.q, *tree.layout.u), one.rows[-1], strict=False)), t=0.4)
    wanted = np.concatenate([tree.channels(end)[f"{body}.position"] for body in tree.model.bodies])
    found = other.rows[-1][: 7 * len(tree.model.bodies)].reshape(-1, 7)[:, 4:].ravel()
    np.testing.assert_allclose(found, wanted, atol=1e-6)


def test_export_writes_module_and_loader(tmp_path: Path) -> None:
    found = lw.export_wasm(pendulum(), None, 1.0, tmp_path / "deep" / "pendulum.wasm")
    assert (tmp_path / "deep" / "pendulum.wasm").read_bytes() == found.module
    assert (tmp_path / "deep" / "simulation.js").read_text(encoding="utf-8") == found.loader
    assert found.about["names"] == ["A.angle", "A.angle_dot", "work"]
    wrong = {
        tmp_path / "simulation.js": "simulation.js is what runs the module",
        tmp_path / "deep": "deep is a folder; give a file such as",
        tmp_path / "deep" / "simulation.js" / "x.wasm": "is a file where a folder is needed",
    }
    for path, said in wrong.items():
        with pytest.raises(lw.ModelError, match=said):
            found.write(path)


def test_refusals_begin_with_the_name_of_the_function() -> None:
    system = pendulum()
    jump = lw.Event("jump", "A.angle", action=lambda system, state: None)
    with pytest.raises(lw.ModelError, match=r"^export_wasm: the action of the event 'jump'"):
        lw.export_wasm(system, None, 1.0, events=[jump])
    with pytest.raises(lw.ModelError, match=r"^export_wasm: give t_end"):
        lw.export_wasm(system)
    with pytest.raises(lw.ModelError, match=r"^export_wasm: weak2 steps in Python .* take 'auto'"):
        lw.export_wasm(system, None, 1.0, method="weak2")
    with pytest.raises(lw.ModelError, match=r"^export_wasm: 3 is not an event; make it one with lw"):
        lw.export_wasm(system, None, 1.0, events=[3])
    with pytest.raises(lw.ModelError, match=r"^export_wasm: path = 2\.0; give the name of a file"):
        lw.export_wasm(system, None, 1.0, 2.0)
