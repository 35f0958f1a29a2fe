"""Models to tables: everything in SI units, numbers exact."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from ..contract import Element, Expression, ModelError, Parameter, Signal, element_class
from ..contract.element import same
from ..contract.fields import as_direction
from ..elements.signals.formula import Formula, as_parameters
from ..expr import is_symbolic, symbols
from ..expr.graph import Expr
from ..expr.parse import names_in_text, to_text
from ..model import Body, Connection, Coordinate, Model, Point
from ..model.body import make_body
from ..spatial import Pose, as_rotation, rotation
from .errors import FilePlace, FormatError, described_value
from .values import CHANNEL_KEY, EXPRESSION, check_unit, names_channel, value_unit

MODEL_FORMAT = 1
"""Version of the format; a file of a newer one is refused."""


def to_dict(model: Model) -> dict[str, Any]:
    """The model as tables, lists, text and numbers: what `from_dict` reads, and what a file holds."""
    data, errors = _tables(model)
    if errors:
        raise errors[0]
    return data


def to_partial_dict(model: Model) -> tuple[dict[str, Any], list[str]]:
    """(the model as far as it can be written, why each other part cannot): Python functions have no text."""
    data, errors = _tables(model)
    return data, [str(error) for error in errors]


def _tables(model: Model) -> tuple[dict[str, Any], list[FormatError]]:
    place = FilePlace(f"model {model.name!r}")
    errors: list[FormatError] = []

    def written(
        write: Callable[[Any, FilePlace], Any], parts: Iterable[tuple[str, Any]], where: FilePlace
    ) -> dict[str, Any]:
        found = {}
        for name, part in parts:
            try:
                found[name] = write(part, where / name)
            except FormatError as error:
                errors.append(error)
        return found

    head = {"name": model.name, **written(lambda m, _: _gravity(m, place), [("gravity", model)], place)}
    parameters = {name: _parameter(p) for name, p in sorted(model.parameters.items())}
    points = written(lambda body, _: _points(body, place / "ground"), [("points", model.ground)], place)
    data = {
        "format": MODEL_FORMAT,
        "model": head,
        **({"parameters": parameters} if parameters else {}),
        **({"ground": points} if points.get("points") else {}),
        "bodies": written(_body, _given(model, model.bodies), place / "bodies"),
        "connections": written(_connection, _given(model, model.connections), place / "connections"),
    }
    return data, errors


def _given(model: Model, members: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What a user gave: of the members of a structure nothing, but for the structure where its first connection is."""
    owners = {name: built for built in model.structures.values() for name in built.members}
    told: set[str] = set()
    for name, member in members.items():
        built = owners.get(name)
        if built is None:
            yield name, member
        elif isinstance(member, Connection) and built.name not in told:
            told.add(built.name)
            yield built.name, Connection(built.name, built.element, built.ends)


def _gravity(model: Model, place: FilePlace) -> Any:
    if isinstance(model.gravity, Element):
        return element_table(model.gravity, place / "gravity")
    if callable(model.gravity):
        raise (place / "gravity").error("is a Python function, which a file cannot hold; give three numbers.")
    return _numbers(model.gravity, place / "gravity", "m/s**2")


def _parameter(p: Parameter) -> Any:
    if not p.unit and not p.doc:
        return p.value
    return {"value": p.value, **({"unit": p.unit} if p.unit else {}), **({"doc": p.doc} if p.doc else {})}


def _body(body: Body, place: FilePlace) -> dict[str, Any]:
    """Its shapes, and of the mass properties what does not follow from them."""
    shapes = [element_table(shape, place / "shape") for shape in body.shapes]
    result: dict[str, Any] = {"shape": shapes if len(shapes) != 1 else shapes[0]} if shapes else {}
    base = make_body(body.name, body.shapes, None if shapes else body.mass, None, None).properties
    if not shapes or not same(base.mass, body.mass):
        result["mass"] = _numbers(body.mass, place / "mass", "kg")
    if not same(base.com, body.com):
        result["com"] = _numbers(body.com, place / "com", "m")
    if not same(base.inertia, body.inertia):
        result["inertia"] = _inertia(body.inertia, place / "inertia")
    points = _points(body, place)
    return {**result, **({"points": points} if points else {})}


