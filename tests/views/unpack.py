"""Arrays of scenes read back, as the viewer reads them."""

import base64

import numpy as np

from linkwork.views.base64_array import PackedArray


def unpacked(text: PackedArray) -> np.ndarray:
    """The array that `packed` wrote."""
    kind = np.dtype(text["dtype"]).newbyteorder("<")
    flat = np.frombuffer(base64.b64decode(text["data"]), dtype=kind)
    return flat.astype(np.dtype(text["dtype"])).reshape(text["shape"])
