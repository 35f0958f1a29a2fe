"""NetCDF files of the classic format with 64-bit offsets (CDF-2), written and read without a library.

Rows of an unlimited dimension stand one behind the other at the end of the file, and one number at its beginning says
how many there are. So rows are appended by writing them and then that number: whatever stops the process, the file is
whole up to the last row that was counted. HDF5 cannot promise this, since its index must be rewritten as it grows.
xarray, SciPy and every other NetCDF tool read these files as they are.

Format: https://docs.unidata.ucar.edu/netcdf-c/current/file_format_specifications.html
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..contract import ModelError

MAGIC = b"CDF\x02"
NETCDF_CHAR, NETCDF_INT, NETCDF_DOUBLE = 2, 4, 6
SIZES = {NETCDF_CHAR: 1, NETCDF_INT: 4, NETCDF_DOUBLE: 8}
DIMENSIONS, VARIABLES, ATTRIBUTES = 10, 11, 12
ROWS_AT = 4
"""Where the number of rows stands."""
MOST_ROWS = 2**31 - 1


@dataclass(frozen=True)
class Variable:
    """A variable: its dimensions by name, attributes, and its values where they are not rows that follow later."""

    dimensions: tuple[str, ...]
    attributes: Mapping[str, str] = field(default_factory=dict)
    values: np.ndarray | None = None
    """Text as single bytes. Variables without values are of doubles and have the unlimited dimension first."""


@dataclass(frozen=True)
class Header:
    """What a file says about itself."""

    dimensions: Mapping[str, int]
    """Lengths; 0 is the unlimited one."""
    attributes: Mapping[str, str]
    places: Mapping[str, tuple[int, int]]
    """Where the text of each attribute stands: offset and length."""
    variables: Mapping[str, Variable]
    rows: int
    """How many rows are counted."""
    row: np.dtype[Any]
    """One row: all variables with the unlimited dimension."""
    begin: int
    """Where rows begin."""


def _padded(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % 4)


def _text(value: str) -> bytes:
    data = value.encode("utf-8")
    return struct.pack(">i", len(data)) + _padded(data)


def _attributes(values: Mapping[str, str]) -> bytes:
    if not values:
        return b"\0" * 8
    parts = [_text(name) + struct.pack(">i", NETCDF_CHAR) + _text(value) for name, value in values.items()]
    return struct.pack(">ii", ATTRIBUTES, len(values)) + b"".join(parts)


def row_type(dimensions: Mapping[str, int], variables: Mapping[str, Variable]) -> np.dtype[Any]:
    """One row in the file."""
    return np.dtype(
        [
            (name, ">f8", tuple(dimensions[d] for d in v.dimensions[1:]))
            for name, v in variables.items()
            if v.dimensions and dimensions[v.dimensions[0]] == 0
        ]
    )


def header_bytes(
    dimensions: Mapping[str, int], attributes: Mapping[str, str], variables: Mapping[str, Variable]
) -> bytes:
    """A file without rows: header, then what does not depend on the unlimited dimension."""
    fixed = {name: v for name, v in variables.items() if v.values is not None}
    size = len(_header(dimensions, attributes, variables, dict.fromkeys(variables, 0)))
    offsets: dict[str, int] = {}
    for name, v in fixed.items():
        offsets[name] = size
        size += len(_padded(_data(v)))
    for name in variables:
        if name not in fixed:
            offsets[name] = size
            size += 8 * _count(dimensions, variables[name])
    return _header(dimensions, attributes, variables, offsets) + b"".join(_padded(_data(v)) for v in fixed.values())


def _data(variable: Variable) -> bytes:
    assert variable.values is not None
    values = variable.values
    return values.tobytes() if values.dtype.kind == "S" else values.astype(">f8").tobytes()


def _count(dimensions: Mapping[str, int], variable: Variable) -> int:
    """Numbers of a variable, per row where it has rows."""
    return int(np.prod([dimensions[d] or 1 for d in variable.dimensions], dtype=np.int64))


def _header(
    dimensions: Mapping[str, int],
    attributes: Mapping[str, str],
    variables: Mapping[str, Variable],
    offsets: Mapping[str, int],
) -> bytes:
    names = list(dimensions)
    parts = [MAGIC, struct.pack(">i", 0), struct.pack(">ii", DIMENSIONS, len(names))]
    parts += [_text(name) + struct.pack(">i", dimensions[name]) for name in names]
    parts += [_attributes(attributes), struct.pack(">ii", VARIABLES, len(variables))]
    for name, v in variables.items():
        kind = NETCDF_CHAR if v.values is not None and v.values.dtype.kind == "S" else NETCDF_DOUBLE
        size = SIZES[kind] * _count(dimensions, v)
        parts.append(_text(name) + struct.pack(">i", len(v.dimensions)))
        parts += [struct.pack(">i", names.index(d)) for d in v.dimensions]
        parts.append(_attributes(v.attributes))
        parts.append(struct.pack(">iIq", kind, min(size + -size % 4, 2**32 - 1), offsets[name]))
    return b"".join(parts)


class _Cursor:
    """Reads a header piece by piece, and says so where it ends too early."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, size: int) -> bytes:
        if size < 0 or self.at + size > len(self.data):
            raise ModelError("it ends within its header, or its header is damaged")
        self.at += size
        return self.data[self.at - size : self.at]

    def integer(self) -> int:
        return int(struct.unpack(">i", self.take(4))[0])

    def count(self, tag: int) -> int:
        found, count = self.integer(), self.integer()
        if (found not in (0, tag)) or count < 0 or (found == 0 and count):
            raise ModelError("its header is damaged")
        return count

    def padded(self, size: int) -> bytes:
        data = self.take(size)
        self.take(-size % 4)
        return data

    def text(self) -> str:
        try:
            return self.padded(self.integer()).decode("utf-8")
        except UnicodeDecodeError:
            raise ModelError("its header is damaged: a text in it is not UTF-8") from None

    def attributes(self) -> tuple[dict[str, str], dict[str, tuple[int, int]]]:
        values, places = {}, {}
        for _ in range(self.count(ATTRIBUTES)):
            name, kind, size = self.text(), self.integer(), self.integer()
            if kind not in SIZES:
                raise ModelError(f"its attribute {name!r} is of a kind that is not used here")
            places[name] = (self.at, size)
            data = self.padded(size * SIZES[kind])
            values[name] = data.decode("utf-8", "replace") if kind == NETCDF_CHAR else ""
        return values, places


