"""The JSON Schema of model files, made from the contract: fields, units and choices of every registered element.

`python -m linkwork.formats.schema` writes that of the shipped elements to `model.schema.json` beside this file, where
editors find it; a test sees that it is current. `schema(registered())` has one's own elements in it as well.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..contract import ContactSurface, Element, Shape, Signal, registered
from ..contract.fields import Field, as_direction
from ..elements import catalogue as catalogue  # so that what ships is registered
from ..model.connection import CONNECTABLE
from ..spatial import as_rotation
from .encode import MODEL_FORMAT

SCHEMA_FILE = Path(__file__).parent / "model.schema.json"
SchemaTable = dict[str, Any]

NUMBER_SCHEMA: SchemaTable = {"$ref": "#/$defs/number"}
VECTOR: SchemaTable = {"type": "array", "items": NUMBER_SCHEMA, "minItems": 3, "maxItems": 3}
SIGNED_AXES = [sign + axis for axis in "xyz" for sign in ("", "+", "-")]


def shipped() -> dict[str, type[Element]]:
    """The elements of this package, by name."""
    return {name: found for name, found in sorted(registered().items()) if found.__module__.startswith("linkwork.")}


def schema(classes: Mapping[str, type[Element]]) -> SchemaTable:
    """The schema of files with elements of these classes; other kinds are let through unchecked."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "linkwork model",
        "description": 'Bodies and connections. Numbers are in SI units, or text with a unit: "20 cm", "30 deg".',
        "$defs": {
            **_common(),
            "shape": _choice("What a body is made of.", {n: c for n, c in classes.items() if issubclass(c, Shape)}),
            "surface": _choice(
                'What a body touches others with; "shape" is its own.',
                {n: c for n, c in classes.items() if issubclass(c, ContactSurface)},
            ),
            "signal": _signal({n: c for n, c in classes.items() if issubclass(c, Signal)}),
            "element": _choice(
                "What joins the ends.", {n: c for n, c in classes.items() if issubclass(c, CONNECTABLE)}
            ),
            **{f"kind {name}": element_schema(found) for name, found in classes.items()},
        },
        **_object(
            {
                "$schema": {"type": "string"},
                "format": {"const": MODEL_FORMAT, "description": "Version of the format."},
                "model": _object({"name": {"type": "string"}, "gravity": {"anyOf": [VECTOR, {"type": "object"}]}}),
                "parameters": {"type": "object", "additionalProperties": {"$ref": "#/$defs/parameter"}},
                "ground": _object({"points": {"$ref": "#/$defs/points"}}),
                "include": {"type": "array", "items": {"$ref": "#/$defs/include"}},
                "bodies": {"type": "object", "additionalProperties": {"$ref": "#/$defs/body"}},
                "connections": {"type": "object", "additionalProperties": {"$ref": "#/$defs/connection"}},
            }
        ),
    }


def _common() -> SchemaTable:
    """What files have beside elements."""
    table = {"type": "object", "additionalProperties": NUMBER_SCHEMA}
    place = {"at": VECTOR, "rotate": {"$ref": "#/$defs/rotation"}}
    signal = {"$ref": "#/$defs/signal"}
    signals = {"type": "object", "additionalProperties": signal}
    channel = _object({"channel": {"type": "string"}}, ["channel"])
    touching = {**place, "surface": {"$ref": "#/$defs/surface"}}
    end = {"anyOf": [{"type": "string"}, _object({"body": {"type": "string"}, **touching}, ["body"])]}
    shape = {"$ref": "#/$defs/shape"}
    body = {"shape": {"anyOf": [shape, {"type": "array", "items": shape}]}, "mass": NUMBER_SCHEMA, "com": VECTOR}
    connection = {"element": {"$ref": "#/$defs/element"}, "ends": {"type": "array", "items": {"$ref": "#/$defs/end"}}}
    return {
        "number": {"type": ["number", "string"], "description": 'A number, "20 cm", or an expression of parameters.'},
        "rotation": {
            "description": "Turns about x, y, z in their order, several such tables, or a 3 × 3 matrix.",
            "anyOf": [_object(dict.fromkeys("xyz", NUMBER_SCHEMA)), {"type": "array"}],
        },
        "points": {"type": "object", "additionalProperties": _object(place)},
        "parameter": {
            "anyOf": [
                NUMBER_SCHEMA,
                _object({"value": NUMBER_SCHEMA, "unit": {"type": "string"}, "doc": {"type": "string"}}, ["value"]),
            ]
        },
        "include": _object({"file": {"type": "string"}, "prefix": {"type": "string"}, "on": end}, ["file"]),
        "end": {"description": '"crank", "crank.tip", "A.angle", or a body and where on it.', **end},
        "body": _object({**body, "inertia": {"type": "array"}, "points": {"$ref": "#/$defs/points"}}),
        "connection": _object(
            {
                **connection,
                "drive": signals,
                "lock": {"anyOf": [table, {"type": "array", "items": {"type": "string"}}]},
                "initial": table,
                "inputs": {"type": "object", "additionalProperties": {"anyOf": [signal, channel]}},
                "tree": {"enum": ["branch", "cut"]},
                "active": NUMBER_SCHEMA,
            },
            ["element", "ends"],
        ),
    }


