"""What equilibria, linear systems, prescribed motions, ensembles and optima are judged by: one rule, one function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..channels.channel import unit_text
from ..contract.errors import counted, joined
from ..diagnosis import joined_notes
from .delayed_roots import MISSED
from .verdict import Finding, Verdict, judge_result

if TYPE_CHECKING:
    from .ensemble import Ensemble
    from .linearization import Linearization

RESIDUAL_GOOD, RESIDUAL_BAD = 1e-8, 1e-6
"""What may stay unbalanced at an equilibrium, in comparable units."""
NEAR_EQUILIBRIUM, OFF_EQUILIBRIUM = 1e-3, 5e-2
"""Distances of a linear system's state from an equilibrium (radians, lever arms): what is in order, what is bad."""
FINE_SAMPLING, JUMP_SIZE = 0.5, 0.25
"""Coordinates (rad, m) may move so far between samples for these to tell of jumps; what counts as a jump."""
MOTION_CLOSED = 1e-8
"""Residuals of a prescribed motion (rad, lever arms) that are none."""
LINEAR_STATE = "the state is an equilibrium or a steady motion, whose stability eigenvalues describe"
MOMENT = (
    "the matrices are exact for a moment of a motion, t = {:g} s; eigenvalues hold at that moment and do not say "
    "whether the motion is stable"
)
CARRIED, UNCARRIED = 1e-8, 1e-4
"""What muscles may leave of the greatest force that a motion takes along a coordinate; what is bad."""
LITTLE_ASKED = 1e-2
"""Of what muscles can give along a coordinate: where a motion takes less, what they leave is compared with this."""
SETTLED = 1e-8
"""How far states of muscles may be from their balance, in units of their start."""
OPPOSING = 0.1
"""Part of what is missing from which on a muscle that opposes it unasked is a cause."""
NO_TENSION = 1e-6
"""N: a tendon that carries less is slack."""
MANY_FAILED = 0.5
"""Share of the designs on the way that could not be computed which makes an optimum doubtful."""


def verdict_of_equilibrium(eq: Any) -> Verdict:
    """The verdict on an equilibrium."""
    well = "forces balance, and constraints are met"
    if eq.held:
        rates = joined([f"{name}, which its drive moves by {rate:.4g} a second" for name, rate in eq.held.items()])
        well += f", with drives held at t = {eq.state.t:g}: {rates}; drives='moving' lets them move"
    return judge_result(eq, EQUILIBRIUM_RULES, well)


def verdict_of_linearization(lin: Linearization) -> Verdict:
    """The verdict on a linear system and its modes."""
    well = MOMENT.format(lin.state.t) if lin.is_moment else LINEAR_STATE
    well += "" if lin.past is None else f"; {lin.spectrum.way}"
    return judge_result(lin, {"unbalanced": _unbalanced, "delayed_roots": _delayed_roots}, well)


def verdict_of_kinematics(motion: Any) -> Verdict:
    """The verdict on a prescribed motion."""
    return judge_result(motion, KINEMATICS_RULES, "all times were reached on one branch")


def verdict_of_optimum(optimum: Any) -> Verdict:
    """The verdict on an optimisation: the worst of that on the search and those on the analyses at its end."""
    rules = {"unfinished": _unfinished, "failed_designs": _blind}
    own = judge_result(optimum, rules, "the search ended at an optimum")
    return max(own, *(one.verdict for one in optimum.judged)) if optimum.judged else own


def verdict_of_sharing(sharing: Any) -> Verdict:
    """The verdict on forces that were shared among muscles."""
    return judge_result(sharing, SHARING_RULES, "the muscles carry the motion, at the least cost")


def verdict_of_ensemble(ensemble: Ensemble) -> Verdict:
    """The verdict on many runs: that of the worst."""
    found = ensemble.verdicts
    worst = max(found)
    if worst.is_good:
        return ensemble.worst_certificate().verdict
    members = [k for k, verdict in enumerate(found) if verdict.level == worst.level]
    first = found[members[0]].reasons[0]
    said = f"{len(members)} of {len(found)} members are, first member {members[0]}: {first}"
    return Verdict(worst.level, (said,), found[members[0]].codes[:1])


