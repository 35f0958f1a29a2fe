"""Elastic beam on a stop: its tip comes down on a stiff spring that only pushes.

The beam of `elastic_beam.py`, by hand and as a model; the law of the contact enters by hand as an input.
"""

import elastic_beam as beam

import linkwork as lw

KIND = "contact"
DURATION, LOOK, TRACES = beam.DURATION, beam.LOOK, beam.TRACES
SHOWS = ("S4.7",)
start = beam.start


def model() -> lw.Model:
    return beam.model(KIND)


def numbers() -> dict[str, float]:
    return beam.numbers_of(KIND)
