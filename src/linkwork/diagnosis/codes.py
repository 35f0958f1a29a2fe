"""The catalogue of notes: every code, how severe it is, and what it means. Verdicts read codes, never sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

Severity = Literal["info", "doubtful", "bad"]
INFO: Severity = "info"
"""Worth knowing; the verdict does not depend on it."""
DOUBTFUL: Severity = "doubtful"
BAD: Severity = "bad"
"""The levels of verdicts that notes lead to."""


class NoteKind(NamedTuple):
    """What all notes of one code have in common."""

    severity: Severity
    meaning: str


NOTE_CODES: Mapping[str, NoteKind] = {
    # The model, before anything is computed.
    "model_remark": NoteKind(INFO, "something in the model is probably not meant so"),
    "model_changed": NoteKind(INFO, "the model was changed after it was compiled"),
    "law_remark": NoteKind(INFO, "an element says what its law leaves out, or what it measures at the start"),
    "law_not_traced": NoteKind(INFO, "a law calls foreign code, and its derivatives come from elsewhere"),
    "angle_in_degrees": NoteKind(INFO, "an angle starts at a whole number of radians, as degrees would"),
    "drive_in_rpm": NoteKind(INFO, "a drive turns at a whole number of rad/s, as revolutions per minute would be"),
    # The state that an analysis begins with.
    "state_corrected": NoteKind(INFO, "the state, or start, was off the constraints and was put on them"),
    "start_singular": NoteKind(INFO, "the start is at rest in a singular configuration"),
    "start_deformed": NoteKind(INFO, "beams are deformed at the start, or being deformed, a little"),
    "start_overstrained": NoteKind(DOUBTFUL, "beams are deformed at the start farther than is plausible"),
    "start_struck": NoteKind(DOUBTFUL, "the speeds of the start strike beams lengthwise"),
    "coordinates_held": NoteKind(INFO, "a motion does not give some coordinates, which stay as they are"),
    "nothing_moves": NoteKind(INFO, "joints and constraints leave no degree of freedom, and nothing is driven"),
    # How the run was computed.
    "solution_chosen": NoteKind(INFO, "accelerations were solved for in a way that was asked for"),
    "tolerances_named": NoteKind(INFO, "some states have an absolute tolerance of their own"),
    "method_changed": NoteKind(INFO, "another method went on: the equations are stiff, or steps became very short"),
    "stiff": NoteKind(INFO, "the equations look stiff, and an implicit method would take fewer steps"),
    "steps_short": NoteKind(INFO, "steps are so short that the end is very many of them away"),
    "step_too_long": NoteKind(INFO, "a fixed step had no solution and was taken in shorter ones"),
    "constraints_redundant": NoteKind(INFO, "constraints repeat each other, and share their loads"),
    "singular_passed": NoteKind(INFO, "a singular configuration was passed in the direction of motion"),
    "singularity": NoteKind(BAD, "the run may have left its branch near a singular configuration"),
    "node_unstable": NoteKind(INFO, "a node without mass is in unstable equilibrium"),
    # Inputs over time, delays.
    "input_sampled": NoteKind(INFO, "an input over time in foreign code was sampled; a short pulse could hide"),
    "input_unresolved": NoteKind(DOUBTFUL, "an input over time changes too often to be followed"),
    "input_missed": NoteKind(DOUBTFUL, "fixed steps do not meet an input over time"),
    "delay_interpolated": NoteKind(INFO, "how accurately delayed values are interpolated"),
    "delay_outran": NoteKind(DOUBTFUL, "a delay that depends on the state changed faster than was foreseen"),
    "delay_unused": NoteKind(INFO, "a delay is longer than the run"),
    "history_unknown": NoteKind(INFO, "what was before the start is not known to a delayed law"),
    "chart_points_lost": NoteKind(DOUBTFUL, "points of a stability chart have no rest"),
    # Events, and measures that are not continuous.
    "event_unfollowed": NoteKind(INFO, "an event, or a kink of a law, changes too fast to be followed"),
    "event_crowded": NoteKind(INFO, "an event with an action happens very often"),
    "measure_jumped": NoteKind(INFO, "what an element measures jumps, or is not what is drawn"),
    "measure_wrong": NoteKind(BAD, "what an element measures is wrong on the way"),
    # Contact.
    "contact_handling": NoteKind(INFO, "how contacts were handled"),
    "contact_closed": NoteKind(INFO, "bouncing ended in finite time"),
    "contact_unsolved": NoteKind(INFO, "a contact problem was not solved to its tolerance"),
    "contact_unfinished": NoteKind(DOUBTFUL, "the solver of contacts stopped early in some steps"),
    "contact_impossible": NoteKind(INFO, "no forces keep bodies from entering each other"),
    "contact_several_solutions": NoteKind(INFO, "a contact problem or an impact has several solutions"),
    "contact_load_not_unique": NoteKind(INFO, "normal loads of contacts are not unique"),
    "contact_friction_not_unique": NoteKind(INFO, "friction of contacts is not unique"),
    "impact_without_collision": NoteKind(INFO, "sliding jams (Painlevé), and an impact without collision follows"),
    "contact_lifts_or_holds": NoteKind(INFO, "a sliding contact can lift off or be pressed on (Painlevé)"),
    "impact_energy_created": NoteKind(INFO, "the law of impact creates energy"),
    "impact_endless": NoteKind(INFO, "impacts of pairs do not end"),
    "impact_law_ignored": NoteKind(INFO, "steps over impacts know Newton's law alone"),
    "impact_at_border": NoteKind(INFO, "an impact is at the border of another, and derivatives hold on one side"),
    "penetration": NoteKind(DOUBTFUL, "bodies entered each other by a good part of their size"),
    "penetration_deep": NoteKind(BAD, "bodies entered each other by more than their size"),
    # Elastic bodies and beams.
    "elastic_energy": NoteKind(INFO, "the largest strain energy and rotation of an elastic body"),
    "elastic_rotation": NoteKind(DOUBTFUL, "an elastic body is deformed by more than is small"),
    "elastic_spin": NoteKind(DOUBTFUL, "a body without geometric stiffness turns too fast for it"),
    "element_overturned": NoteKind(BAD, "an element bends by more than its law can follow"),
    "element_squeezed": NoteKind(BAD, "an element is pressed together by more than its law can follow"),
    "line_left": NoteKind(BAD, "a joint slid off its line, or off the edge of its surface"),
    "constraint_doubted": NoteKind(DOUBTFUL, "a constraint was pulled, or its surfaces do not fit each other"),
    # Linear analyses.
    "modes_turning": NoteKind(INFO, "modes turn with the rotor, and are given as the rotor sees them"),
    # Files.
    "channels_left_out": NoteKind(INFO, "the file has no room for some channels"),
    "checkpoint_unwritten": NoteKind(INFO, "a checkpoint could not be written"),
    "log_cut_short": NoteKind(INFO, "late events and notes of a run that did not end are not in its file"),
    "page_inputs": NoteKind(INFO, "inputs over time were looked at for this span only"),
    "stored_note": NoteKind(INFO, "a sentence from the file of an older version"),
    "stored_doubt": NoteKind(DOUBTFUL, "the verdict that the file of an older version has"),
    "stored_distrust": NoteKind(BAD, "the verdict that the file of an older version has"),
}
"""All codes. Those that are doubtful or bad are among `verdict.codes` of the result that has the note."""
