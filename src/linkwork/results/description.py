"""How the file of a run is made up: dimensions and variables of states, names, units, channels and check sums.

Check sums of files of runs: of the header, and of rows, each chained to those before it.

The last number of every few rows is 1 + CRC-32 of all bytes since the last such number, that number's own place taken
as zeros, begun from the CRC before. A byte that was changed, lost, inserted or moved breaks the chain where it stands,
and all rows before it are known to be right.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ..channels import ChannelTable
from ..topology import Layout
from .netcdf import Variable

CHECKSUM = "checksum"
"""The variable of the rows' check sums, the last of a row; also the attribute that holds the header's."""
CHECKSUM_ROWS = 32
"""Rows to a check sum, at most; fewer where few are appended."""
OWN_PLACE = bytes(8)


def sealed(rows: np.ndarray, crc: int) -> tuple[memoryview, int]:
    """Rows as bytes with their check sums, and the last CRC; `crc` is that of the rows before."""
    size, group = rows.itemsize, min(CHECKSUM_ROWS, 1 + len(rows) // 8)
    data = memoryview(bytearray(rows.tobytes()))
    sums = []
    for first in range(0, len(rows), group):
        crc = zlib.crc32(data[first * size : (first + group) * size], crc)
        sums.append(crc)
    ends = np.minimum(np.arange(group, group * len(sums) + 1, group), len(rows)) - 1
    np.frombuffer(data, rows.dtype)[CHECKSUM][ends] = np.array(sums, dtype=float) + 1.0
    return data, crc


def intact(rows: np.ndarray, crc: int) -> tuple[int, int]:
    """(how many rows are known to be right, the CRC behind the last of them); `crc` is what the chain begins with."""
    size, sums = rows.itemsize, rows[CHECKSUM]
    data = rows.view(np.uint8).data
    good = 0
    for last in np.flatnonzero(sums != 0.0).tolist():
        found = zlib.crc32(OWN_PLACE, zlib.crc32(data[good * size : (last + 1) * size - 8], crc))
        if found + 1 != sums[last]:
            break
        good, crc = last + 1, found
    return good, crc


def checksum_except(data: Any, size: int, places: Iterable[tuple[int, int]]) -> str:
    """CRC-32 of the first bytes of a file but for some places (offset and length), as eight hexadecimal digits."""
    crc, at = 0, 0
    view = memoryview(data)
    try:
        for start, length in sorted(places):
            crc = zlib.crc32(view[at:start], crc)
            at = start + length
        return f"{zlib.crc32(view[at:size], crc):08x}"
    finally:
        view.release()


def chain_start(model: str, parameters: str) -> int:
    """The CRC that the rows' chain begins with: rows of another run do not fit."""
    return zlib.crc32((model + parameters).encode())


OWN_VARIABLES = ("t", "q", "u", "z", "work", CHECKSUM)
STATE_NAMES = {"q": "coordinate", "u": "speed", "z": "state"}


def described_run(
    table: ChannelTable, layout: Layout, channels: Mapping[str, tuple[int, ...]]
) -> tuple[dict[str, int], dict[str, Variable]]:
    """Dimensions and variables: states, names and units of coordinates, chosen channels."""
    dimensions: dict[str, int] = {"t": 0}
    fixed: dict[str, Variable] = {}
    rows: dict[str, Variable] = {"t": Variable(("t",), {"units": "s"})}
    for part, names in (("q", layout.q), ("u", layout.u), ("z", layout.z)):
        if not names:
            continue
        label = STATE_NAMES[part]
        dimensions[label] = len(names)
        rows[part] = Variable(("t", label))
        units = [table[name].unit or "" for name in names]
        for what, texts in ((label, names), (f"{label}_unit", units)):
            values = _characters(texts)
            dimensions[f"{what}_length"] = values.shape[1]
            fixed[what] = Variable((label, f"{what}_length"), {"_Encoding": "utf-8"}, values)
    rows["work"] = Variable(("t",), {"units": "J", "long_name": "integral of the power from the start"})
    for name, shape in channels.items():
        dims = [_dimension(k, size) for k, size in enumerate(shape)]
        dimensions |= dict(zip(dims, shape, strict=True))
        found = table.find(name)
        unit = None if found is None else found.unit
        rows[variable_name(name)] = Variable(("t", *dims), {"channel": name, **({"units": unit} if unit else {})})
    rows[CHECKSUM] = Variable(("t",), {"long_name": "1 + CRC-32 of the bytes since the last check sum, else 0"})
    return dimensions, {**fixed, **rows}


def _dimension(k: int, size: int) -> str:
    return ("axis", "column")[k] if size == 3 and k < 2 else f"entry_{k}_of_{size}"


def variable_name(channel: str) -> str:
    """Channels under their names, unless such a name is taken."""
    taken = channel in OWN_VARIABLES or channel.partition("_")[0] in STATE_NAMES.values()
    return f"channel {channel}" if taken else channel


def _characters(texts: Sequence[str]) -> np.ndarray:
    data = [text.encode("utf-8") for text in texts]
    width = max([1, *map(len, data)])
    joined = b"".join(x.ljust(width, b"\0") for x in data)
    return np.frombuffer(joined, dtype="S1").reshape(len(data), width)


def names_of_variable(variable: Variable | None) -> tuple[str, ...]:
    """The texts of a variable of names."""
    if variable is None or variable.values is None:
        return ()
    return tuple(row.tobytes().rstrip(b"\0").decode("utf-8") for row in variable.values)
