"""Every registered element, written to a file and read back, is the same element, and fits the schema."""

import json
import tomllib

import jsonschema
import pytest

import linkwork.elements.catalogue  # noqa: F401
from linkwork.contract import Element, Parameter
from linkwork.contract.element import same
from linkwork.contract.units import unit_of
from linkwork.formats import FormatError
from linkwork.formats.encode import element_table
from linkwork.formats.errors import FilePlace
from linkwork.formats.folder import Folder
from linkwork.formats.schema import SCHEMA_FILE, schema_text, shipped
from linkwork.formats.text import write_toml
from linkwork.formats.values import Scope
from linkwork.testing.examples import ROD_FILE, examples_of

SCHEMA = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
EXAMPLES = [element for kind in shipped().values() for element in examples_of(kind)]
HOLD_PYTHON = {"Coupling", "FunctionCurve", "SurfaceContact"}
"""Kinds that are given a Python function, which no file can hold."""


def holds_python(value) -> bool:
    if isinstance(value, Element):
        given = [value.values[name] for name in value.given_fields()]
        return value.kind in HOLD_PYTHON or any(map(holds_python, given))
    if isinstance(value, tuple):
        return any(map(holds_python, value))
    return callable(value)


def as_given(element: Element) -> Element:
    """The element without what it is given where it is connected: the surfaces of ends, which files have with the
    ends."""
    return type(element)(**{name: element.values[name] for name in element.given_fields()})


@pytest.mark.parametrize("element", EXAMPLES, ids=repr)
def test_round_trip(element: Element) -> None:
    if holds_python(element) and element.kind != "Expression":
        with pytest.raises(FormatError, match="cannot be written to a file"):
            element_table(element, FilePlace())
        return
    table = element_table(element, FilePlace())
    if element.kind == "ModalBody":
        table["data"] = ROD_FILE.name  # files name others beside them
    scope = Scope({p.name: p for p in element.parameters}, Folder.of(ROD_FILE))
    for text in (json.dumps(table), None):
        read = json.loads(text) if text else tomllib.loads(write_toml({"x": table}))["x"]
        found = scope.element(read, FilePlace())
        if element.kind == "Expression":
            assert found.kind == "Formula" and [found(t) for t in (0.0, 0.3, 2.0)] == [
                element(t) for t in (0.0, 0.3, 2.0)
            ]
        else:
            assert same(found, as_given(element))
    schema = {"$ref": f"#/$defs/kind {table['kind']}", "$defs": SCHEMA["$defs"]}
    jsonschema.Draft202012Validator(schema).validate(table)


def test_the_schema_is_current() -> None:
    assert SCHEMA_FILE.read_text(encoding="utf-8") == schema_text(), "run python -m linkwork.formats.schema"


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_units_of_fields_are_si_units() -> None:
    units = [(f"{kind.__name__}.{name}", x.unit) for kind in shipped().values() for name, x in kind.fields.items()]
    units += [(kind.__name__, unit) for kind in shipped().values() for unit in getattr(kind, "units", None) or ()]
    assert [name for name, unit in units if unit_of(unit)[0] != 1] == []


def test_parameters_in_fields_keep_their_names() -> None:
    k = Parameter("k", 3.0)
    spring = shipped()["Spring"](stiffness=2 * k + 1, length=0.1)
    table = element_table(spring, FilePlace())
    assert table["stiffness"] == "2*k + 1"
    assert same(Scope({"k": k}, Folder()).element(table, FilePlace()), spring)
