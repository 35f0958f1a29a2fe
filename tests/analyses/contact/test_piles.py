"""Heaps of free bodies that touch with surfaces, through `lw.simulate`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
import linkwork.analyses.engines.heap as heaps

EDGE = 0.2


def heap(places: Sequence[tuple[float, float, float]], friction: float = 0.5, restitution: float = 0.0) -> Any:
    m = lw.Model("heap")
    boxes = [m.body(f"box{k}", lw.Box(size=(EDGE, EDGE, EDGE), mass=1.0)) for k in range(len(places))]
    group = lw.ContactGroup(friction=friction, restitution=restitution)
    m.connect("heap", group, m.ground.plane("z"), *(box.surface() for box in boxes))
    system = lw.compile_model(m, "absolute")
    start = system.placed({f"box{k}": lw.Pose(np.eye(3), place) for k, place in enumerate(places)})
    return system, start


def test_a_stack_settles_and_rests() -> None:
    system, start = heap([(0.0, 0.0, 0.1005 + k * 0.2005) for k in range(4)])
    run = lw.simulate(system, start, t_end=1.0, times=3, h=2e-3)
    heights = [run[f"box{k}.position"][-1][2] for k in range(4)]
    np.testing.assert_allclose(heights, [0.1, 0.3, 0.5, 0.7], atol=1e-9)
    assert run.certificate.method == "leapfrog"
    assert run.verdict.is_good, run.verdict
    assert any("17 contacts" in n or "16 contacts" in n for n in run.certificate.notes), run.certificate.notes


def test_springs_act_on_heaps() -> None:
    m = lw.Model("pulled", gravity=(0.0, 0.0, -9.81))
    box = m.body("box", lw.Box(size=(0.4, 0.4, 0.4), mass=1.0))
    m.connect(
        "heap",
        lw.ContactGroup(friction=0.9),
        m.ground.plane("z"),
        box.surface(),
        m.ground.box((0.1, 0.1, 0.1), at=(9, 9, 0)),
    )
    m.connect("pull", lw.AppliedForce(force=(0.0, 0.0, 20.0)), box)
    system = lw.compile_model(m, "absolute")
    run = lw.simulate(system, system.placed({"box": lw.Pose(np.eye(3), (0, 0, 0.2))}), t_end=0.4, times=[0.4], h=1e-3)
    assert run["box.position"][-1][2] == pytest.approx(0.2 + 0.5 * (20.0 - 9.81) * 0.16, rel=1e-2)


def test_momentum_of_two_that_meet_in_free_space() -> None:
    m = lw.Model("meeting", gravity=(0.0, 0.0, 0.0))
    a, b = (m.body(name, lw.Box(size=(0.2, 0.3, 0.4), mass=mass)) for name, mass in (("a", 1.0), ("b", 3.0)))
    m.connect("pair", lw.ContactGroup(restitution=0.7, friction=0.3), a.surface(), b.surface())
    system = lw.compile_model(m, "absolute")
    turned = lw.Pose(lw.rotation_z(0.4), (0.6, 0.05, 0.02))
    start = system.placed(
        {"b": turned}, {"a": ((0.1, 0.2, 0.3), (2.0, 0.0, 0.0)), "b": ((0.0, 0.0, 0.0), (-1.0, 0.0, 0.0))}
    )
    run = lw.simulate(system, start, t_end=0.6, times=[0.0, 0.6], h=1e-3)
    total = 1.0 * run["a.velocity"] + 3.0 * run["b.velocity"]
    np.testing.assert_allclose(total[1], total[0], atol=1e-12)
    assert abs(run["a.velocity"][1][0] - 2.0) > 0.5, "they must have met"
    assert run["kinetic_energy"][1] < run["kinetic_energy"][0]


def test_forces_of_pairs_and_on_bodies_are_channels() -> None:
    """Each box carries what is above it; names are those of the bodies, and pairs that never touch have none."""
    system, start = heap([(0.0, 0.0, 0.1 + k * 0.2) for k in range(3)])
    run = lw.simulate(system, start, t_end=0.1, times=3, h=2e-3)
    weight = 9.81
    names = ("heap: ground–box0", "heap: box0–box1", "heap: box1–box2")
    for above, name in zip((3.0, 2.0, 1.0), names, strict=True):
        np.testing.assert_allclose(run[f"{name}.force"][-1], (0.0, 0.0, above * weight), atol=1e-6)
    for k in range(3):
        np.testing.assert_allclose(run[f"heap.box{k}.contact_force"][-1], (0.0, 0.0, weight), atol=1e-6)
    with pytest.raises(lw.ModelError, match="there is no channel"):
        run["heap: box0–box2.force"]


def test_a_pair_that_meets_later_has_had_no_force_before() -> None:
    system, start = heap([(0.0, 0.0, 0.1), (0.0, 0.0, 0.35)])
    run = lw.simulate(system, start, t_end=0.3, times=[0.0, 0.05, 0.3], h=2e-3)
    np.testing.assert_allclose(run["heap: box0–box1.force"][:, 2], (0.0, 0.0, 9.81), atol=1e-6)


def test_a_solver_that_stops_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    masses = (1.0, 2000.0, 1.0)
    m = lw.Model("crates")
    crates = [m.body(f"crate{k}", lw.Box(size=(EDGE, EDGE, EDGE), mass=mass)) for k, mass in enumerate(masses)]
    m.connect("stack", lw.ContactGroup(friction=0.5), m.ground.plane("z"), *(crate.surface() for crate in crates))
    system = lw.compile_model(m, "absolute")
    start = system.placed({f"crate{k}": lw.Pose(np.eye(3), (0, 0, 0.1 + k * 0.2)) for k in range(3)})
    assert lw.simulate(system, start, t_end=0.02, times=2, h=2e-3).verdict.is_good
    monkeypatch.setattr(heaps, "ContactStepper", partial(heaps.ContactStepper, sweeps=4, pause=0))
    run = lw.simulate(system, start, t_end=0.02, times=2, h=2e-3)
    assert not run.verdict.is_good
    said = r"the contact solver stopped at residual \d\.\de[-+]\d+ m/s after 4 sweeps; worst: stack: "
    said += r"\w+–\w+ \d+( \(mass ratio 1:2e\+03\))?, and \d+ of 10 steps ended like this: take a shorter step than"
    assert re.search(said, str(run.verdict)), run.verdict


def test_deep_overlaps_make_a_run_doubtful() -> None:
    """Boxes that tumble a good part of their thickness in a step meet other edges than those that were seen before."""
    system, start = heap([(0.0, 0.0, 0.0)] * 4)
    turned = [lw.rotation_x(0.7) @ lw.rotation_y(0.4 + 0.3 * k) for k in range(4)]
    start = system.placed({f"box{k}": lw.Pose(turned[k], (0.03 * k, 0.0, 0.3 + 0.4 * k)) for k in range(4)})
    fine, coarse = (lw.simulate(system, start, t_end=1.0, times=2, h=h) for h in (5e-4, 2.5e-2))
    assert "bodies entered each other by up to" in str(coarse.verdict)
    assert not coarse.verdict.is_good
    assert "entered each other" not in str(fine.verdict)


def test_messages() -> None:
    system, start = heap([(0.0, 0.0, 0.1), (0.0, 0.0, 0.29)])
    with pytest.raises(lw.ModelError, match=r"start: heap: box0–box1 \d+ overlap by 10 mm at t = 0\. Lift the body"):
        lw.simulate(system, start, t_end=0.1, times=2, h=1e-3)
    with pytest.raises(lw.ModelError, match=r"its ends may touch in 68 points; up to 60 are followed from event to"):
        lw.simulate(system, start, t_end=0.1, contact="events")


def test_forces_of_pairs_are_in_files(tmp_path: Path) -> None:
    """Saved from memory and written on the way they are the same; of very many pairs a note says what is missing."""
    system, start = heap([(0.0, 0.0, 0.1), (0.0, 0.0, 0.35)])
    given = {"t_end": 0.2, "times": 5, "h": 2e-3}
    run = lw.simulate(system, start, **given)
    run.save(tmp_path / "saved.nc")
    lw.simulate(system, start, output=lw.Output(file=tmp_path / "streamed.nc"), **given)
    assert np.abs(run["heap: box0–box1.force"]).max() > 1.0
    for name in ("saved.nc", "streamed.nc"):
        loaded = lw.load_run(tmp_path / name)
        for channel in ("heap: box0–box1.force", "heap: ground–box0.force", "heap.box1.contact_force"):
            np.testing.assert_array_equal(loaded[channel], run[channel])
    system, start = heap([(0.3 * k, 0.0, 0.1) for k in range(12)])
    many = lw.simulate(system, start, t_end=4e-3, times=2, h=2e-3, output=lw.Output(file=tmp_path / "many.nc"))
    said = "forces of pairs are not in the file, since 78 pairs may touch and a file has columns for up to 60"
    assert any(str(note).startswith(said) for note in many.certificate.notes), many.certificate.notes