def _inertia(tensor: Any, place: FilePlace) -> Any:
    """Three moments of a diagonal tensor, six entries of a symmetric one, or all."""
    entries = _numbers(tensor, place, "kg*m**2")
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = entries
    if (xy, xz, yz) != (yx, zx, zy):
        return entries
    return [xx, yy, zz] if (xy, xz, yz) == (0.0, 0.0, 0.0) else [xx, yy, zz, xy, xz, yz]


def _points(body: Body, place: FilePlace) -> dict[str, Any]:
    frames = {} if body.elastic is None else body.elastic.data.frames
    own = {name: point for name, point in body.points.items() if name not in frames}
    return {name: _named_point(point, place / "points" / name) for name, point in own.items()}


def _named_point(point: Point, place: FilePlace) -> dict[str, Any]:
    """Where it is on its body, or which frame of an elastic body it is at."""
    if point.frame is None:
        return _pose(point.X, place)
    return {**_pose(point.X_held, place), "at": point.frame}


def _on_elastic(end: Point, place: FilePlace) -> dict[str, Any]:
    """An end on an elastic body: the frame that it is fixed on, "arm.tip", and where it is in that."""
    assert end.body.elastic is not None
    frames = end.body.elastic.data.frames
    frame = end.frame or next(name for name, own in frames.items() if own.is_rigid)
    pose = end.body.points[frame].X.inverse @ end.X
    return {"body": f"{end.body.name}.{frame}", **_pose(pose, place)}


def _pose(pose: Pose, place: FilePlace) -> dict[str, Any]:
    turned = _rotation(pose.R, place / "rotate")
    return {"at": _numbers(pose.p, place / "at", "m"), **({"rotate": turned} if turned else {})}


def _rotation(matrix: Any, place: FilePlace) -> Any:
    """None for no rotation, a turn about x, y or z where that gives exactly this matrix, else the matrix."""
    if same(matrix, np.eye(3)):
        return None
    for axis, (i, j) in {"x": (1, 2), "y": (2, 0), "z": (0, 1)}.items():
        cosine, sine = matrix[i, i], matrix[j, i]
        if isinstance(cosine, Expr) and cosine.op == "cos":
            angle: Any = cosine.args[0]
        elif is_symbolic(cosine) or is_symbolic(sine):
            continue
        else:
            angle = float(np.arctan2(sine, cosine))
        if same(rotation(axis, angle), matrix):
            return {axis: _number(angle, place, "rad")}
    return _numbers(matrix, place, "")


def _connection(connection: Connection, place: FilePlace) -> dict[str, Any]:
    result: dict[str, Any] = {
        "element": element_table(connection.element, place / "element"),
        "ends": [_end(end, place / "ends" / i) for i, end in enumerate(connection.ends)],
        "drive": {name: _signal(s, place / "drive" / name) for name, s in connection.drive.items()},
        "lock": {name: _number(value, place / "lock" / name) for name, value in connection.lock.items()},
        "initial": {name: _number(value, place / "initial" / name) for name, value in connection.initial.items()},
        "inputs": {name: _input(value, place / "inputs" / name) for name, value in connection.inputs.items()},
        "tree": connection.tree,
        "active": _active(connection.active, place / "active"),
    }
    return {name: value for name, value in result.items() if value or name in ("element", "ends")}


def _active(value: Any, place: FilePlace) -> Any:
    """An expression of Parameters."""
    if callable(value):
        raise place.error(
            "is a condition in Python, which a file cannot hold; give an expression of Parameters, and an event that "
            "sets them."
        )
    return value if value is None else _number(value, place)


def _end(end: Point | Coordinate, place: FilePlace) -> Any:
    """ "A.angle", "crank", "crank.tip", or a body, where on it, and the surface there."""
    if isinstance(end, Coordinate):
        return str(end)
    named, is_elastic = end.body.points.get(end.name or ""), end.body.elastic is not None
    if end.surface is not None:
        surface = element_table(end.surface, place / "surface")
        where = _on_elastic(end, place) if is_elastic else {"body": end.body.name, **_pose(end.X, place)}
        return {**where, "surface": surface}
    if end.frame is not None and (named is None or not same(named.X.p, end.X.p)):
        return _on_elastic(end, place)
    if end.X.is_identity:
        return end.body.name
    if named is not None and (named is end or (same(named.X.R, end.X.R) and same(named.X.p, end.X.p))):
        return f"{end.body.name}.{end.name}"
    return {"body": end.body.name, **_pose(end.X, place)}


