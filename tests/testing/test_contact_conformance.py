"""The conformance checks of contacts catch what they promise."""

from typing import Any

import pytest

import linkwork as lw
from linkwork.spatial import matrix
from linkwork.testing import ConformanceError, check_contact, check_element, contacts


class Wheel(lw.Contact):
    """A wheel of radius r about y on the floor: right."""

    r = lw.parameter(default=0.3)
    is_distance = True

    def gap(self, rel: Any, t: Any) -> Any:
        return rel.p[2] - self.r * lw.sqrt(rel.R[2, 0] ** 2 + rel.R[2, 2] ** 2)

    def point(self, rel: Any, t: Any) -> Any:
        n = rel.R.T[:, 2]
        size = lw.sqrt(n[0] ** 2 + n[2] ** 2)
        return rel.p - rel.R @ matrix([self.r * n[0] / size, 0.0, self.r * n[2] / size])


class Elsewhere(Wheel):
    """It says that it touches under its centre, which a leaning wheel does not."""

    def point(self, rel: Any, t: Any) -> Any:
        return rel.p[0], rel.p[1], 0.0


class Scaled(Wheel):
    """Its gap is no distance, though it says so."""

    def gap(self, rel: Any, t: Any) -> Any:
        return 2.0 * super().gap(rel, t)


class Crooked(Wheel):
    """Its directions of sliding are not across the normal."""

    def tangents(self, rel: Any, t: Any) -> Any:
        return ((1.0, 0.0, 0.0), (0.0, 0.6, 0.8))


class Doubled(Wheel):
    """Both of its directions are the same."""

    def tangents(self, rel: Any, t: Any) -> Any:
        return ((1.0, 0.0, 0.0), (1.0, 0.0, 0.0))


class Long(Wheel):
    """Its directions are too long."""

    def tangents(self, rel: Any, t: Any) -> Any:
        return ((2.0, 0.0, 0.0), (0.0, 1.0, 0.0))


class Far(lw.Contact):
    """Nothing ever touches it."""

    def gap(self, rel: Any, t: Any) -> Any:
        return 1.0 + rel.p[2] ** 2


class Stop(lw.Contact):
    """On a coordinate."""

    of_coordinates = True
    ends = 1

    def gap(self, q: Any, t: Any) -> Any:
        return 1.0 - q[0] + 0.1 * lw.sin(t)


class Lift(lw.Contact):
    """A floor that moves with time, without friction and without a point."""

    def gap(self, rel: Any, t: Any) -> Any:
        return rel.p[2] - 0.1 * lw.sin(3.0 * t) * rel.R[0, 0]


def test_good_contacts_pass() -> None:
    check_element(Wheel())
    check_element(Wheel(friction=0.3))
    check_element(Stop())
    check_element(Lift())


@pytest.mark.parametrize(
    ("contact", "name"),
    [
        (Elsewhere(), "point"),
        pytest.param(Scaled(), "gap", marks=pytest.mark.slow),
        (Crooked(), "tangents"),
        (Doubled(), "tangents"),
        (Long(), "tangents"),
        pytest.param(Far(), "gap", marks=pytest.mark.slow),
    ],
    ids=lambda x: getattr(x, "kind", ""),
)
def test_faulty_contacts_are_caught(contact: lw.Contact, name: str) -> None:
    with pytest.raises(ConformanceError) as caught:
        check_contact(contact)
    assert caught.value.property == name


def test_a_contact_for_stepping_has_no_checks() -> None:
    box = lw.BoxSurface((1.0, 1.0, 1.0))
    with pytest.raises(ConformanceError, match="is not smooth"):
        check_contact(lw.UnilateralContact().placed((box, lw.CylinderSurface(0.5, 1.0))))


class Never(lw.Contact):
    """It never touches."""

    def gap(self, rel: Any, t: Any) -> Any:
        return rel.p[2] ** 2 + 1.0


def test_what_never_touches_is_given_up_early(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    draw = contacts.random_motion
    monkeypatch.setattr(contacts, "random_motion", lambda *given: drawn.append(1) or draw(*given))
    with pytest.raises(ConformanceError, match="no pose was found at which point 1 touches"):
        check_contact(Never())
    assert len(drawn) < 60
