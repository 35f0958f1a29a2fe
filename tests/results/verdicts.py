"""What a good run reports."""

from __future__ import annotations

import linkwork as lw

GOOD = lw.Certificate(
    status="done",
    sentence="the end was reached",
    method="dop853",
    t_start=0.0,
    t_end=2.0,
    rtol=1e-8,
    atol=1e-10,
    steps=100,
    rejected=3,
    evaluations=1200,
    jacobians=0,
    step_range=(1e-4, 0.1),
    energy_scale=10.0,
    energy_error=1e-8,
    position_error=1e-14,
    velocity_error=1e-13,
    correction=1e-10,
    rank=2,
    rows=5,
    events=0,
    energy_grew=0.5,
)
