"""Tables to models: names checked, units converted, every error with its place in the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..contract import ContactSurface, Element, ModelError, Parameter, hinge_of
from ..contract.errors import unknown
from ..contract.units import check_dimension, si_unit, split_quantity, unit_of
from ..model import Body, Model, Point
from ..model.body import MAX_NAME
from ..model.model import STANDARD_GRAVITY
from .encode import MODEL_FORMAT
from .errors import FilePlace, described_value
from .folder import Folder
from .text import check_depth, read_file
from .values import Scope

KEYS = ("format", "$schema", "model", "parameters", "ground", "include", "bodies", "connections")
SHAPE_WORD = "shape"
"""What stands for the surface of a body's own shape."""
CONNECTION_KEYS = ("element", "ends", "drive", "lock", "initial", "inputs", "tree", "active")


def build_model(data: Any, place: FilePlace, folder: Folder, outer: dict[str, Parameter] | None = None) -> Model:
    """The model that the tables describe. `outer` are Parameters of the files that include this one: they go first."""
    check_depth(data, place)
    table = place.table(data)
    _check_version(table.get("format", MODEL_FORMAT), place / "format")
    place.table(data, KEYS)
    shared = {} if outer is None else outer
    own = _parameters(table.get("parameters", {}), place / "parameters", shared)
    shared.update({name: p for name, p in own.items() if name not in shared})
    scope = Scope(own, folder)
    model = _model(table.get("model", {}), place / "model", scope)
    ground = (place / "ground").table(table.get("ground", {}), ("points",))
    _points(model.ground, ground.get("points", {}), place / "ground" / "points", scope)
    for name, entry in (place / "bodies").table(table.get("bodies", {})).items():
        _body(model, name, entry, place / "bodies" / name, scope)
    for i, entry in enumerate((place / "include").list(table.get("include", []))):
        _include(model, entry, place / "include" / i, scope, shared)
    for name, entry in (place / "connections").table(table.get("connections", {})).items():
        _connection(model, name, entry, place / "connections" / name, scope)
    return model


def _check_version(version: Any, place: FilePlace) -> None:
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise place.error(f"must be a whole number, {MODEL_FORMAT} for this linkwork, is {described_value(version)}.")
    if version > MODEL_FORMAT:
        raise place.error(
            f"is {described_value(version)}, this linkwork reads formats up to {MODEL_FORMAT}; install a newer one."
        )


def _model(value: Any, place: FilePlace, scope: Scope) -> Model:
    table = place.table(value, ("name", "gravity"))
    gravity: Any = table.get("gravity", STANDARD_GRAVITY)
    if isinstance(gravity, Mapping):
        gravity = scope.element(gravity, place / "gravity")
    else:
        gravity = scope.vector(gravity, place / "gravity", "m/s**2")
    with place.named():
        return Model(table.get("name", "model"), gravity)


def _parameters(value: Any, place: FilePlace, outer: Mapping[str, Parameter]) -> dict[str, Parameter]:
    """The Parameters of a file; where an outer file has one of the same name, that one."""
    found = {}
    for name, entry in place.table(value).items():
        own = _parameter(name, entry, place / name)
        given = outer.get(name, own)
        if own.unit and given.unit:
            with (place / name).named():
                check_dimension(name, given.unit, own.unit)
        found[name] = given
    return found


def _parameter(name: str, entry: Any, place: FilePlace) -> Parameter:
    """From 200, "200 N/m", or {value = …, unit = "N/m", doc = …}."""
    table = place.table(entry, ("value", "unit", "doc")) if isinstance(entry, Mapping) else {"value": entry}
    if "value" not in table:
        raise place.error("value is missing.")
    unit = (place / "unit").text(table.get("unit", ""))
    doc = (place / "doc").text(table.get("doc", ""))
    inside = place / "value" if isinstance(entry, Mapping) else place
    with (place / "unit").named():
        if unit and unit_of(unit)[0] != 1:
            raise ModelError(f'{unit!r} is not an SI unit; write the value with its unit, value = "20 cm".')
    with inside.named():
        parts = split_quantity(table["value"]) if isinstance(table["value"], str) else ("", "")
        if parts is None:
            raise ModelError(f"{described_value(table['value'])} is not a number with a unit, such as '200 N/m'.")
        unit = unit or si_unit(parts[1])
        number = Scope({}, Folder()).number(table["value"], inside, unit)
    with place.named():
        if len(name) > MAX_NAME:
            raise ModelError(f"a text of {len(name)} characters cannot be a name.")
        return Parameter(name, number, unit, doc)


def _body(model: Model, name: str, value: Any, place: FilePlace, scope: Scope) -> None:
    table = place.table(value, ("shape", "mass", "com", "inertia", "points"))
    shapes = scope.shapes(table["shape"], place / "shape") if "shape" in table else []
    given: dict[str, Any] = {}
    if "mass" in table:
        given["mass"] = scope.number(table["mass"], place / "mass", "kg")
    if "com" in table:
        given["com"] = scope.vector(table["com"], place / "com", "m")
    if "inertia" in table:
        given["inertia"] = scope.numbers(table["inertia"], place / "inertia", "kg*m**2")
    with FilePlace(place.source).named():
        body = model.body(name, *shapes, **given)
    _points(body, table.get("points", {}), place / "points", scope)


