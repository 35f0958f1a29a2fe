"""MuJoCo from its wheel, which carries header and library inside the Python package."""

import importlib.util
from importlib.metadata import version
from pathlib import Path

from benchmarks.peers import Unavailable
from benchmarks.peers.native import Toolkit


def name() -> str:
    """Return the peer's name with its version, as the tables show it."""
    return f"MuJoCo {version('mujoco')}"


def toolkit() -> Toolkit:
    """Return what compiling against MuJoCo needs, or raise `Unavailable`."""
    found = importlib.util.find_spec("mujoco")
    if found is None or found.origin is None:
        raise Unavailable("MuJoCo is not installed (`make bench` installs the wheel mujoco).")
    folder = Path(found.origin).parent
    libraries = sorted([*folder.glob("libmujoco.so*"), *folder.glob("libmujoco*.dylib")])
    if not libraries or not (folder / "include" / "mujoco" / "mujoco.h").is_file():
        raise Unavailable("This MuJoCo comes without header or library; the wheel mujoco has both.")
    return Toolkit(includes=(folder / "include",), libraries=(libraries[0],))
