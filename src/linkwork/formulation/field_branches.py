"""Where a gravity field changes branch: a load of zero on every body, at whose branches steps end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..contract import Load, option
from ..contract.derived.branches import breaking_functions
from ..expr import array
from ..model import Connection, Model
from ..model.gravity import gravity_at


class FieldBranches(Load):
    """No load: the changes of branch of a field g(p, t) at one centre of mass."""

    field: Any = option(doc="the field, a function of (p, t)")

    def traced(self) -> Mapping[str, Any]:
        """The field, with its Parameters."""
        return {"wrench": self.wrench(None, None), "branching": gravity_at(self.field)}

    def wrench(self, rel: Any, t: Any) -> Any:
        """Nothing: the equations of bodies have what the field does."""
        return [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]

    def branching(self, rel: Any, t: Any) -> Any:
        """The acceleration at the centre of mass."""
        return self.field(rel.p, t)


def with_field_branches(model: Model) -> Model:
    """A model in which the branches of a gravity field are those of loads; the same where it has none.

    Modal bodies have no place that their centre of mass keeps, and go without.
    """
    if not callable(model.gravity) or not breaking_functions([*array(gravity_at(model.gravity)).ravel()]):
        return model
    found = model.copy()
    for name, body in model.bodies.items():
        if body.frame_of is None and body.elastic is None:
            label = f"gravity at {name}"
            ends = (found.bodies[name].at(*body.properties.com),)
            found.connections[label] = Connection(label, FieldBranches(model.gravity), ends)
    return found