def _points(body: Body, value: Any, place: FilePlace, scope: Scope) -> None:
    for name, entry in place.table(value).items():
        table = (place / name).table(entry, ("at", "rotate"))
        if isinstance(table.get("at"), str):  # a frame of an elastic body
            rotate = scope.rotation(table["rotate"], place / name / "rotate") if "rotate" in table else None
            with place.named():
                body.point(name, table["at"], rotate)
            continue
        point = _placed(body, table, place / name, scope)
        with place.named():
            body.point(name, point.X.p, point.X.R)


def _placed(body: Body, table: Mapping[str, Any], place: FilePlace, scope: Scope, frame: str = "") -> Point:
    """The point of a body that `at` and `rotate` of a table say, in the body frame or in that of one of its points."""
    at = scope.vector(table.get("at", (0.0, 0.0, 0.0)), place / "at", "m")
    rotate = scope.rotation(table["rotate"], place / "rotate") if "rotate" in table else None
    with place.named():
        return body.at(frame, at, rotate=rotate) if frame else body.at(at, rotate=rotate)


def _end(model: Model, value: Any, place: FilePlace, scope: Scope) -> Any:
    """A point or a coordinate: from "crank", "crank.tip", "A.angle", or {body = …, at = …, rotate = …, surface = …}.

    {body = "arm.tip", at = …} is in the frame of that point.
    """
    if isinstance(value, Mapping):
        table = place.table(value, ("body", "at", "rotate", "surface"))
        if "body" not in table:
            raise place.error('must say its body: {body = "crank", at = ["20 cm", 0, 0]}.')
        owner, _, frame = (place / "body").text(table["body"]).partition(".")
        point = _placed(_find(model, owner, place / "body"), table, place, scope, frame)
        return _with_surface(point, table["surface"], place / "surface", scope) if "surface" in table else point
    if not isinstance(value, str):
        raise place.error(
            f'must be "crank", "crank.tip", "A.angle" or {{body = …, at = …}}, is {described_value(value)}.'
        )
    owner, dot, name = value.partition(".")
    if dot and owner in model.connections:
        return value
    body = _find(model, owner, place)
    with place.named():
        return body[name] if dot else body.at(0.0, 0.0, 0.0)


def _with_surface(point: Point, value: Any, place: FilePlace, scope: Scope) -> Point:
    """The point with what its body touches others with: {kind = "SphereSurface", …}, or "shape" for its own shape."""
    if value == SHAPE_WORD:
        with place.named():
            own = point.body.surface()
            return Point(point.body, own.X if point.X.is_identity else point.X @ own.X, surface=own.surface)
    with place.named():
        point.check_carrier()
    return replace(point, surface=scope.element(value, place, ContactSurface))


def _find(model: Model, name: Any, place: FilePlace) -> Body:
    place.text(name)
    found = model.ground if name == "ground" else model.bodies.get(name)
    if found is None:
        raise place.error(unknown("body", name, ["ground", *model.bodies]))
    return found


def _include(model: Model, value: Any, place: FilePlace, scope: Scope, shared: dict[str, Parameter]) -> None:
    table = place.table(value, ("file", "prefix", "on"))
    if "file" not in table:
        raise place.error("file is missing.")
    file = scope.folder.find((place / "file").text(table["file"]), place / "file")
    inner = scope.folder.entered(file, place / "file")
    source = FilePlace(f"{place.source}: {file.name}" if place.source else str(file))
    other = build_model(read_file(file, source), source, inner, shared)
    on = _end(model, table["on"], place / "on", scope) if "on" in table else None
    if isinstance(on, str):
        raise (place / "on").error(f"{described_value(on)} is a coordinate; give a body or a point.")
    with place.named():
        model.include(other, (place / "prefix").text(table.get("prefix", "")), on)


def _connection(model: Model, name: str, value: Any, place: FilePlace, scope: Scope) -> None:
    table = place.table(value, CONNECTION_KEYS)
    for needed in ("element", "ends"):
        if needed not in table:
            raise place.error(f"{needed} is missing.")
    element = scope.element(table["element"], place / "element")
    ends = [_end(model, end, place / "ends" / i, scope) for i, end in enumerate((place / "ends").list(table["ends"]))]
    units = units_of(element)
    given: dict[str, Any] = {"tree": table.get("tree")}
    if "active" in table:
        given["active"] = scope.number(table["active"], place / "active", None)
    for key in ("drive", "inputs"):
        entries = (place / key).table(table.get(key, {}))
        read = scope.signal if key == "drive" else scope.input
        given[key] = {n: read(v, place / key / n, units.get(n)) for n, v in entries.items()}
    for key in ("lock", "initial"):
        entries = table.get(key, {})
        if key == "lock" and isinstance(entries, list):
            # Names alone: held where the coordinate starts, which `connect` knows.
            given[key] = [(place / key / i).text(entry) for i, entry in enumerate(entries)]
            continue
        entries = (place / key).table(entries)
        given[key] = {n: scope.number(v, place / key / n, units.get(n)) for n, v in entries.items()}
    with FilePlace(place.source).named():
        model.connect(name, element, *ends, **given)


def units_of(element: Element) -> dict[str, str]:
    """The units of an element's coordinates and of their rates, where it says them."""
    hinge = hinge_of(element)
    if hinge is None or hinge.units is None:
        return {}
    units = dict(zip(hinge.coordinates, hinge.units, strict=True))
    return {**{f"{name}_dot": f"{unit or '1'}/s" for name, unit in units.items()}, **units}
