"""How the file of a run is made up: dimensions and variables of states, names, units, channels and check sums."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ..channels import ChannelTable
from ..topology import Layout
from .checksums import CHECKSUM
from .netcdf import Variable

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
