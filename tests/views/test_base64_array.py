"""Arrays as text."""

import json

import numpy as np
import pytest

from linkwork.views.base64_array import packed
from tests.views.unpack import unpacked


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (np.array([[1.5, -2.0], [0.25, 3.0]]), "float32"),
        (np.array([1e300, 0.0, np.nan]), "float64"),
        (np.array([1e-300, 0.0]), "float64"),
        (np.zeros((0, 3)), "float32"),
        (np.array([[0, 2, 1]]), "int32"),
    ],
)
def test_what_is_packed_comes_back(values: np.ndarray, kind: str) -> None:
    text = json.loads(json.dumps(packed(values)))
    assert text["dtype"] == kind
    np.testing.assert_array_equal(unpacked(text), values)


def test_eight_bytes_where_asked() -> None:
    times = np.linspace(0.0, 1e4, 7)
    assert np.array_equal(unpacked(packed(times, double=True)), times)
    assert not np.array_equal(unpacked(packed(times)), times)
