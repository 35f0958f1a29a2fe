"""f, a Python function."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import ModelError, Response, option, register
from ...expr import TraceError, symbols


@register
class FunctionResponse(Response):
    """f = function(x): any Python `function` of the elongation, written with linkwork's or NumPy's functions."""

    function = option(doc="f")

    def validate(self) -> None:
        """The function can be recorded and gives one number."""
        if not callable(self.function) or isinstance(self.function, type):
            raise ModelError(f"{self.kind}: {self.function!r} is not a function of the elongation.")
        try:
            found = self.value(symbols("x"))
        except (TraceError, TypeError, ValueError, AttributeError) as error:
            raise ModelError(
                f"{self.kind}: the function of the elongation cannot be recorded: {error} Use linkwork's or NumPy's "
                "functions, and lw.where instead of if."
            ) from None
        if found is None or np.shape(found) != ():
            raise ModelError(f"{self.kind}: the function of the elongation must return one number.")

    def value(self, x: Any) -> Any:
        """f."""
        return self.function(x)
