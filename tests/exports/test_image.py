"""The portable image: laid out elsewhere in memory, a run takes the same steps to the same bits."""

import ctypes
import importlib
import platform
import sys
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.exports.image import CodePointer, Pointer, portable_image
from linkwork.exports.portable_simulation import PortableSimulation, portable_simulation
from linkwork.expr import Function, symbols
from linkwork.kernels import compile_function
from linkwork.kernels.loops import call, loop
from linkwork.numerics.integrators.record import ACCEPTED, SAMPLED
from linkwork.numerics.status import RUN_DONE
from tests.exports.elsewhere import Elsewhere


def run_elsewhere(simulation: PortableSimulation) -> tuple[int, np.ndarray]:
    """(steps, samples) of a run by its image alone."""
    there = Elsewhere(simulation.image)
    assert there.run(10**6) == RUN_DONE
    count = there.blocks[simulation.places.count.block]
    assert count[SAMPLED] == simulation.samples
    return int(count[ACCEPTED]), there.blocks[simulation.places.samples.block]


@pytest.mark.few(2)
@pytest.mark.parametrize("method", ["dop853", "radau", "generalized_alpha"])
def test_image_runs_to_the_same_bits_elsewhere(method: str) -> None:
    e = importlib.import_module("examples.four_bar")
    system = lw.compile_model(e.model())
    start = e.start(system)
    run = lw.simulate(system, start, 1.0, times=11, method=method)
    steps, samples = run_elsewhere(portable_simulation(system, start, 1.0, times=11, method=method))
    assert steps == run.certificate.steps
    assert (samples[:, : len(run.q[0])] == run.q).all()


def test_blocks_have_the_names_of_structures_and_fields() -> None:
    e = importlib.import_module("examples.four_bar")
    system = lw.compile_model(e.model())
    image = portable_simulation(system, e.start(system), 1.0).image
    named = {"method", "method_flow", "method_flow_x", "record_clock", "kernel_motion_in", "kernel_motion_work"}
    assert named <= set(image.blocks)
    assert set(image.kernels) == {"kernel_motion", "kernel_projection", "kernel_energy"}
    rhs = image.blocks["method_flow_rhs"].pointers
    assert rhs == {
        0: CodePointer("kernel_motion"),
        8: Pointer("kernel_motion_in"),
        16: Pointer("kernel_motion_out"),
        24: Pointer("kernel_motion_work"),
    }
    # Every stage has a call of its own, whose outputs stand behind it and lead to its row of `k`.
    calls, row = image.blocks["method_stages_calls"], image.blocks["method_stages_k"].values.strides[0]
    width = calls.values.strides[0]
    assert calls.pointers[width + 16] == Pointer("method_stages_calls", width + 32)
    assert calls.pointers[width + 32] == Pointer("method_stages_k", row)


def test_address_of_something_else_is_refused_by_name() -> None:
    x = np.zeros(3)

    @loop
    def touch(values: Any, kernel: Any) -> None:
        call(kernel)
        values[0] = 1.0

    stray = np.array([0, 0, 0, x.ctypes.data + 10**6], dtype=np.int64)
    with pytest.raises(lw.ModelError, match="kernel: entry 3 is an address"):
        portable_image(touch, (x, stray), ())


@pytest.mark.skipif(sys.platform != "linux" or platform.machine() != "x86_64", reason="asks Linux for low memory")
def test_memory_at_addresses_as_small_as_counts_is_found() -> None:
    """Where Python is no position-independent program, its arrays lie there."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    private, anonymous, low = 0x02, 0x20, 0x40
    address = libc.mmap(None, ctypes.c_size_t(4096), 3, private | anonymous | low, -1, ctypes.c_long(0))
    assert 0 < address < 1 << 32
    numbers: Any = (ctypes.c_double * 8).from_address(address)
    memory = np.frombuffer(numbers)
    bound = compile_function(Function("double", {"x": symbols("x", 2)}, {"y": 2.0 * symbols("x", 2)})).bind(
        x=memory[:2], y=memory[2:4]
    )

    @loop
    def touch(kernel: Any, count: Any) -> None:
        call(kernel)

    image = portable_image(touch, (bound.row, np.array([3, address], dtype=np.int64)), [bound])
    assert image.blocks["kernel_double_in"].pointers[0] == image.place(memory)
    assert image.blocks["count"].pointers == {}


def test_kernel_with_unknown_memory_is_refused() -> None:
    x = symbols("x", 2)
    bound = compile_function(Function("double", {"x": x}, {"y": 2.0 * x})).bind(x=np.zeros(2))

    @loop
    def touch(kernel: Any) -> None:
        call(kernel)

    row = bound.row.copy()
    row[1] += 8
    with pytest.raises(lw.ModelError, match="kernel 'double' is called with memory that is not known"):
        portable_image(touch, (row,), [bound])


class Gauge(lw.Force):
    """A law that calls a function."""

    measure = lw.Distance()
    function = lw.option()

    def law(self, e: Any) -> Any:
        return self.function(e)


def pendulum(law: Any = None, **more: Any) -> lw.System:
    m = lw.Model("pendulum")
    rod = m.body("rod", lw.Rod(length=1.0, mass=2.0))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    if law is not None:
        m.connect("spring", Gauge(function=law), m.ground.at(0, 0, 1), rod.at(1, 0, 0))
    return lw.compile_model(m, **more)


def test_law_in_plain_python_is_refused_with_its_connection() -> None:
    system = pendulum(lw.opaque(lambda e: -3.0 * e, 1, name="gauge"))
    with pytest.raises(lw.ModelError, match=r"'spring' calls 'gauge', a law in plain Python.*cannot leave the process"):
        portable_simulation(system, None, 1.0)


def test_event_in_plain_python_is_refused() -> None:
    gauge = lw.opaque(lambda angle: angle - 1.0, 1, name="gauge")
    with pytest.raises(lw.ModelError, match="the kernel 'events' calls 'gauge', a function in plain Python"):
        portable_simulation(pendulum(), None, 1.0, events=[lw.Event("there", lambda c: gauge(c["A.angle"]))])


def test_actions_are_refused() -> None:
    system = pendulum()
    stop = lw.Event("stop", "A.angle", action=lambda system, state: {"A.angle_dot": 0.0})
    with pytest.raises(lw.ModelError, match="action of the event 'stop' is Python"):
        portable_simulation(system, None, 1.0, events=[stop])
    with pytest.raises(lw.ModelError, match="bdf steps in Python"):
        portable_simulation(system, None, 1.0, method="bdf")
