"""The order of operations: chunks, and slots of the work array that are never overwritten while in use."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwork.expr as ex
from benchmarks.workloads import arm
from linkwork.kernels import compile_function, emit
from linkwork.kernels.body import CodeBody
from linkwork.kernels.code import load_entry, make_entry
from linkwork.kernels.emit import emit_kernel
from linkwork.kernels.ir import LaneType
from linkwork.kernels.kernel import Kernel
from linkwork.kernels.schedule import ACCESSES, CHUNK, SINES, TURNS, schedule
from tests.strategies import cases


class Chunked(CodeBody):
    """A function cut into chunks of another size."""

    def __init__(self, function, chunk):
        super().__init__(lambda: function)
        self.chunk = chunk

    @property
    def digest(self):
        return f"{self.chunk} {super().digest}"

    def emit(self, name, lanes):
        plan = schedule(self.program.function, self.chunk)
        return emit_kernel(plan, name, lanes), plan.slot_count


class ChunkedKernel(Kernel):
    """A kernel with chunks of another size; nothing of it is cached."""

    def __init__(self, function, chunk):
        super().__init__(function)
        self.body = Chunked(function, chunk)
        self._code = load_entry(make_entry(self.body, 1), 1)

    address = property(lambda self: self._code.address)
    work_size = property(lambda self: self._code.work)


def simulate(plan):
    """Runs the plan on names: every value read from a slot must be the one that was meant."""
    work = {}
    home = {node: k for k, nodes in enumerate(plan.chunks) for node in nodes}
    for k, nodes in enumerate(plan.chunks):
        done = set()
        for node in nodes:
            for a in node.args:
                if not a.args:
                    continue
                if home[a] == k:
                    assert a in done
                elif a.op != "call":
                    assert work[plan.slots[a]] is a
            done.add(node)
            if node in plan.slots:
                work[plan.slots[node]] = node
    return work


@given(cases(allow_opaque=True), st.integers(1, 7))
def test_every_operation_once_and_no_slot_overwritten_in_use(case, chunk):
    function = case.function
    plan = schedule(function, chunk)
    listed = [node for nodes in plan.chunks for node in nodes]
    assert sorted(n.uid for n in listed) == sorted(n.uid for n in function.nodes if n.args)
    # More only where the sines of a group stay together.
    turns = [sum(n.op in TURNS for n in nodes) for nodes in plan.chunks]
    assert all(len(nodes) <= chunk or n > 1 for nodes, n in zip(plan.chunks, turns, strict=True))
    assert all(len(nodes) < chunk + 2 * SINES for nodes in plan.chunks)
    simulate(plan)
    assert set(plan.slots.values()) <= set(range(plan.slot_count))
    spans = [(first, first + n.data.n_in + n.data.size) for n, first in plan.calls.items()]
    occupied = [slot for start, stop in spans for slot in range(start, stop)]
    assert len(set(occupied)) == len(occupied)
    assert not set(occupied) & set(plan.slots.values())


@pytest.mark.slow
@settings(max_examples=25)
@given(cases(allow_opaque=True), st.sampled_from([1, 2, 3]))
def test_tiny_chunks_compute_the_same(case, chunk):
    function = case.function
    whole, cut = Kernel(function), ChunkedKernel(function, chunk)
    points = {name: np.stack([np.asarray(v)] * 5) for name, v in case.values.items()}
    # The cut prevents some contractions to FMA: equal up to rounding, and exact where nothing can be contracted.
    for a, b in zip(whole(**case.values), cut(**case.values), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-6, atol=1e-9)
    for a, b in zip(cut(**case.values), cut.batch(**points), strict=True):
        np.testing.assert_allclose(b, np.stack([a] * 5), rtol=1e-6, atol=1e-9)


@pytest.mark.few(3)
@pytest.mark.parametrize("chunk", [1, 3, 50, 10_000])
def test_a_real_function_in_chunks_of_every_size(chunk):
    function = arm(3)
    state = {name: np.linspace(0.1, 0.5, 3) for name in function.inputs}
    np.testing.assert_allclose(ChunkedKernel(function, chunk)(**state).u_dot, function(**state).u_dot, rtol=1e-10)


def test_truth_values_cross_chunks():
    function = ex.trace(
        lambda x: ex.where((x[0] > 0) & ~(x[1] > 0) | (x[2] < 1), ex.sin(x[0]), x[1]) + (x[0] > 0) * 2.0, {"x": 3}
    )
    kernel = ChunkedKernel(function, 1)
    points = np.random.default_rng(2).normal(loc=[0, 0, 1], size=(64, 3))
    np.testing.assert_allclose([kernel(p).value for p in points], function(points).value, rtol=1e-15)
    np.testing.assert_allclose(kernel.batch(points).value, function(points).value, rtol=1e-15)


def test_sine_and_cosine_are_neighbours():
    function = ex.trace(lambda x: ex.sin(x[0]) * ex.sin(x[1]) + ex.cos(x[1]) / ex.cos(x[0]), {"x": 2})
    ops = [(n.op, n.args[0]) for n in schedule(function).chunks[0] if n.op in ("sin", "cos")]
    assert [a for _, a in ops[::2]] == [a for _, a in ops[1::2]]
    assert {op for op, _ in ops[:2]} == {"sin", "cos"}


def test_sines_that_do_not_wait_for_one_another_are_computed_together():
    """In groups of four, also where one is a sine of a sine; each has the bits that it has alone."""
    function = ex.trace(lambda x: {"y": [ex.sin(ex.cos(a) + a) for a in x]}, {"x": 6})
    turns = [n for nodes in schedule(function).chunks for n in nodes if n.op in TURNS]
    assert [n.op for n in turns] == ["cos"] * 6 + ["sin"] * 6
    x = np.array([0.3, -2.0, 4e8, 3e9, np.inf, 1e-300])
    alone = compile_function(ex.trace(lambda a: ex.sin(ex.cos(a) + a), {"a": ()}))
    np.testing.assert_array_equal(compile_function(function)(x).y, [alone(a).value for a in x])


@pytest.mark.parametrize("width", [1, 4])
def test_sines_are_written_once_a_module_and_called(width):
    """Sixty instructions each, written out at every use, would multiply the time that code generation takes."""

    def lines(count):
        function = ex.trace(lambda x: {"y": ex.sin(x) + ex.cos(x)}, {"x": count})
        (text,) = emit_kernel(schedule(function), "f", LaneType(width))
        assert text.count("@sincos4(") == 1 + (count if width > 1 else count // SINES)
        return text.count("\n")

    assert lines(300) - lines(200) < 25 * 100


def test_modules_hold_the_helpers_they_use(monkeypatch):
    monkeypatch.setattr(emit, "MODULE_CHUNKS", 1)
    function = ex.trace(lambda x: ex.tanh(ex.exp(ex.exp(x))), {"x": ()})
    texts = emit_kernel(schedule(function, 1), "f", LaneType())
    assert [("@exp(" in text, "@tanh(" in text) for text in texts] == [(True, False)] * 2 + [(False, True)]


def test_memory_accesses_of_a_chunk_are_bounded():
    """Blocks of many loads and stores compile in quadratic time."""
    function = ex.trace(lambda x: {"y": x * 2, "z": x + 1, "sum": sum(x)}, {"x": 1000})
    outputs = {root.uid for root in function.roots}
    for nodes in schedule(function).chunks:
        read = {a for node in nodes for a in node.args if a.op == "symbol"}
        assert len(read) + len(outputs & {node.uid for node in nodes}) <= ACCESSES + 3


def test_slots_are_used_again():
    def chain(x):
        for k in range(200):
            x = x * x + k
        return x

    assert schedule(ex.trace(chain, {"x": ()}), 3).slot_count <= 2


def test_no_operations_is_one_empty_chunk():
    plan = schedule(ex.trace(lambda x: x, {"x": 3}))
    assert (plan.chunks, plan.slot_count) == ([[]], 0)


def test_long_functions_become_several_modules(monkeypatch):
    function = arm(3)
    assert len(schedule(function).chunks) == -(-function.operations // CHUNK)
    monkeypatch.setattr(emit, "MODULE_CHUNKS", 2)
    texts = emit_kernel(schedule(function, 100), "f", LaneType())
    assert len(texts) == -(-function.operations // 200)
    assert "define void @f(" in texts[0]
    state = {name: np.linspace(0.1, 0.5, 3) for name in function.inputs}
    np.testing.assert_allclose(ChunkedKernel(function, 100)(**state).u_dot, function(**state).u_dot, rtol=1e-10)


SUMS_OF_PRODUCTS = {
    "(p + q) + e": lambda a, b, c, d, e: (a * b + c * d) + e,
    "(p - q) + e": lambda a, b, c, d, e: (a * b - c * d) + e,
    "(p + q) - e": lambda a, b, c, d, e: (a * b + c * d) - e,
    "(p - q) - e": lambda a, b, c, d, e: (a * b - c * d) - e,
    "e - (p + q)": lambda a, b, c, d, e: e - (a * b + c * d),
    "e - (p - q)": lambda a, b, c, d, e: e - (a * b - c * d),
}


@pytest.mark.parametrize("name", SUMS_OF_PRODUCTS)
def test_a_sum_of_two_products_is_fused_with_the_sum_that_takes_it_in(name):
    f = ex.trace(SUMS_OF_PRODUCTS[name], dict.fromkeys("abcde", ()))
    text = "".join(emit_kernel(schedule(f), "kernel", LaneType(1)))
    # Two, declaration aside, and neither a product nor a sum beside them.
    assert text.count("call double @llvm.fmuladd.f64(") == 2 and "fmul" not in text.replace("fmuladd", "")
    values = np.random.default_rng(4).normal(size=5)
    assert compile_function(f)(*values).value == pytest.approx(SUMS_OF_PRODUCTS[name](*values), rel=1e-15, abs=1e-15)


def test_a_product_in_several_sums_is_computed_with_each():
    f = ex.trace(lambda a, b, c, d: {"x": a * b + c, "y": d - a * b}, dict.fromkeys("abcd", ()))
    text = "".join(emit_kernel(schedule(f), "kernel", LaneType(1)))
    assert text.count("call double @llvm.fmuladd.f64(") == 2 and " fmul " not in text
    assert tuple(compile_function(f)(2.0, 3.0, 5.0, 7.0)) == (11.0, 1.0)


def test_a_product_that_is_a_result_too_is_not_left_out():
    f = ex.trace(lambda a, b, c: {"p": a * b, "x": a * b + c, "y": a * b - c}, dict.fromkeys("abc", ()))
    assert tuple(compile_function(f)(2.0, 3.0, 5.0)) == (6.0, 11.0, 1.0)
