"""The workbench: equations one can read, derive by hand with SymPy, compare, and run."""

from .comparing import Comparison, compare
from .compiling import Law, compile_equations
from .deriving import Derivation, derive
from .frames import Frame
from .lagrange import LagrangeEquations
from .newton_euler import NewtonEuler, RigidBody
from .rotations import A_x, A_y, A_z, tilde
from .sheet import motion_symbols
from .written import Written, latex

__all__ = [
    "A_x",
    "A_y",
    "A_z",
    "Comparison",
    "Derivation",
    "Frame",
    "LagrangeEquations",
    "Law",
    "NewtonEuler",
    "RigidBody",
    "Written",
    "compare",
    "compile_equations",
    "derive",
    "latex",
    "motion_symbols",
    "tilde",
]
