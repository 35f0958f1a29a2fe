"""What analyses take and give: states, trajectories, certificates. Readable without a compiler."""

from .campbell_diagram import CampbellDiagram, OrderCrossing
from .certificate import Certificate
from .contact_change import ContactChange, ContactMargin, told_contacts
from .dual_numbers import Varied, stacked
from .ensemble import Ensemble
from .linearization import Linearization, Modes
from .partial_velocities import GeneralizedForces, Jacobian, PartialVelocities
from .run_file import RunWriter
from .run_log import Fate
from .run_reader import RunContent, read_run
from .stability_chart import StabilityChart
from .state import State
from .trajectory import Occurrence, Trajectory
from .verdict import NotUniqueWarning, Verdict, VerdictWarning

__all__ = [
    "CampbellDiagram",
    "Certificate",
    "ContactChange",
    "ContactMargin",
    "Ensemble",
    "Fate",
    "GeneralizedForces",
    "Jacobian",
    "Linearization",
    "Modes",
    "NotUniqueWarning",
    "Occurrence",
    "OrderCrossing",
    "PartialVelocities",
    "RunContent",
    "RunWriter",
    "StabilityChart",
    "State",
    "Trajectory",
    "Varied",
    "Verdict",
    "VerdictWarning",
    "read_run",
    "stacked",
    "told_contacts",
]
