"""What deforms, as it stands in a scene: surfaces of modal bodies, frames on them, beams and cables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ..contract import ModelError, Section, value_of
from ..contract.errors import unknown
from ..model import Body, Connection, Model, Point
from .base64_array import packed
from .parts import Deformation
from .scene import DeformationPart, ElasticPart, EndPart, FrameShapesPart, StrandPart
from .thinning import kept_curve

DEFORMATION_SAMPLES = 4000
"""Samples of the elastic coordinates of one body."""


def elastic_part(body: Body) -> ElasticPart | None:
    """The surface of a body that deforms; None where it is rigid, or where its surface is not known."""
    if body.elastic is None or not body.elastic.data.count or body.elastic.data.faces is None:
        return None
    data = body.elastic.data
    faces = np.asarray(data.faces, dtype=np.int32)
    found: ElasticPart = {"nodes": packed(data.nodes), "shapes": packed(data.shapes), "faces": packed(faces)}
    return found if data.skin_stress is None else {**found, "stress": packed(data.skin_stress)}


def frame_shapes(end: Point) -> FrameShapesPart | None:
    """How an end moves with the deformation of its body; None where it does not.

    One that stands off its frame by d moves by (Φ − d̃ Θ) e.
    """
    elastic = end.body.elastic
    if elastic is None or end.frame is None or elastic.data.frames[end.frame].is_rigid:
        return None
    frame = elastic.data.frames[end.frame]
    places = (np.asarray(value_of(point.X.p), dtype=float) for point in (end, end.body.points[end.frame]))
    off = np.subtract(*places)
    Phi = frame.Phi + np.cross(frame.Theta, off, axisa=0, axisc=0)
    return {"Phi": Phi.tolist(), "Theta": frame.Theta.tolist()}


def deformation_parts(model: Model, given: Iterable[Deformation], times: np.ndarray) -> list[DeformationPart]:
    """Elastic coordinates of all bodies whose surface is drawn, in the order of bodies; those not given are zero."""
    known = {one.body: one for one in given}
    names = ["", *model.bodies]
    strange = next((name for name in known if name not in model.bodies), None)
    if strange is not None:
        raise ModelError(f"deformation: {unknown('body', strange, model.bodies)}")
    found: list[DeformationPart] = []
    for name, body in model.bodies.items():
        if elastic_part(body) is None or body.elastic is None:
            continue
        count = body.elastic.data.count
        one = known.get(name, Deformation(name, np.zeros((len(times), count))))
        t = times if one.times is None else np.asarray(one.times, dtype=float)
        values = np.asarray(one.values, dtype=float)
        if values.shape != (len(t), count):
            raise ModelError(
                f"deformation of {name!r}: values have shape {values.shape}; for {len(t)} times they need "
                f"{(len(t), count)}."
            )
        keep = kept_curve(t, values, DEFORMATION_SAMPLES)
        found.append({"body": names.index(name), "times": packed(t[keep], double=True), "values": packed(values[keep])})
    return found


def elastic_shape(model: Model, given: Mapping[str, Any]) -> tuple[np.ndarray, float]:
    """Elastic coordinates of all bodies whose surface is drawn, one behind the other, and how far they move a node."""
    parts, reach = [np.zeros(0, dtype=complex)], 0.0
    for name, body in model.bodies.items():
        if elastic_part(body) is None or body.elastic is None:
            continue
        data = body.elastic.data
        e = np.asarray(given.get(name, np.zeros(data.count)), dtype=complex)
        if e.shape != (data.count,):
            raise ModelError(f"mode: body {name!r} has {data.count} elastic coordinates, and {e.size} were given.")
        parts.append(e)
        reach = max(reach, float(np.linalg.norm(np.abs(data.shapes @ e), axis=1).max(initial=0.0)))
    return np.concatenate(parts), reach


def strand_parts(model: Model, channels: Sequence[str], end_part: Callable[[Point], EndPart]) -> list[StrandPart]:
    """Beams and cables: rows of elements that have a section, each beginning where the one before ends."""
    found: list[StrandPart] = []
    last: Point | None = None
    for connection in model.connections.values():
        section = section_of(connection)
        if section is None:
            continue
        ends = [end for end in connection.ends if isinstance(end, Point)]
        if last is None or not _same(last, ends[0]) or found[-1]["name"] != _owner(connection):
            found.append(_strand(_owner(connection), section, end_part(ends[0])))
        strand = found[-1]
        strand["ends"] += [end_part(end) for end in ends[1:]]
        strand["elements"].append(len(ends) - 1)
        strand["channels"] += [name for name in [f"{connection.name}.stress"] if name in channels]
        last = ends[-1]
    for strand in found:
        if len(strand["channels"]) != len(strand["elements"]):
            strand["channels"] = []
    return found


def section_of(connection: Connection) -> Section | None:
    """The section of an element of a beam; None for all others."""
    section = getattr(connection.element, "section", None)
    points = [end for end in connection.ends if isinstance(end, Point)]
    return section if isinstance(section, Section) and len(points) > 1 else None


def _owner(connection: Connection) -> str:
    return connection.name.rpartition("/")[0] or connection.name


def _same(a: Point, b: Point) -> bool:
    first, second = (np.asarray(value_of(end.X.p), dtype=float) for end in (a, b))
    return a.body is b.body and bool(np.allclose(first, second))


def _strand(name: str, section: Section, first: EndPart) -> StrandPart:
    outline = None if section.outline is None else [float(value_of(x)) for x in section.outline]
    return {
        "name": name,
        "ends": [first],
        "elements": [],
        "channels": [],
        "outline": outline,
        "is_round": bool(section.is_round),
    }
