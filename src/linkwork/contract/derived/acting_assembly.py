"""An assembly of forces as one force element (S0 §7.3, §7.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ...expr import array, substitute
from ...expr.graph import as_expr
from ..errors import ModelError
from ..fields import option
from ..force import Force, Load
from ..hinge import Hinge
from .assembly_nodes import NodeCoordinates, hung_nodes
from .assembly_parts import AssemblyForce
from .assembly_places import as_point, node_loads, reference_poses
from .node_balance import NodeBalance, NodeLoads, symbols_of_ends
from .node_check import check_held
from .relative import relative_list

if TYPE_CHECKING:
    from ..assembly import Assembly


class ActingAssembly(Force):
    """An assembly of force elements as one of them. Its first end is the ground, so that loads on nodes come from
    outside; the ends of the assembly follow."""

    ends = None
    assembly = option(doc="the assembly as written")
    count = option(doc="how many ends it has")

    def validate(self) -> None:
        """Lays out states and unknowns: those of nodes, then those of parts."""
        object.__setattr__(self, "ends", self.count + 1)
        balance = self.balance
        if balance.loads.touched.turned or balance.loads.hinges:
            check_held(balance)
        own: dict[str, tuple[str, ...]] = {
            "states": tuple(name for group in balance.moving for name in group.names),
            "unknowns": (
                *(name for group in balance.still for name in _offsets(group)),
                *(name for group in (*balance.moving, *balance.following) for name in group.speeds),
            ),
            "inputs": (),
        }
        for what, names in own.items():
            object.__setattr__(self, what, (*names, *balance.loads.names(what)))
        object.__setattr__(self, "outputs", tuple(name for name, _ in balance.loads.outputs))
        object.__setattr__(self, "start", self._start())
        self._check_names()

    def _start(self) -> dict[str, float]:
        of_nodes = {n: r for group in self.balance.moving for n, r in zip(group.names, group.rest, strict=True) if r}
        parts = [p for p in self.balance.loads.parts if isinstance(p.element, Force)]
        return of_nodes | {f"{p.name}.{name}": x for p in parts for name, x in p.element.start.items()}  # type: ignore[union-attr]

    def _check_names(self) -> None:
        every = [*self.states, *self.unknowns, *self.outputs]
        twice = next((name for k, name in enumerate(every) if name in every[:k]), None)
        if twice is not None:
            raise ModelError(
                f"{self.assembly.kind}: {twice!r} stands for two things: a part and a node are both called "
                f"{twice.partition('.')[0]!r}; give one of them another name."
            )

    @cached_property
    def balance(self) -> NodeBalance:
        """The equations of its nodes."""
        assembly: Assembly = self.assembly
        forces, hinges = [], {}
        for name, (element, *places) in assembly.parts().items():
            points = tuple(map(as_point, places))
            if isinstance(element, (Force, Load)):
                forces.append(AssemblyForce(name, element, points))
            elif isinstance(element, Hinge) and element.is_holonomic:
                hinges[name] = (element, *points)
            else:
                raise ModelError(
                    f"{assembly.kind}: part {name!r} is a {element.kind}, among forces. These go with loads, active "
                    "elements and joints that carry nodes: connect others beside the assembly."
                )
        if hinges and assembly.straight:
            raise ModelError(f"{assembly.kind}: nodes of a straight assembly hang on no joint. Leave `straight` out.")
        hung = hung_nodes(assembly.kind, hinges)  # type: ignore[arg-type]
        poses, loads = reference_poses(assembly), node_loads(assembly)
        return NodeBalance(
            NodeLoads(assembly.kind, self.count, assembly.nodes, tuple(forces), hung, poses, loads, assembly.straight)
        )

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in super().__getstate__().items() if name != "balance"}

    def z(self, values: Any) -> Any:
        """States by name."""
        return dict(zip(self.states, values, strict=True))

    def s(self, values: Any) -> Any:
        """Unknowns by name."""
        return dict(zip(self.unknowns, values, strict=True))

    def i(self, values: Any) -> Any:
        """Inputs by name."""
        return dict(zip(self.inputs, values, strict=True))

    def wrench(self, rel: Any, t: Any, z: Any = None, s: Any = None, i: Any = None) -> Any:
        """Moment and force on each end, in world axes."""
        found = self._put([[*m, *f] for m, f in self.balance.loads.on_ends], rel, t, z, s, i)
        pairs = [(load[:3], load[3:]) for load in found]
        return pairs[0] if self.ends == 2 else pairs

    def residual(self, rel: Any, t: Any, s: Any, z: Any = None, i: Any = None) -> Any:
        """The balance of nodes, and the residuals of parts."""
        return self._put(self.balance.residual, rel, t, z, s, i)

    def state_dot(self, rel: Any, t: Any, z: Any, s: Any = None, i: Any = None) -> Any:
        """Rates of the coordinates of nodes, and of the states of parts."""
        rates = [x for group in self.balance.moving for x in group.rates]
        return self._put([*rates, *self.balance.loads.of_parts["state_dot"]], rel, t, z, s, i)

    def output(self, rel: Any, t: Any, z: Any = None, s: Any = None, i: Any = None) -> Any:
        """Outputs of parts, their forces, and where nodes are."""
        return self._put([x for _, x in self.balance.loads.outputs], rel, t, z, s, i)

    def kinks(self, rel: Any, t: Any, z: Any = None, s: Any = None, i: Any = None) -> Any:
        """Those of its parts."""
        return self._put(self.balance.loads.of_parts["kinks"], rel, t, z, s, i)

    def stored_energy(self, rel: Any, t: Any, z: Any = None, s: Any = None, i: Any = None) -> Any:
        """The sum of what its parts hold; None where it is not known of one of them."""
        energy = self.balance.loads.energy
        return None if energy is None else self._put([energy], rel, t, z, s, i)[0]

    def _put(self, values: Any, rel: Any, t: Any, z: Any, s: Any, i: Any) -> Any:
        balance = self.balance
        known = symbols_of_ends(balance.loads.ends, relative_list(rel))
        known[balance.loads.t] = as_expr(t)
        for key, given in (("z", z), ("s", s), ("i", i)):
            known |= {symbol: as_expr(given[name]) for name, symbol in balance.loads.own[key].items()}
        for group in balance.groups:
            is_moving = group in balance.moving
            at = (z[n] for n in group.names) if is_moving else _from_rest(group, s)
            known |= {x: as_expr(value) for x, value in zip(group.q, at, strict=True)}
            # Speeds on which nothing depends are none that matter.
            has_speed = is_moving or group in balance.following
            known |= {x: as_expr(s[n] if has_speed else 0.0) for x, n in zip(group.u, group.speeds, strict=True)}
        entries = array(values)
        return array(substitute([as_expr(x) for x in entries.ravel()], known)).reshape(entries.shape)


def _offsets(group: NodeCoordinates) -> list[str]:
    """What unknown coordinates are called: they are measured from rest."""
    return [f"{name}_offset" if r else name for name, r in zip(group.names, group.rest, strict=True)]


def _from_rest(group: NodeCoordinates, s: Mapping[str, Any]) -> Iterable[Any]:
    return (r + s[name] for name, r in zip(_offsets(group), group.rest, strict=True))
