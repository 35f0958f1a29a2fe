"""Ready models: a human body by height and mass, a cable of finite segments."""

from .body_segments import BodySegment, BodySegments, body_segments
from .cable import FiniteSegmentCable, Water, finite_segment_cable
from .human_model import human_body
from .leg_muscles import leg_muscles

__all__ = [
    "BodySegment",
    "BodySegments",
    "FiniteSegmentCable",
    "Water",
    "body_segments",
    "finite_segment_cable",
    "human_body",
    "leg_muscles",
]
