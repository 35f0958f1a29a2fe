"""Remarks about what looks like a mistake: in certificate and report, silenced by name; examples have none."""

import pytest

import linkwork as lw
from linkwork.analyses.common.plausibility import plausibility


class Feeding(lw.Force):
    """Damping of the wrong sign."""

    measure = lw.Distance()

    def law(self, e, e_dot):
        return -100.0 * (e - 1.0) + 5.0 * e_dot


def pendulum(inertia=0.08, angle=0.5, force=None, lost=False, **given) -> lw.Model:
    m = lw.Model("pendulum", **given)
    body = m.body("bob", mass=1.0, inertia=(inertia,) * 3)
    m.connect("A", lw.Revolute("y"), m.ground, body.at(0, 0, 0.1), initial={"angle": angle})
    m.connect("D", force or lw.Damper(5.0), m.ground.at(1, 0, 0), body.at(0, 0, -0.1))
    if lost:
        m.body("lost", mass=1.0, inertia=(1, 1, 1))
    return m


CASES = [
    ("degrees", {"angle": 60}, "A.angle starts at 60 rad, 9.55 turns: if these are degrees, write math.radians(60)."),
    ("gyration", {"inertia": 8e4}, "body 'bob': its radius of gyration is 283 m, but all points of body and model lie"),
    ("feeding", {"force": Feeding()}, "connection 'D': Feeding.law pushes the faster, the faster it moves: 5 W"),
    ("unheld", {"lost": True}, "body 'lost': no connection holds it; it falls freely."),
]


@pytest.mark.parametrize("form", ["tree", "absolute"])
@pytest.mark.parametrize(("name", "given", "sentence"), CASES, ids=[case[0] for case in CASES])
def test_a_remark_is_one_line_and_can_be_silenced(form, name, given, sentence) -> None:
    if (name, form) == ("unheld", "absolute"):
        given = {**given, "angle": 0.0}
    system = lw.compile_model(pendulum(**given), form)
    if form == "tree":
        notes = lw.simulate(system, t_end=0.01).certificate.notes
        assert sentence in lw.report(system)
    else:
        notes = tuple(plausibility(system))
    (note,) = notes
    assert str(note).startswith(sentence) and str(note).endswith(f"(silence={name!r})")
    quiet = lw.compile_model(pendulum(**given, silence=name), form)
    assert not plausibility(quiet, quiet.rest)


def test_silence_has_names() -> None:
    with pytest.raises(lw.ModelError, match=r"silence: there is no remark 'degree'. Did you mean 'degrees'"):
        lw.Model("m", silence={"degree"})
    assert lw.Model("m", silence="unheld").copy().silence == {"unheld"}


def test_an_ordinary_model_draws_no_remark() -> None:
    system = lw.compile_model(pendulum())
    assert lw.simulate(system, t_end=0.01).certificate.notes == ()
    assert "Remarks" not in lw.report(system)


@pytest.mark.parametrize("form", ["tree", "absolute"])
@pytest.mark.parametrize(("speed", "is_told"), [(1500.0, True), (-3000.0, True), (1500.5, False), (157.0, False)])
def test_a_drive_in_revolutions_per_minute_is_doubted(form, speed, is_told) -> None:
    """1500 rad/s are 14,324 a minute: whole numbers of a thousand and more; 150 rad/s and 1500.5 are nobody's slip."""
    for silence in ((), ("rpm",)):
        m = lw.Model("fan", silence=silence)
        hub, drive = m.body("hub", mass=1.0, inertia=(1, 1, 1)), {"angle": lw.Ramp(speed)}
        m.connect("shaft", lw.Revolute("z"), m.ground, hub, drive=drive)
        system = lw.compile_model(m, form)
        said = [str(x) for x in plausibility(system, system.rest)]
        assert len(said) == (is_told and not silence)
        assert not said or (f"shaft.angle is driven at {speed:g} rad/s" in said[0] and "* math.pi / 30" in said[0])
