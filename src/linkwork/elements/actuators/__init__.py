"""Active elements: forces with inputs, and controllers that drive them."""

# The imports of elements and `__all__` are written by `python -m tools.stub`.
from .dc_motor import DCMotor
from .electro_hydraulic_actuator import ElectroHydraulicActuator
from .hatze_muscle import HatzeMuscle
from .hydraulic_actuator import HydraulicActuator
from .linear_actuator import LinearActuator
from .muscle import Muscle
from .pid import PID
from .position_servo import PositionServo
from .pressure_actuator import PressureActuator
from .servo_valve_actuator import ServoValveActuator

__all__ = [
    "PID",
    "DCMotor",
    "ElectroHydraulicActuator",
    "HatzeMuscle",
    "HydraulicActuator",
    "LinearActuator",
    "Muscle",
    "PositionServo",
    "PressureActuator",
    "ServoValveActuator",
]
