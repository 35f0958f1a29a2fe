"""Check sums of files of runs: of the header, and of rows, each chained to those before it.

The last number of every few rows is 1 + CRC-32 of all bytes since the last such number, that number's own place taken
as zeros, begun from the CRC before. A byte that was changed, lost, inserted or moved breaks the chain where it stands,
and all rows before it are known to be right.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any

import numpy as np

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
