"""Throws against walls and swings against a stop by rigid contacts: no impact is missed, by any method."""

import numpy as np

from tests.contact_throws import ABSOLUTE_METHODS, EVENT_METHODS, draw, swing_missed, swings, throw_missed, throws


def throw(rng: np.random.Generator) -> None:
    """A ball in a room, with every impact at its time and wall."""
    (motion,) = throws(1, int(rng.integers(1 << 30)))
    drawn = draw(str(rng.choice(EVENT_METHODS)), motion.duration, rng)
    said, _ = throw_missed(motion, drawn)
    assert not said, f"{said}: {motion}, {drawn}"


def absolute_throw(rng: np.random.Generator) -> None:
    """The same in absolute coordinates."""
    (motion,) = throws(1, int(rng.integers(1 << 30)), most=4)
    drawn = draw(str(rng.choice(ABSOLUTE_METHODS)), motion.duration, rng)
    said, _ = throw_missed(motion, drawn, "absolute")
    assert not said, f"{said}: {motion}, {drawn}"


def swing(rng: np.random.Generator) -> None:
    """A mass on a spring, also where it only grazes its stop."""
    (motion,) = swings(1, int(rng.integers(1 << 30)))
    drawn = draw(str(rng.choice(EVENT_METHODS)), 1.0 / motion.rate, rng)
    said, _ = swing_missed(motion, drawn)
    assert not said, f"{said}: {motion}, {drawn}"
