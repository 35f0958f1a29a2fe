"""Distributions of varied values; any frozen distribution of `scipy.stats` serves as well."""

from __future__ import annotations

from typing import Any

from scipy import stats

from ..contract import ModelError
from ..contract.arguments import NUMBER_ARGUMENT, takes


@takes(low=NUMBER_ARGUMENT, high=NUMBER_ARGUMENT)
def uniform(low: float, high: float) -> Any:
    """Every value from `low` to `high` is as likely as any other."""
    if not low < high:
        raise ModelError(f"uniform: low = {low:g} is not below high = {high:g}; give the smaller value first.")
    return stats.uniform(low, high - low)


@takes(mean=NUMBER_ARGUMENT, deviation=NUMBER_ARGUMENT)
def normal(mean: float, deviation: float) -> Any:
    """Gauss's distribution with a standard deviation, as of manufactured lengths."""
    if not deviation > 0.0:
        raise ModelError(f"normal: deviation = {deviation:g}; give the standard deviation, a positive number.")
    return stats.norm(mean, deviation)
