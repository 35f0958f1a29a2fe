"""The functions of a system: one table, one way to ask for them."""

import pytest

import linkwork as lw
from linkwork.mechanics.function_table import channel_labels, function_entry


def pendulum() -> lw.System:
    m = lw.Model("pendulum")
    m.connect("A", lw.Revolute("y"), m.ground, m.body("arm", mass=1.0, com=(0.5, 0, 0), inertia=(0.1, 0.1, 0.1)))
    return lw.compile_model(m)


def test_code_is_kept_by_name_and_choice() -> None:
    system = pendulum()
    plain = system.kernel("motion")
    assert system.kernel("motion", rows=(), stabilisation=(0.0, 0.0)) is plain
    assert system.kernel("motion", stabilisation=(2.0, 2.0)) is not plain
    assert system.kernel("values", channels=("energy",)) is not system.kernel("values", channels=("arm.position",))


@pytest.mark.parametrize(
    ("name", "choice", "message"),
    [
        ("motin", {}, "there is no function of a system 'motin'. Did you mean 'motion'?"),
        ("motion", {"row": ()}, r"kernel\('motion'\): there is no choice 'row'. Did you mean 'rows'?"),
        ("energy", {"rows": ()}, r"kernel\('energy'\): there is no choice 'rows'"),
    ],
)
def test_what_is_not_there_is_told(name: str, choice: dict[str, object], message: str) -> None:
    with pytest.raises(lw.ModelError, match=message):
        pendulum().kernel(name, **choice)


def test_accelerations_mean_something_on_a_motion_only() -> None:
    assert function_entry("rates").is_dynamic and not function_entry("energy").is_dynamic


def test_single_numbers_of_channels_have_names() -> None:
    names = channel_labels(pendulum().equations, ("energy", "arm.position"))
    assert names == ("energy", "arm.position.x", "arm.position.y", "arm.position.z")