def _overturned(eq: Any) -> Finding | None:
    """Whether elements bend, or are squeezed, by more than their law can follow."""
    return ("bad", str(eq.overturned[0])) if eq.overturned else None


def _bent(eq: Any) -> Finding | None:
    """Whether modal bodies are deformed by as little as they were made for."""
    return ("doubtful", joined_notes(eq.bent)) if eq.bent else None


def _branched(eq: Any) -> Finding | None:
    """Whether the way of the load passed others on which it might have gone on."""
    told = eq.path.sentences if eq.path is not None else ()
    return ("doubtful", told[0]) if told else None


def _nodes(eq: Any) -> Finding | None:
    """Whether nodes without mass stay where they balance."""
    return ("doubtful", joined_notes(eq.unstable_nodes)) if eq.unstable_nodes else None


def _shared_load(eq: Any) -> Finding | None:
    """Whether contacts carry loads that could not be others."""
    shared = [one for one in eq.contacts.notes if one.code == "contact_load_not_unique"]
    return ("doubtful", joined_notes(shared)) if shared else None


def _nothing_left(eq: Any) -> Finding | None:
    """Whether contacts hold with something to spare."""
    if not eq.contacts.borders:
        return None
    said = "; ".join(map(str, eq.contacts.borders))
    return "doubtful", f"a contact is about to open or to slide: {said}"


def _residual(eq: Any) -> Finding | None:
    """Whether forces balance."""
    if eq.residual <= RESIDUAL_GOOD:
        return None
    return (
        "doubtful" if eq.residual <= RESIDUAL_BAD else "bad",
        f"a condition of the equilibrium is met to {eq.residual:.1e} only, and {RESIDUAL_GOOD:.0e} would be in order: "
        "start from a nearer guess",
    )


def _unsteady(eq: Any) -> Finding | None:
    """Whether the speeds stay as they are."""
    if eq.change is None and eq.onset is not None:
        speed, rate = eq.onset
        return (
            "bad",
            f"this is not a steady motion: nothing accelerates now, but as the model moves on {speed} begins "
            f"to change, with a second derivative of {rate:.3g}; look for rest, or simulate the motion",
        )
    if eq.change is None:
        return None
    speed, rate = eq.change
    return (
        "bad",
        f"this is not a steady motion: the speeds would change, {speed} by {rate:.3g} in a second; look for rest, or "
        "simulate the motion",
    )


def _unbalanced(lin: Linearization) -> Finding | None:
    """Whether a state of rest is an equilibrium, or was said to be none."""
    found = lin.unbalance
    if found is None or found.distance <= NEAR_EQUILIBRIUM:
        return None
    how = f"{found.state} changes by {found.rate:.3g} in a second"
    if np.isfinite(found.distance):
        how += f", and an equilibrium is about {found.distance:.2g} away (radians or lever arms)"
    return (
        "bad" if found.distance > OFF_EQUILIBRIUM else "doubtful",
        f"the state is at rest, and no equilibrium: {how}; find one with lw.equilibrium, or give moving=True to "
        "linearise along a motion",
    )


def _delayed_roots(lin: Linearization) -> Finding | None:
    """Whether the rightmost roots of a delayed system are all there, and stay what they are."""
    if lin.past is None:
        return None
    if MISSED in lin.spectrum.way:
        return "bad", lin.spectrum.way
    if lin.past.is_changing:
        return (
            "doubtful",
            f"a delay changes with time: roots are those of the delays at t = {lin.state.t:g} kept for ever, and a "
            "delay that goes to and fro may stabilise or destabilise; simulate small motions",
        )
    return None


def _incomplete(motion: Any) -> Finding | None:
    """Whether all times were reached."""
    if motion.complete:
        return None
    return "doubtful" if motion.stopped else "bad", motion.message


