"""What a run is judged by, from numbers and codes of notes in its certificate: each rule is one function.

A good run says what was measured beside what was requested, in numbers.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from ..diagnosis import INFO
from .verdict import CodedFinding, Finding, Verdict, findings_of, verdict_of_findings

if TYPE_CHECKING:
    from .certificate import Certificate

HOLDS = "energy and constraints hold to the requested tolerance"
"""What is said of a run whose energy balance is within the tolerance that was requested for a step."""
PER_STEP, FEW_STEPS = 5.0, 50
"""Tolerances that errors may add up to: so many in each step, and in as many more, since some grow on the way."""
ENERGY_ROUNDING = 1e-14
"""Rounding of the energy in a step, relative to the energies that it is the sum of."""
ENERGY_MOST, ENERGY_BAD, ENERGY_WORST = 1e-2, 1e-2, 0.2
"""Of the energy in motion: no tolerance explains more than the first; what is below the second is never bad; what is
above the third always is."""
PASSING = 10.0
"""Tolerances by which the work may be off, relative to what dampers exchange: their power is integrated, step by step,
with the relative error of a step."""
MANY_TIMES = 10.0
"""So many times what tolerances explain makes a doubtful error a bad one; what dampers exchange counts beyond so many
times the energy in motion."""
FIXED_GOOD, FIXED_BAD = 1e-3, 5e-2
"""Bounds of the energy error of methods with fixed steps, which ask for no tolerance; `ENERGY_MOST` replaces the first
where a second run with shorter steps tells the error of the motion."""
MOTION_DOUBTFUL, MOTION_CHAOTIC = 5e-3, 1e-3
"""Estimated errors of a motion, relative to its size: what is doubtful, and what is where neighbours diverge."""
NEIGHBOURS_DIVERGE = 1e4
"""A small change of the start that grows by so much tells a chaotic motion."""
RESIDUAL_FINE, RESIDUAL_DOUBTFUL, RESIDUAL_TOO_LARGE = 1e-9, 1e-3, 5e-2
"""Residuals of constraints (m, rad): what is never doubtful, what always is, and what is bad."""
BETWEEN, AFTER = 100.0, 1000.0
"""Tolerances by which states between steps may be off their constraints, and by which they may be moved after steps."""
RESIDUAL_PRESCRIBED = 1e-8
"""Residuals of constraints below which they determine states that have no degree of freedom."""
CORRECTION_DOUBTFUL, CORRECTION_BAD = 0.1, 1.0
"""Corrections (m, rad): what is always doubtful, and what is bad."""
MANY_STEPS, STEP_RATIO_COLLAPSED = 100_000, 1e3
"""Steps above which it is asked whether they collapsed: whether the longest is so many times as long as the mean."""
MANY_REJECTED, REJECTED_SHARE = 1000, 3
"""Rejected steps above which it is asked how many times as many they are as those that were taken."""

ERROR_ROUNDED, RESIDUAL_ROUNDED = 1e-14, 1e-12
"""Relative errors, and residuals of constraints (m, rad), below which there is nothing but rounding."""
SAME_LENGTH = 1e-9
"""Relative to a horizon: what a run may be longer by rounding."""


def verdict_of_run(certificate: Certificate) -> Verdict:
    """The verdict on a run. A second run is made only where nothing that was measured makes it bad."""
    c = _measured(certificate) if certificate.is_bad else certificate
    return verdict_of_findings(_findings(c)) or Verdict("good", (_well(c),))


def is_bad_run(certificate: Certificate) -> bool:
    """Whether what was measured along a run makes it bad; no second run is made for that."""
    return any(level == "bad" for level, *_ in _findings(_measured(certificate)))


def _findings(c: Certificate) -> list[CodedFinding]:
    """What rules on numbers find, then what notes say, then what a second run tells."""
    noted = [(one.severity, str(one), one.code) for one in c.notes if one.severity != INFO]
    return [*findings_of(c, RUN_RULES), *noted, *findings_of(c, MOTION_RULES)]


def is_energy_explained(certificate: Certificate) -> bool:
    """Whether energy and work agree as well as tolerances explain."""
    return _energy(_measured(certificate)) is None


def _measured(certificate: Certificate) -> Certificate:
    """A certificate that no second run is made for."""
    return certificate if certificate.look is None else replace(certificate, look=None)


def _well(c: Certificate) -> str:
    """What was measured of a run, and what was requested."""
    closed = f"constraints open by {c.position_error:.0e}"
    if c.position_error <= RESIDUAL_ROUNDED:
        closed = "constraints closed to rounding" if c.rows or c.position_error else ""
    if c.freedoms == 0:
        return f"{closed or 'no constraints'}; nothing is free to move, so energy is not judged"
    share = c.energy_error / max(c.energy_scale, 1e-300)
    is_rounding = share <= ERROR_ROUNDED or (share > c.rtol and not _energy_share(c))
    energy = "energy balanced to rounding" if is_rounding else f"energy balance error {share:.0e}"
    if c.energy_passed > MANY_TIMES * c.energy_scale:
        energy += f" of the energy in motion, {c.energy_error / c.energy_passed:.0e} of what dampers exchange"
    measured = ", ".join(filter(None, [energy, closed]))
    if c.h is not None:
        said = f"{measured}, {c.length_of_steps}"
    elif (is_rounding or share <= c.rtol) and c.position_error <= max(RESIDUAL_FINE, _tolerance(c)):
        said = f"{HOLDS} ({measured}, requested {c.rtol:.0e})"
    else:
        said = f"{measured} after {c.steps:,} steps with {c.rtol:.0e} requested for each"
    return said + _well_moved(c)


def _well_moved(c: Certificate) -> str:
    """What a second run says of the motion."""
    found = c.compared
    if found.error is None:
        return f"; error of the motion (phase) not judged: {found.way}"
    size = f"{found.error:.0e}" if found.error >= ERROR_ROUNDED else "below the absolute tolerance"
    said = f"; estimated error of the motion {size}"
    if found.growth is not None and found.growth >= NEIGHBOURS_DIVERGE:
        said += f", although it is chaotic: a small change of the start grows {found.growth:.0e} times"
    return said


def _ended(c: Certificate) -> Finding | None:
    """Whether it got where it was meant to."""
    if c.status == "failed":
        return "bad", f"the run failed at t = {c.t_end:.6g}: {c.sentence}"
    if c.status == "paused":
        return "doubtful", f"the run was interrupted at t = {c.t_end:.6g}, before its end"
    if c.status == "running":
        return "doubtful", f"the run was never finished: what is kept of it ends near t = {c.t_end:.6g}"
    return None


def _energy(c: Certificate) -> Finding | None:
    """Whether energy and work agree as well as tolerances explain."""
    if not math.isfinite(c.energy_error) or not math.isfinite(c.energy_scale):
        return "doubtful", "the energy balance could not be measured"
    if c.freedoms == 0 and max(c.position_error, c.velocity_error) <= RESIDUAL_PRESCRIBED:
        return None  # The constraints say where everything is, and how few states there are says nothing against them.
    share = _energy_share(c)
    allowed, worst = _energy_bounds(c)
    if share <= allowed:
        return None
    where = f", most of which arose near t = {c.energy_grew:.4g}" if c.energy_grew > c.t_start else ""
    remedy = "ask for a smaller rtol and atol, or compare with another method"
    if c.h is not None:
        remedy = f"take a shorter step than h = {c.h:g}, or a method that controls its error"
    return (
        "bad" if share > worst else "doubtful",
        f"energy and work differ by {_percent(share)} of the energy in motion ({c.energy_error:.3g} J of "
        f"{c.energy_scale:.3g} J{where}), and {_percent(allowed)} would be in order: {remedy}",
    )


def _energy_share(c: Certificate) -> float:
    """Difference of energy and work beyond rounding, of the energy in motion."""
    return max(0.0, c.energy_error - _added(c, ENERGY_ROUNDING * c.energy_size)) / max(c.energy_scale, 1e-300)


def _energy_bounds(c: Certificate) -> tuple[float, float]:
    """(what is in order, what is bad), as shares of the energy in motion."""
    # Motions that are damped as usual lose what they have: only where far more passes through is it a size of errors.
    passing = max(0.0, c.energy_passed / max(c.energy_scale, 1e-300) - MANY_TIMES)
    if c.h is not None:
        good = FIXED_GOOD if c.compared.error is None else ENERGY_MOST
        return good * (1.0 + passing), FIXED_BAD * (1.0 + passing)
    per_joule = c.atol / c.energy_scale if c.energy_scale > c.atol else 1.0
    allowed = min(ENERGY_MOST, _added(c, c.rtol + c.atol + per_joule))
    worst = max(ENERGY_BAD, min(ENERGY_WORST, MANY_TIMES * allowed))
    passing *= PASSING * _tolerance(c)
    return allowed + passing, worst + MANY_TIMES * passing


def _motion(c: Certificate) -> Finding | None:
    """Whether a second run went the same way."""
    found = c.compared
    if found.error is None or found.error <= MOTION_DOUBTFUL or _chaos(c) is not None:
        return None
    remedy = "ask for a smaller rtol and atol" if c.h is None else f"take a shorter step than h = {c.h:g}"
    return (
        "doubtful",
        f"the motion is off by an estimated {_percent(found.error)} of its size ({found.state} near t = {found.t:.4g}, "
        f"by {found.way}), and {_percent(MOTION_DOUBTFUL)} would be in order: {remedy}",
    )


def _chaos(c: Certificate) -> Finding | None:
    """Whether neighbouring motions diverge so that errors of steps grow to something."""
    found = c.compared
    if found.error is None or found.growth is None:
        return None
    if found.growth < NEIGHBOURS_DIVERGE or found.error <= MOTION_CHAOTIC:
        return None
    return (
        "doubtful",
        f"chaotic: neighbouring motions diverge, a small change of the start grows {found.growth:.0e} times; this "
        f"motion is off by an estimated {_percent(found.error)} of its size ({found.state} near t = {found.t:.4g}, by "
        f"{found.way}), and a smaller rtol helps for a short time only: look at a shorter run, or at averages",
    )


def _constraints(c: Certificate) -> Finding | None:
    """Whether loops are closed as well as tolerances explain."""
    allowed = RESIDUAL_DOUBTFUL
    if c.h is None:
        explained = BETWEEN * _tolerance(c) if c.correction else _added(c, _tolerance(c))
        allowed = min(RESIDUAL_DOUBTFUL, RESIDUAL_FINE + explained)
    if c.position_error <= allowed:
        return None
    return (
        "bad" if c.position_error > RESIDUAL_TOO_LARGE else "doubtful",
        f"constraints stay open by up to {c.position_error:.2g} (m or rad), and {allowed:.1g} would be in order: keep "
        "them with constraints='projection', or take shorter steps",
    )


def _correction(c: Certificate) -> Finding | None:
    """Whether projection moved states further than an error of a step can be."""
    allowed = (
        CORRECTION_DOUBTFUL if c.h is not None else min(CORRECTION_DOUBTFUL, RESIDUAL_FINE + AFTER * _tolerance(c))
    )
    if c.correction <= allowed:
        return None
    return (
        "bad" if c.correction > CORRECTION_BAD else "doubtful",
        f"a coordinate had to be moved by {c.correction:.3g} (m or rad) after a step to meet the constraints, and "
        f"{allowed:.2g} would be in order: the run may have left its branch; "
        + ("bound the steps with h=lw.Adaptive(h_max=…)" if c.h is None else f"take a shorter step than h = {c.h:g}"),
    )


def _steps(c: Certificate) -> Finding | None:
    """Whether steps were taken in reasonable numbers."""
    if c.rejected > max(MANY_REJECTED, REJECTED_SHARE * c.steps):
        return (
            "doubtful",
            f"{c.rejected} steps were rejected and {c.steps} taken: look for a law that jumps to and fro, or "
            "that jumps and is not traced, and give it `kinks`",
        )
    mean = (c.t_end - c.t_start) / max(c.steps, 1)
    if c.h is None and c.steps > MANY_STEPS and c.step_range[1] > STEP_RATIO_COLLAPSED * mean:
        return (
            "doubtful",
            f"steps became very short: {c.steps} were taken, {mean:.1g} s long in the mean and up to "
            f"{c.step_range[1]:.1g} s where the motion is easy; look for a law that jumps, or a singular configuration",
        )
    return None


def _fixed_step(c: Certificate) -> Finding | None:
    """Whether steps of a fixed length had to be divided."""
    if c.h is None or not c.rejected:
        return None
    return "doubtful", f"the step h = {c.h:g} is too long: {c.rejected} steps had no solution, and were divided"


def _histories(c: Certificate) -> Finding | None:
    """Whether laws that remember were met over the whole run."""
    length = c.t_end - c.t_start
    short = {name: horizon for name, horizon in c.horizons.items() if length > horizon * (1.0 + SAME_LENGTH)}
    if not short:
        return None
    met = ", ".join(f"{name} for histories up to {horizon:g} s" for name, horizon in short.items())
    return (
        "doubtful",
        f"laws are met only for a part of the run, which is {length:g} s long: {met}; give a longer horizon",
    )


RUN_RULES = {
    "end": _ended,
    "energy": _energy,
    "constraints": _constraints,
    "correction": _correction,
    "steps": _steps,
    "fixed_step": _fixed_step,
    "histories": _histories,
}
"""By the code under which verdicts tell that one of them found something."""
MOTION_RULES = {"motion": _motion, "chaos": _chaos}
"""The same of findings that a second run leads to."""


def _tolerance(c: Certificate) -> float:
    return c.rtol + c.atol


def _added(c: Certificate, one: float) -> float:
    """What errors of all steps may add up to."""
    return PER_STEP * (FEW_STEPS + c.steps) * one


def _percent(share: float) -> str:
    return f"{100.0 * share:.3g} %" if share < 0.1 else f"{100.0 * share:.0f} %"
