"""Loads that points could share in many ways: only those give way that must, in whatever order ends are given."""

from __future__ import annotations

import pytest

import linkwork as lw
from linkwork.analyses.contact.contact_equations import ContactEquations
from linkwork.analyses.contact.contact_table import contact_table

SIZE = (0.4, 0.3, 0.1)


def boxes_on_a_tray(pull: float, *, swapped: bool = False) -> lw.Model:
    """Two boxes on a tray that is accelerated; the lower one is on a slippery face."""
    m = lw.Model("tray")
    tray = m.body("tray", lw.Box(size=(2.0, 0.4, 0.04), mass=3.0, at=(0, 0, -0.02)))
    m.connect("slide", lw.Prismatic("x"), m.ground, tray, drive={"displacement": lw.Polynomial((0, 0, 0, pull / 6))})
    below = tray.box((2.0, 0.4, 0.04), at=(0, 0, -0.02), face="z")
    for k, (width, mu) in enumerate(((0.4, 0.1), (0.3, 0.5)), start=1):
        size = (width, *SIZE[1:])
        box = m.body(f"box{k}", lw.Box(size=size, mass=2.0))
        m.connect(f"plane{k}", lw.Planar("y"), m.ground, box, initial={"x": (k - 0.5) * SIZE[2]})
        feet = box.tips([(-width / 2, 0, -SIZE[2] / 2), (width / 2, 0, -SIZE[2] / 2)])
        ends = (feet, below) if swapped else (below, feet)
        m.connect(f"face{k}", lw.UnilateralContact(friction=mu), *ends)
        below = box.box(size, face="z")
    return m


@pytest.mark.few(1)
@pytest.mark.parametrize("swapped", [False, True])
def test_the_slippery_face_gives_way_where_friction_ends_and_no_other(swapped: bool) -> None:
    """The tray's acceleration p t passes μ g at t = μ g/p; then both boxes go on with μ g."""
    pull = 4.0
    system = lw.compile_model(boxes_on_a_tray(pull, swapped=swapped))
    run = lw.simulate(system, None, 0.5, rtol=1e-10, atol=1e-12)
    slips = next(c for c in run.contacts if "slip" in c.modes.values())
    begins = 0.1 * 9.81 / pull
    assert slips.t == pytest.approx(begins, abs=1e-8)
    assert [slips.modes[f"face2.point {k}"] for k in (1, 2)] == ["stick", "stick"]
    expected = pull * begins**2 / 2 + 0.1 * 9.81 * (0.5 - begins)
    assert [run.final[f"plane{k}.y_dot"] for k in (1, 2)] == pytest.approx([expected] * 2, rel=1e-8)


@pytest.mark.parametrize("swapped", [False, True])
def test_nothing_slides_out_of_the_plane(swapped: bool) -> None:
    system = lw.compile_model(boxes_on_a_tray(1.0, swapped=swapped))
    at = ContactEquations(contact_table(system), system.rest)
    assert [len(at.slip_rows(k)) for k in range(4)] == [1, 1, 1, 1]
