"""The mechanisms of the reference cases: they stand in `validation/reference`, one file a case."""

from validation.reference.elastic_beam import OMEGA, OnTheFloor, UnilateralSupport, beam, beam_angles, beam_start
from validation.reference.fifteen_bars import fifteen_bars
from validation.reference.numbers import FOLDER, case
from validation.reference.planar_joint import PlanarJoint, planar_joint
from validation.reference.position_servo import Servo, servo
from validation.reference.two_bars import two_bars
from validation.reference.two_gyroscopes import gyroscopes

__all__ = [
    "FOLDER",
    "OMEGA",
    "OnTheFloor",
    "PlanarJoint",
    "Servo",
    "UnilateralSupport",
    "beam",
    "beam_angles",
    "beam_start",
    "case",
    "fifteen_bars",
    "gyroscopes",
    "planar_joint",
    "servo",
    "two_bars",
]
