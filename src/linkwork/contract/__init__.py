"""What an author may write: hinges, constraints, forces, active elements, assemblies, signals, loads."""

from .assembly import Assembly, hinge_of
from .constraint import Constraint
from .derived.chain import Chain, Inside
from .derived.constraint_form import ConstraintForm
from .derived.coordinate_rank import Dependence, dependence
from .derived.hinge_form import HingeForm
from .derived.implicit_hinge import ImplicitHinge
from .derived.joint import Joint, ModeVectors, Rank
from .derived.linearity import check_linear
from .derived.relative import relative_list, relative_symbols
from .derived.trial import element_keys, try_element
from .element import Element
from .errors import ModelError
from .fields import Field, axis, option, parameter
from .force import Active, Contractile, Discontinuity, Force, Load, Measure, Response
from .hinge import Hinge, SixCoordinates
from .parameters import Parameter, parameters_of, value_of
from .registry import element_class, register, registered
from .shape import Curve, Rotor, Shape
from .signal import Expression, Signal, as_signal, is_of_time, t

__all__ = [
    "Active",
    "Assembly",
    "Chain",
    "Constraint",
    "ConstraintForm",
    "Contractile",
    "Curve",
    "Dependence",
    "Discontinuity",
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
    "ModeVectors",
    "ModelError",
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
    "dependence",
    "element_class",
    "element_keys",
    "hinge_of",
    "is_of_time",
    "option",
    "parameter",
    "parameters_of",
    "register",
    "registered",
    "relative_list",
    "relative_symbols",
    "t",
    "try_element",
    "value_of",
]
