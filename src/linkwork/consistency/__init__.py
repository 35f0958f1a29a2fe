"""What a state violates: loops and constraints, norms of Euler parameters, drives and locks; by name and amount."""

from .contact_doubts import contact_doubts
from .violations import (
    DIRECTION_WORDS,
    NEGLIGIBLE_VIOLATION,
    ROUNDED_VIOLATION,
    Violation,
    direction_of,
    grave,
    number_pose,
    refusal,
    remedies,
    remedy,
    said_of,
    scales_of,
    typical_length,
    violations_of,
)

__all__ = [
    "DIRECTION_WORDS",
    "NEGLIGIBLE_VIOLATION",
    "ROUNDED_VIOLATION",
    "Violation",
    "contact_doubts",
    "direction_of",
    "grave",
    "number_pose",
    "refusal",
    "remedies",
    "remedy",
    "said_of",
    "scales_of",
    "typical_length",
    "violations_of",
]