def _jump(motion: Any) -> Finding | None:
    """Whether coordinates went as their speeds say, between samples that are near each other."""
    layout = motion.layout
    pairs = [(layout.q_index(n), layout.u_index(f"{n}_dot"), n) for n in layout.q if f"{n}_dot" in layout.u]
    if len(motion.times) < 2 or not pairs:
        return None
    (q, u, names), h = zip(*pairs, strict=True), np.diff(motion.times)[:, None]
    at, speed, change = motion.q[:, q], motion.u[:, u], motion.u_dot[:, u]
    most = np.maximum(np.abs(speed[1:]), np.abs(speed[:-1])) + h * np.maximum(np.abs(change[1:]), np.abs(change[:-1]))
    way = 0.5 * h * (speed[1:] + speed[:-1]) + h**2 / 12.0 * (change[:-1] - change[1:])
    off = np.abs(np.diff(at, axis=0) - way) * ((h * most).max(axis=1, keepdims=True) < FINE_SAMPLING)
    k, worst = np.unravel_index(int(np.argmax(off)), off.shape)
    if off[k, worst] <= JUMP_SIZE:
        return None
    return (
        "bad",
        f"{names[worst]} jumps by {off[k, worst]:.2g} between t = {motion.times[k]:.6g} and {motion.times[k + 1]:.6g}: "
        "the motion left its branch; ask for more samples there",
    )


def _left_open(motion: Any) -> Finding | None:
    """Whether all configurations meet the constraints."""
    left, t = motion.open
    if left <= MOTION_CLOSED:
        return None
    return (
        "doubtful",
        f"the configuration at t = {t:.6g} leaves constraints open by {left:.2g} (rad or lever arms), and "
        f"{MOTION_CLOSED:g} would be in order: ask for times that are closer together there, or smooth what jumps",
    )


def _entered(motion: Any) -> Finding | None:
    """Whether bodies stay out of each other."""
    return ("bad", f"{motion.entered}: drive it otherwise, or simulate the motion") if motion.entered else None


def _unsettled(sharing: Any) -> Finding | None:
    """Whether the states of muscles, lengths of fibres for instance, were found everywhere."""
    off = ~(sharing.imbalance <= SETTLED)
    if not off.any():
        return None
    k = int(np.argmax(off.any(axis=1)))
    muscle = int(np.argmax(off[k]))
    is_slack = abs(sharing.tensions[k, muscle]) < NO_TENSION
    why = "its tendon is slack there, so that no length of its fibres is steady" if is_slack else "none was near"
    return (
        "bad",
        f"the states of {sharing.muscles[muscle]!r} were not found at {int(off[:, muscle].sum())} of "
        f"{counted(len(off), 'time point')}, the first at t = {sharing.t[k]:.6g}: {why}; give it a shorter slack "
        "length or a rigid tendon, or leave these time points out",
    )


def _overtaxed(sharing: Any) -> Finding | None:
    """Whether the muscles can carry the motion: each coordinate has its own scale, for some are N and some N·m."""
    is_number = np.isfinite(sharing.reserve) & np.isfinite(sharing.required)
    if not is_number.all():
        k, worst = np.unravel_index(int(np.argmin(is_number)), is_number.shape)
        return (
            "bad",
            f"what the muscles leave of {sharing.coordinates[worst]} is not a number at t = {sharing.t[k]:.6g}, nor at "
            f"{int((~is_number).any(axis=1).sum()) - 1} other time points: look at the state there, and leave it out",
        )
    scale = np.maximum(np.abs(sharing.required), LITTLE_ASKED * sharing.capacity).max(axis=0, initial=1e-9)
    size = np.abs(sharing.reserve) / scale
    if size.max(initial=0.0) <= CARRIED:
        return None
    k, worst = np.unravel_index(int(np.argmax(size)), size.shape)
    missing = (size > CARRIED).any(axis=1)
    remedy = _causes(sharing, int(k), int(worst)) or "give stronger muscles, more of them, or a slower motion"
    return (
        "bad" if size.max() > UNCARRIED else "doubtful",
        f"the muscles cannot carry the motion: {sharing.coordinates[worst]} is short of "
        f"{sharing.reserve[k, worst]:.4g} of {sharing.required[k, worst]:.4g} {unit_text(sharing.units[worst])} at t = "
        f"{sharing.t[k]:.6g}; {int(missing.sum())} of {counted(len(missing), 'time point')} infeasible; {remedy}",
    )


