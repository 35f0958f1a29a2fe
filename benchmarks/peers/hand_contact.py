"""Contacts by hand, from event to event: the disc of G1 and the woodpecker of G5 as an engineer writes them with SciPy.

Everything that is known of a model is used: what is constant is computed once for each set of modes, right-hand sides
are one product each, and there is no model, no log and no certificate. SciPy integrates and finds events.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

EPS = 1e-9
"""What counts as none, relative to speeds and forces of order one."""


def disc_by_hand(p: Mapping[str, Any], t_end: float, rtol: float) -> np.ndarray:
    """(x, y, angle, vx, vy, spin) of a disc that bounces, slides and rolls on a rough floor."""
    m, r, beta, e, mu, g = (float(p[name]) for name in ("m", "r", "beta", "eN", "mu", "g"))
    x, y, vx, vy, spin = map(float, p["start"])
    state, t, impact = np.array([x, y, 0.0, vx, vy, spin]), 0.0, None

    def touches(t: float, s: np.ndarray) -> float:
        return float(s[1] - r)

    def flies(t: float, s: np.ndarray) -> tuple[float, ...]:
        return (s[3], s[4], s[5], 0.0, -g, 0.0)

    touches.terminal, touches.direction = True, -1.0  # type: ignore[attr-defined]
    while t < t_end:
        # The first step ends before the top: the event must not be found where the flight begins.
        first = min(0.5 * state[4] / g, t_end - t) if state[4] > 0.0 else None
        run = solve_ivp(flies, (t, t_end), state, "DOP853", events=touches, rtol=rtol, atol=rtol, first_step=first)
        t, state = float(run.t[-1]), run.y[:, -1]
        if not run.status:
            return state
        normal = -(1.0 + e) * state[4] * m
        # The impulse that makes the point of contact stick, or as much as friction has.
        stick = -(state[3] + r * state[5]) * m / (1.0 + 1.0 / beta)
        along = float(np.clip(stick, -mu * normal, mu * normal))
        left, state[1] = 2.0 * -e * state[4] / (g * (1.0 - e)), r
        state[3:] += along / m, normal / m, along / (beta * m * r)
        impact = state[4]
        # Behind each impact bouncing goes on for v · 2/(g (1 − e)): once that is short, it is over, and friction has
        # acted as under the weight.
        if left < 1e-6:
            slip = state[3] + r * state[5]
            rub = -mu * (g * left - state[4]) * np.sign(slip) if abs(slip) > EPS else 0.0
            t, state[0], state[2] = t + left, state[0] + left * state[3], state[2] + left * state[5]
            state[3:] += rub, -state[4], rub / (beta * r)
            break
    assert impact is not None
    return _slide(state, t, t_end, (m, r, beta, mu, g), rtol)


def _slide(state: np.ndarray, t: float, t_end: float, p: tuple[float, ...], rtol: float) -> np.ndarray:
    """Slides until it rolls, then rolls."""
    _, r, beta, mu, g = p
    sign = np.sign(state[3] + r * state[5]) if abs(state[3] + r * state[5]) > EPS else 0.0

    def slides(t: float, s: np.ndarray) -> tuple[float, ...]:
        return (s[3], 0.0, s[5], -sign * mu * g, 0.0, -sign * mu * g / (beta * r))

    def rolls(t: float, s: np.ndarray) -> float:
        return float(s[3] + r * s[5])

    rolls.terminal = True  # type: ignore[attr-defined]
    if sign:
        run = solve_ivp(slides, (t, t_end), state, "DOP853", events=rolls, rtol=rtol, atol=rtol)
        t, state, sign = float(run.t[-1]), run.y[:, -1], 0.0
    if t < t_end:
        state = solve_ivp(slides, (t, t_end), state, "DOP853", rtol=rtol, atol=rtol).y[:, -1]
    return state


@dataclass(eq=False)
class HandWoodpecker:
    """M u' = h0 − K q + W λ with three contacts, gaps and sliding along constant rows."""

    M: np.ndarray
    h0: np.ndarray
    K: np.ndarray
    g0: np.ndarray
    W_N: np.ndarray
    W_T: np.ndarray
    restitution: tuple[float, ...]
    mu: float
    laws: dict[tuple[str, ...], tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]] = field(default_factory=dict)

    def law(self, modes: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """(a, A, b, B) of u' = a + A q and forces (normal of all, then tangential) b + B q in a set of modes."""
        if modes not in self.laws:
            rows, columns = [], []
            for k, mode in enumerate(modes):
                if mode == "o":
                    continue
                rows.append(self.W_N[:, k])
                columns.append(self.W_N[:, k] - (self.mu * {"+": 1.0, "-": -1.0}.get(mode, 0.0)) * self.W_T[:, k])
                if mode == "s":
                    rows.append(self.W_T[:, k])
                    columns.append(self.W_T[:, k])
            inverse, load = np.linalg.inv(self.M), np.column_stack([self.h0, -self.K])
            free = inverse @ load
            forces = np.zeros((6, 4))
            if rows:
                R, C = np.array(rows), np.array(columns).T
                found = -np.linalg.solve(R @ inverse @ C, R @ free)
                free, at = free + inverse @ C @ found, 0
                for k, mode in enumerate(modes):
                    if mode == "o":
                        continue
                    forces[k] = found[at]
                    forces[3 + k] = found[at + 1] if mode == "s" else -self.mu * {"+": 1, "-": -1}[mode] * found[at]
                    at += 2 if mode == "s" else 1
            self.laws[modes] = free[:, 0], free[:, 1:], forces[:, 0], forces[:, 1:]
        return self.laws[modes]

    def events(self, modes: tuple[str, ...]) -> list[Callable[[float, np.ndarray], float]]:
        """What ends a stretch: gaps that close, forces that vanish, sliding that stops, sticking that slips."""
        _, _, b, B = self.law(modes)

        def made(constant: float, of_q: np.ndarray, of_u: np.ndarray) -> Callable[[float, np.ndarray], float]:
            row = np.concatenate([of_q, of_u])

            def event(t: float, y: np.ndarray) -> float:
                return float(constant + row @ y)

            event.terminal, event.direction = True, -1.0  # type: ignore[attr-defined]
            return event

        none, found = np.zeros(3), []
        for k, mode in enumerate(modes):
            if mode == "o":
                found.append(made(self.g0[k], self.W_N[:, k], none))
                continue
            found.append(made(b[k], B[k], none))
            if mode == "s":
                found += [made(self.mu * b[k] - s * b[3 + k], self.mu * B[k] - s * B[3 + k], none) for s in (1, -1)]
            else:
                found.append(made(0.0, none, (1.0 if mode == "+" else -1.0) * self.W_T[:, k]))
        return found

    def impact(self, u: np.ndarray, closed: list[int]) -> np.ndarray:
        """Velocities after an impact with all closed contacts, by trying all modes."""
        inverse, best = np.linalg.inv(self.M), None
        before, slip = self.W_N.T @ u, self.W_T.T @ u
        for modes in product("os+-", repeat=len(closed)):
            rows, columns, wanted = [], [], []
            for k, mode in zip(closed, modes, strict=True):
                if mode == "o":
                    continue
                rows.append(self.W_N[:, k])
                wanted.append(-self.restitution[k] * before[k] - before[k])
                columns.append(self.W_N[:, k] - (self.mu * {"+": 1.0, "-": -1.0}.get(mode, 0.0)) * self.W_T[:, k])
                if mode == "s":
                    rows.append(self.W_T[:, k])
                    columns.append(self.W_T[:, k])
                    wanted.append(-slip[k])
            if not rows:
                continue
            R, C = np.array(rows), np.array(columns).T
            try:
                x = np.linalg.solve(R @ inverse @ C, wanted)
            except np.linalg.LinAlgError:
                continue
            after = u + inverse @ C @ x
            if self._fits(after, before, x, closed, modes) and (best is None):
                best = after
        assert best is not None
        return best

    def _fits(self, u: np.ndarray, before: np.ndarray, x: np.ndarray, closed: list[int], modes: Any) -> bool:
        at = 0
        for k, mode in zip(closed, modes, strict=True):
            normal, slip = self.W_N[:, k] @ u, self.W_T[:, k] @ u
            if mode == "o":
                if normal < -self.restitution[k] * before[k] - EPS:
                    return False
                continue
            if x[at] < -EPS * 1e-3 or (mode == "+" and slip < -EPS) or (mode == "-" and slip > EPS):
                return False
            if mode == "s" and abs(x[at + 1]) > self.mu * x[at] + 1e-12:
                return False
            at += 2 if mode == "s" else 1
        return True

    def modes_after(self, q: np.ndarray, u: np.ndarray, last: Any, ended: tuple[int, int]) -> Any:
        """The modes in which forces and accelerations fit; the one that ended is not among them."""
        choices: list[str] = []
        for k in range(3):
            gap, speed, slip = self.g0[k] + self.W_N[:, k] @ q, self.W_N[:, k] @ u, self.W_T[:, k] @ u
            if gap > EPS or speed > 1e-7 or (k == ended[0] and last[k] != "o" and ended[1] == 0):
                choices.append("o")
            elif k == ended[0] and last[k] == "s":
                # Friction was at its bound, and it slips against it.
                choices.append("-" if ended[1] == 1 else "+")
            elif abs(slip) > 1e-7:
                choices.append("+o" if slip > 0.0 else "-o")
            else:
                choices.append("s+-o")
        for modes in product(*choices):
            a, A, b, B = self.law(modes)
            forces, rate = b + B @ q, a + A @ q
            if all(len(choices[k]) == 1 or self._goes(k, mode, forces, rate, u, last) for k, mode in enumerate(modes)):
                return modes
        raise AssertionError("no modes fit")

    def _goes(self, k: int, mode: str, forces: Any, rate: Any, u: Any, last: Any) -> bool:
        if mode == "o":
            return last[k] == "o" or float(self.W_N[:, k] @ rate) > -EPS
        if forces[k] < -1e-12:
            return False
        slip, starts = float(self.W_T[:, k] @ u), float(self.W_T[:, k] @ rate)
        if mode == "s":
            return bool(abs(forces[3 + k]) <= self.mu * forces[k] * (1.0 + EPS))
        sign = 1.0 if mode == "+" else -1.0
        return sign * (slip if abs(slip) > 1e-7 else starts) > 0.0

    def run(self, q: np.ndarray, u: np.ndarray, t_end: float, rtol: float) -> list[float]:
        """Times of all events from an impact of the beak on."""
        t, modes, times = 0.0, ("o", "o", "o"), []
        y = np.concatenate([q, u])
        y, modes = self.settled(y, modes, (0, 0))
        times.append(t)
        while True:
            a, A, _, _ = self.law(modes)
            matrix = np.zeros((6, 6))
            matrix[:3, 3:], matrix[3:, :3] = np.eye(3), A
            constant = np.concatenate([np.zeros(3), a])
            run = solve_ivp(
                lambda t, y, m=matrix, c=constant: c + m @ y, (t, t_end), y, "DOP853", events=self.events(modes),
                rtol=rtol, atol=1e-3 * rtol,
            )  # fmt: skip
            if not run.status:
                return times
            which = next(k for k, found in enumerate(run.t_events) if len(found))
            t, y = float(run.t[-1]), run.y[:, -1]
            y, modes = self.settled(y, modes, self.contact_of(modes, which))
            times.append(t)

    def contact_of(self, modes: tuple[str, ...], which: int) -> tuple[int, int]:
        """The contact of an event by its number, and which of its events it is."""
        ends = np.cumsum([{"o": 1, "s": 3}.get(mode, 2) for mode in modes])
        contact = int(np.searchsorted(ends, which, side="right"))
        return contact, which - (int(ends[contact - 1]) if contact else 0)

    def settled(self, y: np.ndarray, modes: Any, ended: tuple[int, int]) -> tuple[np.ndarray, Any]:
        """The state behind an event, on its closed contacts, and its modes."""
        q, u = y[:3].copy(), y[3:].copy()
        closed = [k for k in range(3) if modes[k] != "o" or k == ended[0]]
        closed = [k for k in closed if abs(self.g0[k] + self.W_N[:, k] @ q) < 1e-7]
        is_impact = any(modes[k] == "o" and self.W_N[:, k] @ u < -EPS for k in closed)
        if is_impact:
            u = self.impact(u, closed)
        elif modes[ended[0]] in "+-" and ended[1] == 1:
            W = self.W_T[:, ended[0]]
            u = u - np.linalg.solve(self.M, W) * (W @ u) / (W @ np.linalg.solve(self.M, W))
        return np.concatenate([q, u]), self.modes_after(q, u, modes, ended)


@cache
def hand_woodpecker(name: str = "G5_woodpecker") -> HandWoodpecker:
    """The toy of the reference case."""
    from tests.reference_models import case

    data = case(name)
    given = {key: np.array(value) for key, value in data["matrices"].items() if not isinstance(value, str)}
    p = data["parameters"]
    return HandWoodpecker(
        given["M"], given["h0"], given["K"], given["g0"], given["W_N"], given["W_T"], tuple(p["e_N"]), float(p["mu"])
    )
