"""Segments of a human body against the table they come from, digit by digit, and against their own sums."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.library.anthropometry import ANKLE_HEIGHT, MEAN_BODIES, NECK_SHARE

SEXES = ("male", "female")
LIMBS = {"upper_arm": 2, "forearm": 2, "hand": 2, "thigh": 2, "shank": 2, "foot": 2}


@pytest.mark.seed("S2.8")
@pytest.mark.parametrize("sex", SEXES)
@pytest.mark.parametrize(("height", "mass"), [(1.75, 75.0), (1.52, 48.5), (2.01, 130.0)])
def test_mass_and_height_are_those_asked_for(sex: str, height: float, mass: float) -> None:
    body = lw.body_segments(height, mass, sex)
    assert len(body.of) == 17
    assert sum(segment.mass for segment in body.of.values()) == pytest.approx(mass, rel=1e-14)
    over_the_hips = ("lower_torso", "middle_torso", "upper_torso", "neck", "head")
    assert body.hip_height + sum(body[name].length for name in over_the_hips) == pytest.approx(height, rel=1e-14)
    assert body.ankle_height == pytest.approx(ANKLE_HEIGHT * height)


# De Leva (1996), table 4, in his units: length in mm, mass in %, centre and radii of gyration in % of the length.
PRINTED = {
    ("male", "thigh"): (422.2, 14.16, 40.95, 32.9, 32.9, 14.9),
    ("male", "shank"): (440.3, 4.33, 43.95, 25.1, 24.6, 10.2),
    ("male", "upper_arm"): (281.7, 2.71, 57.72, 28.5, 26.9, 15.8),
    ("male", "forearm"): (268.9, 1.62, 45.74, 27.6, 26.5, 12.1),
    ("male", "hand"): (187.9, 0.61, 36.24, 28.8, 23.5, 18.4),
    ("female", "thigh"): (368.5, 14.78, 36.12, 36.9, 36.4, 16.2),
    ("female", "shank"): (438.6, 4.81, 43.52, 26.7, 26.3, 9.2),
    ("female", "upper_arm"): (275.1, 2.55, 57.54, 27.8, 26.0, 14.8),
    ("female", "forearm"): (264.3, 1.38, 45.59, 26.1, 25.7, 9.4),
    ("female", "hand"): (170.1, 0.56, 34.27, 24.4, 20.8, 15.4),
}


@pytest.mark.seed("S2.8", passage="§1")
@pytest.mark.parametrize(("sex", "name"), PRINTED)
def test_limbs_of_the_mean_body_have_the_printed_digits(sex: str, name: str) -> None:
    mean = MEAN_BODIES[sex]
    segment = lw.body_segments(mean.height, mean.mass, sex)[f"{name}_left"]
    length, mass, centre, *radii = PRINTED[sex, name]
    assert 1e3 * segment.length == pytest.approx(length, abs=1e-9)
    assert 100 * segment.mass / mean.mass == pytest.approx(mass, rel=1.1e-4)  # parts of women add up to 0.9999
    assert -100 * segment.com[2] / segment.length == pytest.approx(centre, abs=1e-9)
    gyration = 100 * np.sqrt(segment.inertia / segment.mass) / segment.length
    np.testing.assert_allclose(gyration, radii, rtol=1e-12)


@pytest.mark.parametrize("sex", SEXES)
def test_trunk_has_the_printed_parts(sex: str) -> None:
    """Lengths of trunk, neck and head keep the proportions of the table; masses keep their parts."""
    mean = MEAN_BODIES[sex]
    body = lw.body_segments(mean.height, mean.mass, sex)
    names = ("lower_torso", "middle_torso", "upper_torso")
    scales = [body[name].length / mean.segments[name].length for name in names]
    scales.append((body["neck"].length + body["head"].length) / mean.segments["head_and_neck"].length)
    np.testing.assert_allclose(scales, scales[0], rtol=1e-12)
    assert scales[0] == pytest.approx({"male": 0.958, "female": 1.002}[sex], abs=5e-4)
    for name in names:
        assert body[name].mass / mean.mass == pytest.approx(mean.segments[name].mass, rel=1.1e-4)


@pytest.mark.parametrize("sex", SEXES)
def test_neck_and_head_together_are_the_segment_of_the_table(sex: str) -> None:
    mean = MEAN_BODIES[sex]
    body, row = lw.body_segments(mean.height, mean.mass, sex), mean.segments["head_and_neck"]
    neck, head = body["neck"], body["head"]
    both, length = neck.mass + head.mass, neck.length + head.length
    assert neck.mass / both == pytest.approx(NECK_SHARE)
    raised = head.com + np.array([0.0, 0.0, neck.length])
    centre = (neck.mass * neck.com + head.mass * raised) / both
    assert 1 - centre[2] / length == pytest.approx(row.centre, rel=1e-12)
    inertia = np.zeros(3)
    for segment, place in ((neck, neck.com), (head, raised)):
        arm = place - centre
        inertia += segment.inertia + segment.mass * (arm @ arm - arm**2)
    radii = np.sqrt(inertia / both) / length
    np.testing.assert_allclose(radii, [row.sagittal, row.transverse, row.longitudinal], rtol=1e-12)
    assert (head.inertia > 0).all() and head.inertia.sum() > 2 * head.inertia.max()


def test_sides_are_alike_and_a_foot_lies_forward() -> None:
    body = lw.body_segments()
    for name in LIMBS:
        left, right = body[f"{name}_left"], body[f"{name}_right"]
        assert left.mass == right.mass and (left.inertia == right.inertia).all()
    foot = body["foot_left"]
    assert foot.inertia[0] == foot.inertia.min() and foot.com[0] > 0


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"height": 0.0}, "height = 0.0: must be a positive number, in m"),
        ({"height": float("nan")}, "height = nan"),
        ({"mass": -70.0}, "mass = -70.0: must be a positive number, in kg"),
        ({"height": "1.8"}, "height = '1.8'; give a number"),
        ({"height": 180, "mass": 80}, "height = 180 m: that looks like centimetres; give metres, 1.8"),
        ({"height": 12.0}, "height = 12 m: must be from 0.4 to 3 m"),
        ({"height": 1.8, "mass": 80000}, "mass = 80000 kg at a height of 1.8 m: must be from 25.9 to 389 kg"),
        ({"sex": "man"}, "sex = 'man': choose one of 'male', 'female'"),
    ],
)
def test_impossible_bodies_are_refused(given: dict, sentence: str) -> None:
    with pytest.raises(lw.ModelError, match=sentence.replace(".", r"\.")):
        lw.body_segments(**given)
    with pytest.raises(lw.ModelError, match="tone = -1"):
        lw.human_body(tone=-1)
    with pytest.raises(lw.ModelError, match="tone = 'high'; give a number"):
        lw.human_body(tone="high")  # type: ignore[arg-type]
    with pytest.raises(lw.ModelError, match="ground = 'no'; give True or False"):
        lw.human_body(ground="no")  # type: ignore[arg-type]
    with pytest.raises(lw.ModelError, match=r"no segment 'tigh_left'. Did you mean 'thigh_left'"):
        lw.body_segments()["tigh_left"]
