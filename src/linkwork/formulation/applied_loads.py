"""What acts on the bodies of a tree: force elements, loads from outside, gravity, wheels inside bodies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..expr import zeros
from ..spatial import matrix
from .equations.laws import ForceLaws
from .interactions import ElementAction, WrenchPair, elastic_actions, gravity_field, load_actions, total
from .rotors import Spinning, needed_moment, spinning
from .tree import LinkTree


@dataclass(frozen=True, eq=False)
class AppliedLoads:
    """All loads on bodies but those of joints and constraints."""

    tree: LinkTree
    laws: ForceLaws
    gravity: Any
    """Three components, or a function of place and time."""

    @cached_property
    def base(self) -> Any:
        """The acceleration of the ground that stands for a uniform gravity."""
        return np.zeros(3) if callable(self.gravity) else -matrix(self.gravity)

    @cached_property
    def actions(self) -> list[ElementAction]:
        """What forces, loads and gravity fields do."""
        field = [gravity_field(self.tree, self.gravity)] if callable(self.gravity) else []
        elastic = elastic_actions(self.tree)
        return [law.action for law in self.laws.by_name.values()] + load_actions(self.tree) + elastic + field

    @cached_property
    def wheels(self) -> list[Spinning]:
        """The rotors inside bodies."""
        return spinning(self.tree)

    def on_speeds(self, size: int) -> Any:
        """What acts along speeds that are none of a hinge's."""
        found = zeros(size)
        for action in self.actions:
            for place, value in action.speeds.items():
                found[place] = found[place] + value
        return found

    def on_joints(self, needed: Sequence[WrenchPair]) -> list[WrenchPair]:
        """What each body needs from its joints: `needed` for its motion (one a link), less what elements give it."""
        given = total(self.tree, self.actions)
        loads = [given[0]]
        for link, (moment, force) in zip(self.tree.links, needed, strict=True):
            loads.append((moment - given[link.number][0], force - given[link.number][1]))
        for wheel in self.wheels:
            moment, force = loads[wheel.number]
            loads[wheel.number] = (moment + needed_moment(wheel, self.tree.velocities[0][wheel.number]), force)
        return loads
