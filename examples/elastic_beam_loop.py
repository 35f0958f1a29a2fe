"""Elastic beam, held: its tip stays on a line, which closes a loop.

The beam of `elastic_beam.py`, by hand and as a model; by hand y = 0 is a constraint with its multiplier.
"""

import elastic_beam as beam

import linkwork as lw

KIND = "loop"
DURATION, LOOK, TRACES = beam.DURATION, beam.LOOK, beam.TRACES
SHOWS = ("S4.8",)
start = beam.start


def model() -> lw.Model:
    return beam.model(KIND)


def numbers() -> dict[str, float]:
    return beam.numbers_of(KIND)
