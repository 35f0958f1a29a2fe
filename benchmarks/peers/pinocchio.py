"""Pinocchio from its wheel: headers and libraries lie under the folder `cmeel.prefix` of the environment."""

import importlib.util
from importlib.metadata import version
from pathlib import Path

from benchmarks.peers import Unavailable
from benchmarks.peers.native import Toolkit

# Pinocchio's variant of all joint types is longer than Boost's default limits on type lists.
BOOST_LIMITS = (
    "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS",
    "-DBOOST_MPL_LIMIT_LIST_SIZE=40",
    "-DBOOST_MPL_LIMIT_VECTOR_SIZE=40",
    "-DFUSION_MAX_VECTOR_SIZE=40",
)


def name() -> str:
    """Return the peer's name with its version, as the tables show it."""
    return f"Pinocchio {version('pin')}"


def toolkit() -> Toolkit:
    """Return what compiling against Pinocchio needs, or raise `Unavailable`."""
    prefix = _prefix()
    eigen = prefix / "include" / "eigen3"
    if not eigen.is_dir():
        raise Unavailable("Pinocchio's headers need Eigen's: install the wheel cmeel-eigen (`make bench` does).")
    return Toolkit(
        includes=(prefix / "include", eigen),
        libraries=(prefix / "lib" / "libpinocchio_default.so",),
        flags=("-std=c++17", "-Wno-deprecated-declarations", *BOOST_LIMITS),
    )


def _prefix() -> Path:
    # `find_spec` runs nothing of the peer; the module lies in PREFIX/lib/pythonX.Y/site-packages/pinocchio.
    found = importlib.util.find_spec("pinocchio")
    if found is None or found.origin is None:
        raise Unavailable("Pinocchio is not installed (`make bench` installs the wheel pin).")
    prefix = Path(found.origin).parents[4]
    if not (prefix / "include" / "pinocchio").is_dir():
        raise Unavailable("This Pinocchio comes without headers; the wheel pin has them.")
    return prefix