def _input(value: Any, place: FilePlace) -> Any:
    """Signals, numbers, names of channels, and expressions of Parameters, which text would make signals."""
    if isinstance(value, Signal):
        return _signal(value, place)
    if isinstance(value, str):
        return value if names_channel(value) else {CHANNEL_KEY: value}
    if callable(value):
        raise place.error("is a Python function of channels, which a file cannot hold; give the name of a channel.")
    return {EXPRESSION: _text(value, place)} if is_symbolic(value) else _number(value, place)


def _signal(signal: Element, place: FilePlace) -> Any:
    """Formulas as their text alone where that says everything, other signals as elements."""
    if isinstance(signal, Expression):
        signal = _formula(signal, place)
    if isinstance(signal, Formula) and signal.smooth is None and "t" in names_in_text(signal.text):
        return signal.text
    return element_table(signal, place)


def _formula(signal: Expression, place: FilePlace) -> Formula:
    """A Python function of time as what it records: a file cannot hold the function itself."""
    with place.named():
        return Formula(_text(signal.value(symbols("t")), place), signal.parameters, signal.smooth)


def element_table(element: Element, place: FilePlace) -> dict[str, Any]:
    """{kind = …} and its fields; those that are None are left out."""
    if isinstance(element, Expression):
        element = _formula(element, place)
    with place.named():
        if element_class(element.kind) is not type(element):
            raise ModelError(f"another class is registered as {element.kind!r}.")
    result: dict[str, Any] = {"kind": element.kind}
    for name, field in element.given_fields().items():
        value, where = element.values[name], place / name
        if field.convert is as_parameters or (name in element.rarely_given and element.is_default(name)):
            continue  # the text names them; what nobody gave is not said
        if value is None:
            if field.default is not None:
                result[name] = None
        elif field.convert is as_rotation:
            result[name] = _rotation(value, where) or {}
        elif field.numeric:
            result[name] = _numbers(value, where, value_unit(type(element), field))
        else:
            result[name] = _direction(value) if field.convert is as_direction else _value(value, where)
    return result


def _direction(vector: Any) -> Any:
    """ "x", "-y" …, or three numbers."""
    for axis, i in (("x", 0), ("y", 1), ("z", 2)):
        if tuple(vector) in (tuple(np.eye(3)[i]), tuple(-np.eye(3)[i])):
            return axis if vector[i] > 0 else f"-{axis}"
    return [float(x) for x in vector]


def _numbers(value: Any, place: FilePlace, unit: str | None) -> Any:
    """A number, an expression or a signal, or lists of them."""
    if isinstance(value, np.ndarray):
        value = value.item() if value.ndim == 0 else list(value)
    if isinstance(value, (list, tuple)):
        return [_numbers(entry, place / i, unit) for i, entry in enumerate(value)]
    if isinstance(value, Element):
        return _signal(value, place)
    return _number(value, place, unit)


def _number(value: Any, place: FilePlace, unit: str | None = None) -> Any:
    if is_symbolic(value):
        with place.named():
            check_unit(value, unit)
        return value.data if value.op == "const" else _text(value, place)
    if isinstance(value, (int, float, np.number)) and not isinstance(value, bool):
        return float(value)
    raise place.error(_UNWRITABLE.format(described_value(value)))


_UNWRITABLE = "{} cannot be written to a file; use an element of a registered kind, numbers or text."


def _text(value: Any, place: FilePlace) -> str:
    with place.named():
        return to_text(value)


def _value(value: Any, place: FilePlace) -> Any:
    """What an option holds."""
    if isinstance(value, (bool, str)) or value is None:
        return value
    if isinstance(value, np.generic):
        return _value(value.item(), place)
    if isinstance(value, (int, float)):
        return value if np.isfinite(value) else {EXPRESSION: repr(value)}
    if isinstance(value, Expr):
        return {EXPRESSION: _text(value, place)}
    if isinstance(value, Element):
        return element_table(value, place)
    if isinstance(value, np.ndarray):
        return _value(list(value), place) if value.ndim else _value(value.item(), place)
    if isinstance(value, (list, tuple)):
        return [_value(entry, place / i) for i, entry in enumerate(value)]
    if isinstance(value, Mapping) and all(isinstance(name, str) and name not in ("kind", EXPRESSION) for name in value):
        return {name: _value(entry, place / name) for name, entry in value.items()}
    raise place.error(_UNWRITABLE.format(described_value(value)))
