"""The workbench: equations one can read, derive by hand with SymPy, compare, and run."""

from .byhand.compile import Law, compile_equations
from .byhand.lagrange import LagrangeEquations
from .byhand.newton_euler import NewtonEuler, RigidBody
from .byhand.sheet import motion_symbols
from .byhand.terms import A_x, A_y, A_z, Frame, tilde
from .comparison import Comparison, compare
from .derivation import Derivation, derive
from .native_function import NativeFunction, native
from .readable.printout import Written, latex

__all__ = [
    "A_x",
    "A_y",
    "A_z",
    "Comparison",
    "Derivation",
    "Frame",
    "LagrangeEquations",
    "Law",
    "NativeFunction",
    "NewtonEuler",
    "RigidBody",
    "Written",
    "compare",
    "compile_equations",
    "derive",
    "latex",
    "motion_symbols",
    "native",
    "tilde",
]
