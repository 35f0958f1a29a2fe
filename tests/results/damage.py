"""Damage to files: bytes flipped, overwritten, inserted, deleted, swapped, repeated or cut off, drawn at random.

`mutations(data, rng)` gives them without end; each has a name and the damaged bytes, which differ from the whole ones.
"""

from collections.abc import Callable, Iterator

import numpy as np


def _place(rng: np.random.Generator, size: int) -> int:
    """Anywhere, or near one of the ends, where headers and last rows are."""
    near = int(rng.integers(1 + min(size, 64)))
    return int((int(rng.integers(size)), near, max(0, size - 1 - near))[int(rng.integers(3))])


def flip(data: bytes, rng: np.random.Generator) -> bytes:
    """One bit."""
    found = bytearray(data)
    found[min(_place(rng, len(data)), len(data) - 1)] ^= 1 << int(rng.integers(8))
    return bytes(found)


def overwrite(data: bytes, rng: np.random.Generator) -> bytes:
    """A few bytes by others, or by zeros."""
    at, size = _place(rng, len(data)), int(rng.integers(1, 600))
    part = bytes(size) if rng.random() < 0.5 else rng.bytes(size)
    return (data[:at] + part + data[at + size :])[: len(data)]


def insert(data: bytes, rng: np.random.Generator) -> bytes:
    """Bytes in between, often as many as a number has."""
    at, size = _place(rng, len(data)), int(rng.choice([1, 4, 8, 8, 8, int(rng.integers(1, 300))]))
    return data[:at] + (bytes(size) if rng.random() < 0.5 else rng.bytes(size)) + data[at:]


def delete(data: bytes, rng: np.random.Generator) -> bytes:
    """Bytes out of the middle."""
    at, size = _place(rng, len(data)), int(rng.choice([1, 4, 8, 8, 8, int(rng.integers(1, 300))]))
    return data[:at] + data[at + size :]


def truncate(data: bytes, rng: np.random.Generator) -> bytes:
    """The end."""
    return data[: _place(rng, len(data))]


def swap(data: bytes, rng: np.random.Generator) -> bytes:
    """Two parts of equal length."""
    size = int(rng.choice([1, 8, 8, 40, int(rng.integers(1, 300))]))
    a, b = sorted((_place(rng, len(data)), _place(rng, len(data))))
    if b - a < size or b + size > len(data):
        return flip(data, rng)
    return data[:a] + data[b : b + size] + data[a + size : b] + data[a : a + size] + data[b + size :]


def repeat(data: bytes, rng: np.random.Generator) -> bytes:
    """A part once more behind itself, as when a block is written twice."""
    at, size = _place(rng, len(data)), int(rng.integers(1, 5000))
    return data[: at + size] + data[at:]


KINDS: tuple[Callable[[bytes, np.random.Generator], bytes], ...] = (
    flip,
    overwrite,
    insert,
    delete,
    truncate,
    swap,
    repeat,
)


def mutations(data: bytes, rng: np.random.Generator) -> Iterator[tuple[str, bytes]]:
    """Damaged copies without end: (kind of damage, bytes)."""
    while True:
        kind = KINDS[int(rng.integers(len(KINDS)))]
        found = kind(data, rng)
        if found != data:
            yield kind.__name__, found
