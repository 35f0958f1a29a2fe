r"""Least loads of connections that repeat each other, as expressions: what `mechanics/load_shares` solves in numbers.

With the rows c enforced and all others $P_d = T P_c$, multipliers are determined up to $N = [-T^T; 1]$. The loads
$w = w_0 + J N x$ of all connections, moments over the longest arm, are least at

$$ (N^T J^T J N)\,x = -N^T J^T w_0. $$
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..expr import array, dot, jacobian, maximum, sqrt, where, zeros
from ..expr.graph import as_expr
from ..expr.linear import ldlt
from ..model import Model, Point
from .loads import connection_loads
from .tree_equations import TreeEquations

MOST_SHARED = 24
"""Rows that may repeat others: the system above is solved unrolled."""
CANCELLING = 1e-12
"""Weight of multipliers beside loads: decides where rows of one connection cancel each other."""


def longest_arm(model: Model) -> Any:
    """The longest lever arm that a connection has on a body; one where there is none. The typical length of a model."""
    ends = [end for c in model.connections.values() for end in c.ends if isinstance(end, Point)]
    longest: Any = 0.0
    for end in ends:
        if not end.body.is_ground:
            longest = maximum(longest, sqrt(dot(end.X.p, end.X.p)))
    return where(as_expr(longest) == 0.0, 1.0, longest)


def can_share(e: Any, rows: tuple[int, ...]) -> bool:
    """Whether loads can be shared by expressions where only `rows` are enforced: rows on coordinates are not compared
    with loads, and rows that are switched off are none."""
    is_plain = all(own.directions is not None for own in e.rows.by_connection) and not e.rows.switchable
    return is_plain and not e.rows.friction and len(rows) < e.rows.count <= len(rows) + MOST_SHARED


def shared_multipliers(e: TreeEquations, rows: tuple[int, ...], u_dot: Any, lam: Any) -> Any:
    """λ of least loads, from those at which all rows but `rows` carry nothing."""
    others = [k for k in range(e.rows.count) if k not in rows]
    under, free = e.forward_dynamics.under(rows), e.kinematics.free
    N = zeros((e.rows.count, len(others)))
    N[others] = np.eye(len(others))
    if rows and free:
        across, inner = under.across
        N[list(rows)] = -inner.solve(across.T @ e.rows.matrices[0][np.ix_(others, free)].T)
    d = e.dynamics
    u_dot_symbols, lam_symbols = d.known
    loads = [_flat(e, connection_loads(d, *given)) for given in ((u_dot_symbols, lam_symbols), (u_dot, lam))]
    change = jacobian(loads[0], lam_symbols) @ N
    square = change.T @ change + CANCELLING * (N.T @ N)
    return lam - N @ ldlt(square).solve(change.T @ loads[1])


def _flat(e: TreeEquations, wrenches: Any) -> Any:
    """Loads of all that was drawn, moments over the longest arm."""
    length = longest_arm(e.model)
    own = [pair for name, pair in wrenches.items() if name in e.model.connections]
    return array([x for moment, force in own for x in (*(moment / length), *force)])
