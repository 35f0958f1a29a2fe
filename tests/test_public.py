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
    offered = set(lw.__all__)
    missing = [n for n, c in vars(catalogue).items() if isinstance(c, type) and n[0].isupper() and n not in offered]
    assert not missing


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
