"""Rotations, poses and relative motion, on numbers or symbols."""

from .alignment import across, axis_error, orthonormal, rotation_error
from .inertia import MassProperties, combined, inertia_matrix, point_inertia
from .motion import Relative, tangents, twist_of
from .pose import Pose, as_rotation
from .rotations import (
    AXES,
    axis_vector,
    euler_parameter_rates,
    euler_parameters,
    frame_with_z,
    matrix,
    normalised,
    rotation,
    rotation_euler_parameters,
    rotation_of_vector,
    rotation_sequence,
    rotation_vector_of,
    rotation_x,
    rotation_y,
    rotation_z,
    sine_quotient,
    tilde,
    turning_of_vector,
    untilde,
)
from .shortest_turn import shortest_turn

__all__ = [
    "AXES",
    "MassProperties",
    "Pose",
    "Relative",
    "across",
    "as_rotation",
    "axis_error",
    "axis_vector",
    "combined",
    "euler_parameter_rates",
    "euler_parameters",
    "frame_with_z",
    "inertia_matrix",
    "matrix",
    "normalised",
    "orthonormal",
    "point_inertia",
    "rotation",
    "rotation_error",
    "rotation_euler_parameters",
    "rotation_of_vector",
    "rotation_sequence",
    "rotation_vector_of",
    "rotation_x",
    "rotation_y",
    "rotation_z",
    "shortest_turn",
    "sine_quotient",
    "tangents",
    "tilde",
    "turning_of_vector",
    "twist_of",
    "untilde",
]