def _causes(sharing: Any, k: int, coordinate: int) -> str:
    """Why muscles cannot do it at an instant: what pulls against it unasked, and what could help and does not."""
    if k not in sharing.reach:
        return ""
    channels = sharing.system.channels(sharing.motion[k])
    least, most = (side[coordinate] for side in sharing.reach[k])
    missing = sharing.reserve[k, coordinate]
    against = np.where(least * missing < 0.0, np.abs(least), 0.0)
    unit, said = unit_text(sharing.units[coordinate]), []
    worst = int(np.argmax(against))
    for j, name in enumerate(sharing.muscles):
        muscle = sharing.system.model.connections[name].element
        e, e_dot = (np.ravel(channels[f"{name}.{what}"]).tolist() for what in ("measure", "measure_dot"))
        doubts = [text.rstrip(".") for _, text in muscle.doubts_at(e, failed=True)]
        condition = muscle.condition(e, e_dot)
        if j == worst and against[j] > OPPOSING * abs(missing):
            why = "; ".join(doubts) or condition
            said.append(f"{name} opposes it by {against[j]:.4g} {unit} at its least input{': ' if why else ''}{why}")
        elif doubts:
            said += [f"{name}: {text}" for text in doubts]
        elif most[j] * missing > 0.0 and condition:
            said.append(f"{name} gives at most {abs(most[j]):.4g} {unit}: {condition}")
    return "; ".join(said)


def _unshared(sharing: Any) -> Finding | None:
    """Whether the least cost was found everywhere."""
    missed = ~sharing.is_found & (sharing.imbalance <= SETTLED).all(axis=1)
    if not missed.any():
        return None
    k = int(np.argmax(missed))
    return (
        "bad",
        f"no least cost was found at {int(missed.sum())} of {counted(len(sharing.t), 'time point')}, the first at "
        f"t = {sharing.t[k]:.6g}: give a convex cost, and for a whole motion smooth activation dynamics (DeGroote2016)",
    )


def _not_convex(sharing: Any) -> Finding | None:
    """Whether a least cost is the least of all."""
    if sharing.is_convex.all():
        return None
    return (
        "doubtful",
        f"the cost is not convex at {int((~sharing.is_convex).sum())} of {counted(len(sharing.t), 'time point')}: "
        "what was found is a local least, and other activations may cost less; give a convex cost",
    )


def _unfinished(optimum: Any) -> Finding | None:
    """Whether the search ended of itself."""
    if optimum.success:
        return None
    end = "at its limit of iterations" if optimum.is_limited else "early"
    return (
        "bad" if optimum.is_limited else "doubtful",
        f"the search stopped {end}, before an optimum was reached ({optimum.message}): start from where it ended, "
        "allow more iterations, or look for corners of the objective",
    )


def _blind(optimum: Any) -> Finding | None:
    """Whether most designs could be computed."""
    if optimum.failed <= MANY_FAILED * optimum.evaluations:
        return None
    return (
        "doubtful",
        f"{optimum.failed} of {optimum.evaluations} designs on the way could not be computed: give bounds",
    )


EQUILIBRIUM_RULES = {
    "residual": _residual,
    "unsteady": _unsteady,
    "overturned": _overturned,
    "bent": _bent,
    "branched": _branched,
    "node_unstable": _nodes,
    "load_not_unique": _shared_load,
    "contact_border": _nothing_left,
}
KINEMATICS_RULES = {"end": _incomplete, "jump": _jump, "entered": _entered, "constraints": _left_open}
SHARING_RULES = {"unsettled": _unsettled, "reserve": _overtaxed, "cost": _unshared, "not_convex": _not_convex}
"""By the codes of their verdicts."""
