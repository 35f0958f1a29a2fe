"""The public face: every name of the stub exists, every catalogue entry is offered, and importing costs nothing."""

import pkgutil
import subprocess
import sys

import pytest

import linkwork as lw
from linkwork.elements import catalogue


def test_every_name_resolves() -> None:
    assert not [name for name in lw.__all__ if getattr(lw, name, None) is None]


def test_the_whole_catalogue_is_offered() -> None:
    shipped = {name for name, kind in catalogue.registered().items() if kind.__module__.startswith("linkwork.elements")}
    assert shipped <= set(lw.__all__)


def test_no_name_is_that_of_a_folder() -> None:
    """Importing a subpackage would put it in place of the function or class of that name."""
    folders = {module.name for module in pkgutil.iter_modules(lw.__path__)}
    assert not folders & set(lw.__all__)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="Revolut"):
        _ = lw.Revolut  # type: ignore[attr-defined]


def test_importing_loads_nothing_heavy() -> None:
    heavy = ("numpy", "scipy", "sympy", "numba", "llvmlite", "networkx", "pint", "matplotlib")
    code = f"import sys, linkwork; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


FOUR_BAR = """
import sys
import linkwork as lw
model = lw.Model("four-bar", gravity=(0, -9.81, 0))
sizes = {"crank": 1.0, "coupler": 2.0, "rocker": 2.0}
crank, coupler, rocker = (model.body(name, lw.Rod(length=x, mass=1.0)) for name, x in sizes.items())
model.connect("A", lw.Revolute("z"), model.ground, crank)
model.connect("B", lw.Revolute("z"), crank.at(1.0, 0, 0), coupler)
model.connect("C", lw.Revolute("z"), coupler.at(2.0, 0, 0), rocker)
model.connect("D", lw.Revolute("z"), rocker.at(2.0, 0, 0), model.ground.at(2.0, 0, 0))
system = lw.compile_model(model)
run = lw.simulate(system, lw.assemble(system, {"A.angle": 1.0}), 0.1)
run["A.angle"]
print(*sys.modules)
"""
SLOW_OR_ELSEWHERE = {
    *("scipy.linalg", "sympy", "pint", "numpy.f2py", "numpy.ma", "importlib.metadata"),
    *("linkwork.flexible.reduce", "linkwork.elements.forces", "linkwork.elements.contacts", "linkwork.studies"),
    *("linkwork.numerics.contact_steps.stepper", "linkwork.analyses.contact.event_driver", "linkwork.views"),
}
MOST_MODULES = 640
"""Modules of linkwork that the run of a tree may load; it was 846."""


def test_a_run_of_a_tree_loads_what_it_needs() -> None:
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", FOUR_BAR], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & SLOW_OR_ELSEWHERE
    assert len([name for name in loaded if name.startswith("linkwork")]) <= MOST_MODULES