def read_header(data: bytes) -> Header:
    """The header at the beginning of a file; ModelError with what is wrong where it is none."""
    if data[:3] != b"CDF":
        raise ModelError("it is not a classic NetCDF file, as run.save('run.nc') writes")
    cursor = _Cursor(data)
    if cursor.take(4) != MAGIC:
        raise ModelError("it is a NetCDF file of another variant than this library writes (CDF-2)")
    rows = cursor.integer()
    names, lengths = [], []
    for _ in range(cursor.count(DIMENSIONS)):
        names.append(cursor.text())
        lengths.append(cursor.integer())
    if min([rows, *lengths], default=0) < 0 or len(set(names)) < len(names):
        raise ModelError("its header is damaged")
    dimensions = dict(zip(names, lengths, strict=True))
    attributes, places = cursor.attributes()
    variables, offsets = {}, {}
    for _ in range(cursor.count(VARIABLES)):
        name = cursor.text()
        numbers = [cursor.integer() for _ in range(_sane(cursor.integer(), len(names)))]
        if any(not 0 <= k < len(names) for k in numbers) or name in variables:
            raise ModelError("its header is damaged")
        own, _ = cursor.attributes()
        kind, _, offset = cursor.integer(), cursor.integer(), struct.unpack(">q", cursor.take(8))[0]
        dims = tuple(names[k] for k in numbers)
        variables[name], offsets[name] = _variable(data, dimensions, dims, own, kind, offset), offset
    row = row_type(dimensions, variables)
    if row.names and row.names[0] not in offsets:
        raise ModelError("its header is damaged")
    begin = offsets[row.names[0]] if row.names else 0
    return Header(dimensions, attributes, places, variables, rows, row, begin)


def _sane(count: int, most: int) -> int:
    if not 0 <= count <= most:
        raise ModelError("its header is damaged")
    return count


def _variable(
    data: bytes, dimensions: Mapping[str, int], dims: Sequence[str], own: Mapping[str, str], kind: int, offset: int
) -> Variable:
    """A variable with its values, unless these are rows."""
    if any(dimensions[d] == 0 for d in dims[1:]):
        raise ModelError("its header is damaged: rows within rows")
    if dims and dimensions[dims[0]] == 0:
        if kind != NETCDF_DOUBLE:
            raise ModelError("its rows hold something else than doubles")
        return Variable(tuple(dims), own)
    shape = tuple(dimensions[d] for d in dims)
    size = SIZES.get(kind, 1) * int(np.prod([int(n) for n in shape], dtype=object) if shape else 1)
    if kind not in SIZES or offset < 0 or offset + size > len(data):
        raise ModelError("it ends before its data, or its header is damaged")
    dtype = {NETCDF_CHAR: "S1", NETCDF_INT: ">i4", NETCDF_DOUBLE: ">f8"}[kind]
    return Variable(tuple(dims), own, np.frombuffer(data[offset : offset + size], dtype).reshape(shape))
