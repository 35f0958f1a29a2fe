"""What an author may write: hinges, constraints, forces, active elements, assemblies, signals, loads."""

from .assembly import Assembly, hinge_of
from .chain import Chain, Inside
from .check import check_element
from .constraint import Constraint
from .constraint_form import ConstraintForm
from .curve import Curve
from .element import Element
from .errors import ModelError
from .expression import Expression, as_signal, is_of_time, t
from .fields import Field, axis, option, parameter
from .force import Active, Force
from .hinge import Hinge
from .hinge_form import HingeForm
from .implicit import ImplicitHinge
from .joint import Joint, Modes, Rank
from .linear import check_linear
from .load import Load
from .measure import Measure
from .parameters import Parameter, parameters_of, value_of
from .registry import element_class, register, registered
from .relative import listed, relative_symbols
from .response import Response
from .rotor import Rotor
from .shape import Shape
from .signal import Signal
from .six import SixCoordinates

__all__ = [
    "Active",
    "Assembly",
    "Chain",
    "Constraint",
    "ConstraintForm",
    "Curve",
    "Element",
    "Expression",
    "Field",
    "Force",
    "Hinge",
    "HingeForm",
    "ImplicitHinge",
    "Inside",
    "Joint",
    "Load",
    "Measure",
    "ModelError",
    "Modes",
    "Parameter",
    "Rank",
    "Response",
    "Rotor",
    "Shape",
    "Signal",
    "SixCoordinates",
    "as_signal",
    "axis",
    "check_element",
    "check_linear",
    "element_class",
    "hinge_of",
    "is_of_time",
    "listed",
    "option",
    "parameter",
    "parameters_of",
    "register",
    "registered",
    "relative_symbols",
    "t",
    "value_of",
]
