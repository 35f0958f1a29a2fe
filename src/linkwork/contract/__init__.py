"""What an author may write: hinges, constraints, forces, active elements, assemblies, signals, loads."""

from .assembly import Assembly, hinge_of
from .constraint import Constraint
from .constraint_form import ConstraintForm
from .derived.chain import Chain, Inside
from .derived.joint import Joint, Modes, Rank
from .derived.linearity import check_linear
from .derived.trial import try_element
from .element import Element
from .errors import ModelError
from .fields import Field, axis, option, parameter
from .force import Active, Force, Load, Measure, Response
from .hinge import Hinge, SixCoordinates
from .hinge_form import HingeForm
from .implicit import ImplicitHinge
from .parameters import Parameter, parameters_of, value_of
from .registry import element_class, register, registered
from .relative import listed, relative_symbols
from .shape import Curve, Rotor, Shape
from .signal import Expression, Signal, as_signal, is_of_time, t

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
    "try_element",
    "value_of",
]
