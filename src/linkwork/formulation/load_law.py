"""Loads from outside in the motion of a tree: where they change branch. `interactions` has what they do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..contract import Load
from ..contract.derived.law_branches import branches_of, followed_functions
from ..expr import array
from ..model import Connection
from ..spatial import Pose
from .interactions import frames_of
from .tree import LinkTree


@dataclass(frozen=True, eq=False)
class LoadLaw:
    """One load of a model."""

    tree: LinkTree
    connection: Connection

    @cached_property
    def kinks(self) -> Any:
        """Functions whose sign changes where the load breaks."""
        element = self.connection.element
        assert isinstance(element, Load)
        branches = branches_of(element, 1)
        if not branches.functions:
            return array([])
        (number,), (frame,) = self.tree.topology.ends(self.connection), frames_of(self.tree, self.connection)
        t = self.tree.symbols.t
        found = branches.in_motion({"rel": self.tree.relative(0, Pose(), number, frame), "t": t})
        return array(followed_functions(found, (), t))

    @property
    def discontinuities(self) -> list[None]:
        """It measures nothing that leaps."""
        return [None] * len(self.kinks)
