"""What an author may write: hinges, constraints, forces, active elements, assemblies, signals, loads."""

from .assembly import Assembly, hinge_of
from .constraint import Constraint
from .contact import Contact, ContactSet
from .derived.chain import Chain, Inside
from .derived.constraint_form import ConstraintForm
from .derived.coordinate_rank import Dependence, dependence
from .derived.elastic_hinge import ElasticHinge
from .derived.hinge_form import HingeForm
from .derived.implicit_hinge import ImplicitHinge
from .derived.joint import Joint, ModeVectors, Rank
from .derived.one_sided import contact_of
from .derived.probe import check_linear
from .derived.relative import relative_list, relative_symbols
from .derived.trial import element_keys, try_element
from .element import Element, element_class, register, registered
from .errors import ModelError
from .fields import Field, axis, option, parameter
from .force import Active, Contractile, Discontinuity, Force, Load, Measure, Response
from .hinge import Hinge, SixCoordinates
from .modal_data import (
    BendingSamples,
    ElasticFrame,
    ElasticShape,
    GeometricStiffness,
    ModalData,
    load_modal_data,
    save_modal_data,
)
from .parameters import Parameter, parameters_of, value_of
from .section import Material, Section
from .shape import Curve, Rotor, Shape
from .signal import Expression, Signal, as_signal, is_of_time, t
from .structure import LineElement, Structure, StructureLine, StructurePart, StructurePlan, StructureSite
from .surface import (
    SURFACES,
    BoxSurface,
    CapsuleSurface,
    CollisionShape,
    ContactSurface,
    CylinderSurface,
    DiscSurface,
    EllipsoidSurface,
    HullSurface,
    OutlineSurface,
    PlaneSurface,
    PointsSurface,
    SmoothSurface,
    SphereSurface,
)

__all__ = [
    "SURFACES",
    "Active",
    "Assembly",
    "BendingSamples",
    "BoxSurface",
    "CapsuleSurface",
    "Chain",
    "CollisionShape",
    "Constraint",
    "ConstraintForm",
    "Contact",
    "ContactSet",
    "ContactSurface",
    "Contractile",
    "Curve",
    "CylinderSurface",
    "Dependence",
    "DiscSurface",
    "Discontinuity",
    "ElasticFrame",
    "ElasticHinge",
    "ElasticShape",
    "Element",
    "EllipsoidSurface",
    "Expression",
    "Field",
    "Force",
    "GeometricStiffness",
    "Hinge",
    "HingeForm",
    "HullSurface",
    "ImplicitHinge",
    "Inside",
    "Joint",
    "LineElement",
    "Load",
    "Material",
    "Measure",
    "ModalData",
    "ModeVectors",
    "ModelError",
    "OutlineSurface",
    "Parameter",
    "PlaneSurface",
    "PointsSurface",
    "Rank",
    "Response",
    "Rotor",
    "Section",
    "Shape",
    "Signal",
    "SixCoordinates",
    "SmoothSurface",
    "SphereSurface",
    "Structure",
    "StructureLine",
    "StructurePart",
    "StructurePlan",
    "StructureSite",
    "as_signal",
    "axis",
    "check_linear",
    "contact_of",
    "dependence",
    "element_class",
    "element_keys",
    "hinge_of",
    "is_of_time",
    "load_modal_data",
    "option",
    "parameter",
    "parameters_of",
    "register",
    "registered",
    "relative_list",
    "relative_symbols",
    "save_modal_data",
    "t",
    "try_element",
    "value_of",
]
