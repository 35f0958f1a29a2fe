"""What is said of a run: sentences on what `run_judgement` finds in the numbers of its certificate.

A good run says what was measured beside what was requested, in numbers. Sentences are texts with the names of numbers
in braces: pages, which judge by the same arithmetic, fill the same ones.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..diagnosis import INFO
from . import run_judgement as arithmetic
from .run_judgement import RULES, STATUSES, WELL_ROW, RunNumbers
from .verdict import LEVELS, CodedFinding, Verdict, verdict_of_findings

if TYPE_CHECKING:
    from .certificate import Certificate

RUN_RULES, MOTION_RULES = RULES[:-2], RULES[-2:]
"""Codes of rules on what was measured along a run, and of those on what a second run tells."""
FINDINGS = {
    "end": "{sentence}",
    "energy": "energy and work differ by {size:%} of the energy in motion ({energy_error:.3g} J of {energy_scale:.3g} "
    "J{where}), and {allowed:%} would be in order",
    "unmeasured": "the energy balance could not be measured",
    "constraints": "constraints stay open by up to {size:.2g} (m or rad), and {allowed:.1g} would be in order",
    "correction": "a coordinate had to be moved by {size:.3g} (m or rad) after a step to meet the constraints, and "
    "{allowed:.2g} would be in order",
    "steps": "{rejected:.0f} steps were rejected and {steps:.0f} taken",
    "collapsed": "steps became very short: {steps:.0f} were taken, {size:.1g} s long in the mean and up to "
    "{allowed:.1g} s where the motion is easy",
    "fixed_step": "the step h = {h:g} is too long: {rejected:.0f} steps had no solution, and were divided",
    "histories": "laws are met only for a part of the run, which is {size:g} s long: {where}",
    "motion": "the motion is off by an estimated {size:%} of its size ({where}), and {allowed:%} would be in order",
    "chaos": "chaotic: neighbouring motions diverge, a small change of the start grows {growth:.0e} times; this motion "
    "is off by an estimated {size:%} of its size ({where}), and a smaller rtol helps for a short time only: look at a "
    "shorter run, or at averages",
}
"""What rules find, by their codes ("unmeasured" and "collapsed" are further findings on energy and steps): `size` and
`allowed` are what `judge` writes, `where` is said by who asks."""
SHORTER = "take a shorter step than h = {h:g}"
BRANCH = ": the run may have left its branch; "
REMEDIES = {
    "energy": (
        ": ask for a smaller rtol and atol, or compare with another method",
        f": {SHORTER}, or a method that controls its error",
    ),
    "constraints": (": keep them with constraints='projection', or take shorter steps",) * 2,
    "correction": (f"{BRANCH}bound the steps with h=lw.Adaptive(h_max=…)", f"{BRANCH}{SHORTER}"),
    "steps": (": look for a law that jumps to and fro, or that jumps and is not traced, and give it `kinks`",) * 2,
    "collapsed": ("; look for a law that jumps, or a singular configuration",) * 2,
    "histories": ("; give a longer horizon",) * 2,
    "motion": (": ask for a smaller rtol and atol", f": {SHORTER}"),
}
"""What to do about it in Python: with controlled steps, and with steps of one length."""
HOLDS = "energy and constraints hold to the requested tolerance"
"""What is said of a run whose energy balance is within the tolerance that was requested for a step."""
DESCRIPTIONS = (
    "{measured}; the motion is fully prescribed; the energy balance is not checked",
    "{measured}, steps of {h:g} s",
    f"{HOLDS} ({{measured}}, requested {{rtol:.0e}})",
    "{measured} after {steps:,} steps with {rtol:.0e} requested for each",
    "{measured}, steps of {h:g} s and shorter",
)
"""What is said of a run without findings, by the kinds that `describe` tells."""
MEASURED_PARTS = {
    "energy": ("energy balanced to rounding", "energy balance error {size:.0e}"),
    "closed": ("constraints closed to rounding", "constraints open by {allowed:.0e}"),
}
"""What was measured of it: where nothing but rounding was, and elsewhere."""
UNSEEN_MOTION = "; error of the motion (phase) not judged: {way}"
RUN_SENTENCES = {
    "findings": FINDINGS,
    "descriptions": DESCRIPTIONS,
    "measured": MEASURED_PARTS,
    "motion": UNSEEN_MOTION,
}
"""All that a page says of its runs."""
NUMBER_PLACE = re.compile(r"\{(\w+)(?::([^}]*))?\}")


def filled(text: str, values: Mapping[str, Any]) -> str:
    """A sentence with its numbers, each as its place asks: as Python formats it, "%" with three digits."""

    def found(place: re.Match[str]) -> str:
        value, form = values[place[1]], place[2] or ""
        return _percent(value) if form == "%" else format(value, form)

    return NUMBER_PLACE.sub(found, text)


def run_numbers(c: Certificate) -> RunNumbers:
    """What rules read of a certificate."""
    unknown = {"h": c.h, "freedoms": c.freedoms, "motion_error": c.compared.error, "growth": c.compared.growth}
    return RunNumbers(
        status=float(STATUSES.index(c.status)),
        t_start=c.t_start,
        t_end=c.t_end,
        rtol=c.rtol,
        atol=c.atol,
        steps=float(c.steps),
        rejected=float(c.rejected),
        longest_step=c.step_range[1],
        energy_error=c.energy_error,
        energy_scale=c.energy_scale,
        energy_size=c.energy_size,
        energy_passed=c.energy_passed,
        position_error=c.position_error,
        velocity_error=c.velocity_error,
        correction=c.correction,
        rows=float(c.rows),
        horizon=min(c.horizons.values(), default=math.inf),
        **{name: math.nan if value is None else float(value) for name, value in unknown.items()},
    )


def verdict_of_run(certificate: Certificate) -> Verdict:
    """The verdict on a run. A second run is made only where nothing that was measured makes it bad."""
    c = _measured(certificate) if certificate.is_bad else certificate
    found = _judged(c)
    return verdict_of_findings(_findings(c, found)) or Verdict("good", (_well(c, found),))


def is_bad_run(certificate: Certificate) -> bool:
    """Whether what was measured along a run makes it bad; no second run is made for that."""
    c = _measured(certificate)
    return any(level == "bad" for level, *_ in _findings(c, _judged(c)))


def is_energy_explained(certificate: Certificate) -> bool:
    """Whether energy and work agree as well as tolerances explain."""
    return bool(_judged(_measured(certificate))[arithmetic.ENERGY_ROW, 0] == arithmetic.LEVEL_GOOD)


def _judged(c: Certificate) -> np.ndarray:
    """What rules find in the numbers of a certificate."""
    found = arithmetic.new_findings()
    arithmetic.judge(run_numbers(c), found)
    return found


def _findings(c: Certificate, found: np.ndarray) -> list[CodedFinding]:
    """What rules on numbers find, then what notes say, then what a second run tells."""
    noted = [(one.severity, str(one), one.code) for one in c.notes if one.severity != INFO]
    return [*_sentences(c, found, RUN_RULES), *noted, *_sentences(c, found, MOTION_RULES)]


def _measured(certificate: Certificate) -> Certificate:
    """A certificate that no second run is made for, nor is it looked for loads that are not unique."""
    return certificate if certificate.look is None else replace(certificate, look=None, not_unique=())


def _sentences(c: Certificate, found: np.ndarray, codes: tuple[str, ...]) -> Iterator[CodedFinding]:
    """What rules have found, in words."""
    for code in codes:
        level, size, allowed = found[RULES.index(code)].tolist()
        if level == arithmetic.LEVEL_GOOD:
            continue
        said = finding_of(code, size)
        text = FINDINGS[said] + REMEDIES.get(said, ("", ""))[c.h is not None]
        values = {**run_numbers(c)._asdict(), "size": size, "allowed": allowed, "where": _where(c, code)}
        yield LEVELS[int(level)], filled(text, {**values, "sentence": _end(c)}), code


def finding_of(code: str, size: float) -> str:
    """Which sentence a rule has for what it found."""
    if code == "energy" and not math.isfinite(size):
        return "unmeasured"
    return "collapsed" if code == "steps" and size else code


def _where(c: Certificate, code: str) -> str:
    """When and in what, as far as the run knows."""
    if code == "energy":
        return f", most of which arose near t = {c.energy_grew:.4g}" if c.energy_grew > c.t_start else ""
    if code == "histories":
        length = (c.t_end - c.t_start) / (1.0 + arithmetic.SAME_LENGTH)
        short = {name: horizon for name, horizon in c.horizons.items() if length > horizon}
        return ", ".join(f"{name} for histories up to {horizon:g} s" for name, horizon in short.items())
    if code in MOTION_RULES:
        return f"{c.compared.state} near t = {c.compared.t:.4g}, by {c.compared.way}"
    return ""


def _end(c: Certificate) -> str:
    """How a run ended that did not get where it was meant to."""
    if c.status == "paused":
        return f"the run was interrupted at t = {c.t_end:.6g}, before its end"
    if c.status == "running":
        return f"the run was never finished: what was saved of it ends near t = {c.t_end:.6g}"
    return f"the run failed at t = {c.t_end:.6g}: {c.sentence}"


def _well(c: Certificate, found: np.ndarray) -> str:
    """What was measured of a run, and what was requested."""
    kind, share, residual = found[WELL_ROW].tolist()
    values = {**run_numbers(c)._asdict(), "size": share, "allowed": residual, "steps": c.steps}
    closed = MEASURED_PARTS["closed"][residual > 0.0] if c.rows or c.position_error else ""
    energy = MEASURED_PARTS["energy"][share > 0.0]
    if c.energy_passed > arithmetic.MANY_TIMES * c.energy_scale:
        energy += f" of the energy in motion, {c.energy_error / c.energy_passed:.0e} of what dampers exchange"
    parts = [closed or "no constraints"] if kind == arithmetic.SAID_PRESCRIBED else filter(None, [energy, closed])
    measured = filled(", ".join(parts), values)
    said = filled(DESCRIPTIONS[int(kind)], {**values, "measured": measured})
    return said if kind == arithmetic.SAID_PRESCRIBED else said + _well_moved(c)


def _well_moved(c: Certificate) -> str:
    """What a second run says of the motion."""
    found = c.compared
    if found.error is None:
        return filled(UNSEEN_MOTION, {"way": found.way})
    size = f"{found.error:.0e}" if found.error >= arithmetic.ERROR_ROUNDED else "below the absolute tolerance"
    said = f"; estimated error of the motion {size}"
    if found.growth is not None and found.growth >= arithmetic.NEIGHBOURS_DIVERGE:
        said += f", although it is chaotic: a small change of the start grows {found.growth:.0e} times"
    return said


def _percent(share: float) -> str:
    return f"{100.0 * share:.3g} %" if share < 0.1 else f"{100.0 * share:.0f} %"
