"""Muscles of the legs: lever arms as published, both sides alike, scaling, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.library.leg_muscles import HEEL, HIP, LEG_MUSCLES

RIGID = {"tendon": "rigid", "control": "activation"}


@pytest.fixture(scope="module")
def legs() -> lw.System:
    m = lw.human_body(1.80, 75.16, ground=False)
    assert lw.leg_muscles(m, **RIGID)[:2] == ("hamstrings_left", "biceps_femoris_short_left")
    return lw.compile_model(m)


def arm(system: lw.System, muscle: str, joint: str, degrees: float) -> float:
    """How much a muscle shortens by as a joint turns by a radian, in m."""
    state = system.state({joint: np.radians(degrees), f"{joint}_dot": 1.0})
    return -float(system.channels(state)[f"{muscle}.measure_dot"])


# In cm, read off the curves of Delp et al. (1990) and of Spoor and van Leeuwen (1992), who measured knees; a centimetre
# is what they differ by.
ARMS = [
    ("vasti_right", "knee_right.angle", 20, -4.5),
    ("vasti_right", "knee_right.angle", 60, -3.5),
    ("hamstrings_right", "knee_right.angle", 60, 3.5),
    ("gastrocnemius_right", "knee_right.angle", 20, 2.0),
    ("soleus_left", "ankle_left.first", 0, -4.8),
    ("gastrocnemius_left", "ankle_left.first", 0, -4.8),
    ("tibialis_anterior_left", "ankle_left.first", 0, 4.5),
]


@pytest.mark.seed("S0.5", passage="§1.1, muscles of arbitrary geometry")
@pytest.mark.parametrize(("muscle", "joint", "degrees", "published"), ARMS)
def test_lever_arms_are_near_the_published_ones(legs, muscle, joint, degrees, published):
    assert 100.0 * arm(legs, muscle, joint, degrees) == pytest.approx(published, abs=1.0)


def test_both_legs_are_alike_and_pull_as_they_are_drawn(legs):
    """Lengths of left and right; that of the hamstrings, straight from point to point, by hand."""
    state = legs.state({f"knee_{side}.angle": 0.7 for side in ("left", "right")})
    at = legs.channels(state)
    for name in LEG_MUSCLES:
        assert at[f"{name}_left.measure"] == pytest.approx(at[f"{name}_right.measure"], abs=1e-14)
        assert at[f"{name}_left.tension"] == pytest.approx(at[f"{name}_right.tension"], abs=1e-9)
    m = legs.model
    line = [end.body.name for end in m["soleus_left"].ends]
    assert line == ["shank_left", "foot_left"]
    heel = m["soleus_left"].ends[1].X.p
    shank = -m["ankle_left"].ends[0].X.p[2] / (0.43 - 0.0135)
    np.testing.assert_allclose(heel, shank * np.array([HEEL[0], HEEL[2] - 0.0053, HEEL[1] + 0.031]), atol=1e-15)
    pelvis, hip = m["hamstrings_left"].ends[0].X.p, m["hip_left"].ends[0].X.p
    x, y, z = np.array((-0.12596, -0.10257, 0.06944)) - HIP
    np.testing.assert_allclose(pelvis - hip, hip[1] / HIP[2] * np.array([x, z, y]), atol=1e-15)


def test_the_kneecap_stands_where_the_source_has_it():
    """Its table of the vasti, in the shank, at four angles of flexion; outside of its range it stays."""
    rows = np.array(LEG_MUSCLES["vasti"].kneecap)
    table = {0.0: (0.0554632, 0.0252923), 0.349066: (0.0412569, 0.0261187)}
    table |= {1.0472: (0.0292715, 0.0271363), 2.0944: (0.0082733, 0.025599)}
    for angle, place in table.items():
        np.testing.assert_allclose((angle ** np.arange(len(rows)) @ rows)[:2], place, atol=2.5e-4)


def test_forces_grow_with_mass_and_lengths_with_paths():
    bodies = [lw.human_body(1.60, 60.0, ground=False), lw.human_body(1.92, 90.0, ground=False)]
    for m in bodies:
        lw.leg_muscles(m, ("left",), {"vasti_left": 0.3}, **RIGID)
    small, large = (m["vasti_left"].element for m in bodies)
    assert large.force / small.force == pytest.approx(1.5)
    assert large.fibre / small.fibre == pytest.approx(1.2, abs=1e-9) == large.slack / small.slack
    assert bodies[0]["vasti_left"].inputs["activation"] == 0.3


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"sides": ("middle",)}, "there is no side 'middle'"),
        ({"inputs": {"vastus": 0.1}}, "there is no muscle 'vastus'"),
        ({"model": lw.Model("bare")}, "the model has no joint 'hip_left'; give one that lw.human_body made"),
    ],
)
def test_what_is_no_leg_is_told(given, said):
    with pytest.raises(lw.ModelError, match=said):
        lw.leg_muscles(**{"model": lw.human_body(ground=False)} | given)
