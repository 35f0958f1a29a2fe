"""A model that was compiled before runs without its equations being derived, and only then."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.kernels import code
from linkwork.mechanics.function_table import FunctionEntry
from linkwork.system import compile_model
from tests.model.contents import GIVEN, OTHER, model


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("LINKWORK_CACHE_DIR", str(tmp_path / "cache"))


@pytest.fixture
def derived(monkeypatch):
    """How often functions of equations were traced."""
    made, real = [], FunctionEntry.trace
    monkeypatch.setattr(
        FunctionEntry, "trace", lambda self, e, name, *chosen: made.append(name) or real(self, e, name, *chosen)
    )
    return made


def acceleration(m):
    """As a new process would find it."""
    code._loaded.clear()
    system = compile_model(m)
    return system.evaluate("acceleration", system.rest).u_dot


def test_equations_are_derived_once(own_cache, derived):
    first = acceleration(model())
    assert derived == ["acceleration"]
    np.testing.assert_array_equal(acceleration(model()), first)
    assert derived == ["acceleration"]


@pytest.mark.parametrize("what", GIVEN)
def test_a_changed_model_is_derived_anew(own_cache, derived, monkeypatch, what):
    acceleration(model())
    changed = model(**{what: OTHER[what]})
    found = acceleration(changed)
    assert len(derived) == 2
    monkeypatch.setenv("LINKWORK_CACHE_DIR", "")
    np.testing.assert_array_equal(found, acceleration(changed))


def test_functions_of_one_model_are_told_apart(own_cache):
    for _ in range(2):
        code._loaded.clear()
        system = compile_model(model())
        assert system.evaluate("energy", system.rest)._fields == ("kinetic", "potential")
        assert system.mass_matrix(system.rest).shape == (3, 3)
        assert len(system.evaluate("acceleration", system.rest).u_dot) == 3


def test_a_users_class_is_derived_anew(own_cache, derived):
    """What a method computes is in no field: only tracing tells."""

    def pulled(factor):
        class Pull(lw.Load):
            def wrench(self, rel, t):
                return (0.0, 0.0, 0.0), (factor, 0.0, 0.0)

        m = lw.Model(gravity=(0.0, 0.0, 0.0))
        m.connect("pull", Pull(), m.body("body", mass=2.0, inertia=(1.0, 1.0, 1.0)))
        return m

    for factor in (2.0, 3.0, 2.0):
        assert np.abs(acceleration(pulled(factor))).max() == pytest.approx(factor / 2.0)
    assert derived.count("acceleration") == 3