def _object(properties: SchemaTable, required: list[str] | None = None) -> SchemaTable:
    needed = {"required": required} if required else {}
    return {"type": "object", "properties": properties, **needed, "additionalProperties": False}


def _choice(description: str, classes: Mapping[str, type[Element]]) -> SchemaTable:
    """A table of one of these kinds, or the name of a kind that needs no more."""
    cases = [
        {
            "if": {"properties": {"kind": {"const": name}}, "required": ["kind"]},
            "then": {"$ref": f"#/$defs/kind {name}"},
        }
        for name in classes
    ]
    kind = {"anyOf": [{"enum": list(classes)}, {"type": "string"}]}
    table = {"type": "object", "required": ["kind"], "properties": {"kind": kind}, "allOf": cases}
    return {"description": description, "anyOf": [{"type": "string"}, table]}


def _signal(classes: Mapping[str, type[Element]]) -> SchemaTable:
    chosen = _choice('A formula of t ("0.1*sin(5*t)"), a number, or a signal.', classes)
    expression = _object({"expr": {"type": "string"}}, ["expr"])
    return {**chosen, "anyOf": [{"type": "number"}, expression, *chosen["anyOf"]]}


def element_schema(found: type[Element]) -> SchemaTable:
    """The schema of one kind of element."""
    fields = found.given_fields()
    properties = {"kind": {"const": found.__name__}, **{name: _field(f) for name, f in fields.items()}}
    required = ["kind", *(name for name, field in fields.items() if field.required)]
    text = inspect.getdoc(found) or ""
    return {"description": text.partition("\n")[0], **_object(properties, required)}


def _field(field: Field) -> SchemaTable:
    unit = f" [{field.unit}]" if field.unit else ""
    allowed = _type(field)
    if field.default is None and allowed:
        allowed = {"anyOf": [allowed, {"type": "null"}]}
    default = {} if field.required else {"default": _plain(field.default)}
    default = {} if default.get("default", 0) is None else default
    return {**({"description": f"{field.doc}{unit}".strip()} if field.doc or unit else {}), **allowed, **default}


def _type(field: Field) -> SchemaTable:
    """What a field may be given, as far as the contract knows."""
    if field.path:
        return {"type": "string"}
    if field.convert is as_direction:
        return {
            "anyOf": [
                {"enum": SIGNED_AXES},
                {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3},
            ]
        }
    if field.convert is as_rotation:
        return {"$ref": "#/$defs/rotation"}
    if field.numeric:
        plain = NUMBER_SCHEMA
        for size in reversed(field.shape):
            bounds = {} if size is None else {"minItems": size, "maxItems": size}
            plain = {"type": "array", "items": plain, **bounds}
        return plain if field.convert is None else {}
    if field.choices is not None:
        return {"enum": [_plain(choice) for choice in field.choices]}
    names: dict[type, str] = {bool: "boolean", int: "integer", float: "number", str: "string"}
    name = names.get(type(field.default)) if field.convert is None else None
    return {} if name is None else {"type": name}


def _plain(value: Any) -> Any:
    """A default as JSON has it; None where it is more than data."""
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError):
        return None


def schema_text() -> str:
    """The schema of the shipped elements as it stands in the file."""
    return json.dumps(schema(shipped()), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    SCHEMA_FILE.write_text(schema_text(), encoding="utf-8")
    print(f"wrote {SCHEMA_FILE}")
