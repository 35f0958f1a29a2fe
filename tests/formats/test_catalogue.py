"""Every registered element, written to a file and read back, is the same element, and fits the schema."""

import json
import tomllib

import jsonschema
import pytest

import linkwork.elements  # noqa: F401
from linkwork.contract import Element, Parameter
from linkwork.contract.element import same
from linkwork.formats import FormatError
from linkwork.formats.encode import element_table
from linkwork.formats.errors import FilePlace
from linkwork.formats.folder import Folder
from linkwork.formats.schema import SCHEMA_FILE, schema_text, shipped
from linkwork.formats.toml_text import write_toml
from linkwork.formats.units import unit_of
from linkwork.formats.values import Scope
from linkwork.testing.examples import examples_of

SCHEMA = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
EXAMPLES = [element for kind in shipped().values() for element in examples_of(kind)]
HOLD_PYTHON = {"Coupling", "FunctionCurve"}
"""Kinds that are given a Python function, which no file can hold."""


def holds_python(value) -> bool:
    if isinstance(value, Element):
        return value.kind in HOLD_PYTHON or any(map(holds_python, value.values.values()))
    if isinstance(value, tuple):
        return any(map(holds_python, value))
    return callable(value)


@pytest.mark.parametrize("element", EXAMPLES, ids=repr)
def test_round_trip(element: Element) -> None:
    if holds_python(element) and element.kind != "Expression":
        with pytest.raises(FormatError, match="cannot be written to a file"):
            element_table(element, FilePlace())
        return
    table = element_table(element, FilePlace())
    scope = Scope({p.name: p for p in element.parameters}, Folder())
    for text in (json.dumps(table), None):
        read = json.loads(text) if text else tomllib.loads(write_toml({"x": table}))["x"]
        found = scope.element(read, FilePlace())
        if element.kind == "Expression":
            assert found.kind == "Formula" and [found(t) for t in (0.0, 0.3, 2.0)] == [
                element(t) for t in (0.0, 0.3, 2.0)
            ]
        else:
            assert same(found, element)
    schema = {"$ref": f"#/$defs/kind {table['kind']}", "$defs": SCHEMA["$defs"]}
    jsonschema.Draft202012Validator(schema).validate(table)


def test_the_schema_is_current() -> None:
    assert SCHEMA_FILE.read_text(encoding="utf-8") == schema_text(), "run python -m linkwork.formats.schema"


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("kind", shipped().values(), ids=lambda kind: kind.__name__)
def test_units_of_fields_are_si_units(kind: type[Element]) -> None:
    for name, field in kind.fields.items():
        assert unit_of(field.unit)[0] == 1, f"{kind.__name__}.{name}"
    for unit in getattr(kind, "units", None) or ():
        assert unit_of(unit)[0] == 1


def test_parameters_in_fields_keep_their_names() -> None:
    k = Parameter("k", 3.0)
    spring = shipped()["Spring"](stiffness=2 * k + 1, length=0.1)
    table = element_table(spring, FilePlace())
    assert table["stiffness"] == "2*k + 1"
    assert same(Scope({"k": k}, Folder()).element(table, FilePlace()), spring)
