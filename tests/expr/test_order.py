"""What is made of a graph depends on its structure alone, not on what the process made before."""

import numpy as np
import pytest

import linkwork.expr as ex
from linkwork.expr.node import topological
from linkwork.kernels.body import CodeBody
from linkwork.kernels.code import emit_texts


def function(first: bool = False) -> ex.Function:
    """A function with its derivatives; `first` makes parts of it before, in another order."""

    def body(x):
        if first:
            _ = [ex.cos(x[2]) * x[1], x[0] * x[0] * x[1], ex.sin(x[1] * x[2]), 3.5 + x[1], x[2] + x[0]]
            kept.extend(_)
        y = ex.sin(x[1] * x[2]) * ex.cos(x[2]) + (x[0] + x[2]) * (x[1] + 3.5)
        z = y * y + ex.sqrt(x[0] * x[0] * x[1] + y) / (x[2] + x[0])
        return {"y": y * z, "z": z}

    kept: list = []
    found = ex.trace(body, {"x": 3})
    return found.with_outputs(
        g=found.gradient("z", "x"),
        h=ex.hessian(found.output("y"), found.input("x")),
        j=found.jacobian("z", "x"),
        y=found.output("y"),
    )


def text_of(found: ex.Function) -> str:
    """The code with names in the order of their appearance."""
    names: dict[str, str] = {}
    texts, _ = emit_texts(CodeBody.of(found), 1)
    words = "\n".join(texts).replace(",", " ,").replace(")", " )").split(" ")
    return " ".join(names.setdefault(w, f"%{len(names)}") if w.startswith(("%v", "%t")) else w for w in words)


def test_code_does_not_depend_on_what_was_made_before() -> None:
    plain = function()
    assert function(first=True).digest == plain.digest
    assert text_of(function(first=True)) == text_of(plain)


def test_ranks_tell_structures_apart() -> None:
    nodes = topological(function().roots)
    assert len({node.rank for node in nodes}) == len(nodes)


def test_arguments_stand_before_what_uses_them() -> None:
    nodes = topological(function().roots)
    place = {node: k for k, node in enumerate(nodes)}
    assert all(place[a] < place[node] for node in nodes for a in node.args)


@pytest.mark.parametrize("length", [10, 1000])
def test_sums_keep_few_values_waiting(length: int) -> None:
    """Products are made when their sum asks for them: at no time do many wait."""
    rng = np.random.default_rng(3)
    c = rng.normal(size=length)
    f = ex.trace(
        lambda x, y: {"s": sum(ex.sin(c[k] * x) * ex.cos(y + c[k]) for k in range(length))}, {"x": (), "y": ()}
    )
    last = {a: k for k, node in enumerate(f.nodes) for a in node.args if a.args}
    alive = most = 0
    for k, node in enumerate(f.nodes):
        alive += bool(node.args) - sum(last.get(a) == k for a in dict.fromkeys(node.args) if a.args)
        most = max(most, alive)
    assert most <= 6
