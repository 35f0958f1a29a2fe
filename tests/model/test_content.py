"""The content hash of a model: the same for the same description, another wherever anything differs, none for code."""

import hashlib
import subprocess
import sys

import numpy as np
import pytest

import linkwork as lw
import linkwork._source as source
from linkwork.model import content
from linkwork.model.content import content_hash
from tests.model.contents import GIVEN, OTHER, model


def test_equal_models_have_one_hash():
    found = content_hash(model())
    assert found is not None
    assert found == content_hash(model()) == content_hash(model().copy("another name"))


@pytest.mark.parametrize("what", GIVEN)
def test_whatever_changes_gives_another(what):
    assert content_hash(model(**{what: OTHER[what]})) not in (None, content_hash(model()))


def test_another_process_finds_the_same(tmp_path):
    code = "from tests.model.test_content import model; from linkwork.model.content import content_hash; "
    done = subprocess.run(
        [sys.executable, "-c", code + "print(content_hash(model()))"], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == content_hash(model())


def test_another_order_of_the_parameters_gives_another():
    def two(swapped):
        made = [lw.Parameter(name, 1.0) for name in ("ba" if swapped else "ab")]
        a, b = reversed(made) if swapped else made
        m = lw.Model()
        m.connect("J", lw.Revolute("x"), m.ground, m.body("link", mass=a + b, inertia=(1.0, 1.0, 1.0)))
        return m

    assert list(two(False).parameters) != list(two(True).parameters)
    assert content_hash(two(False)) != content_hash(two(True))


class OwnHinge(lw.Revolute):
    """A user's class."""


def test_a_users_class_has_no_hash():
    m = model()
    m.connect("own", OwnHinge("z"), m.ground, m.body("extra", mass=1.0, inertia=(1.0, 1.0, 1.0)))
    assert content_hash(m) is None


def pretender():
    return type("Revolute", (lw.Revolute,), {"__module__": lw.Revolute.__module__})("z")


@pytest.mark.parametrize(
    "given",
    [
        lambda m: m.connect("x", pretender(), m.ground, m.bodies["extra"]),
        lambda m: setattr(m, "gravity", lambda p, t: (0.0, 0.0, -9.81)),
        lambda m: m.connect("x", lw.Revolute("x"), m.ground, m.bodies["extra"], drive={"angle": law()}),
    ],
    ids=["a class that says it is ours", "a gravity field", "a function of time"],
)
def test_what_is_not_plain_data_has_none(given):
    m = model()
    m.body("extra", mass=1.0, inertia=(1.0, 1.0, 1.0))
    assert content_hash(m) is not None
    given(m)
    assert content_hash(m) is None


def test_the_numbers_in_a_file_count(tmp_path):
    def hashed(text):
        (tmp_path / "data.csv").write_text(text)
        m = lw.Model()
        body = m.body("body", mass=1.0, inertia=(1.0, 1.0, 1.0))
        m.connect("push", lw.AppliedForce((0.0, 0.0, lw.Table(file=str(tmp_path / "data.csv")))), body)
        return content_hash(m)

    assert hashed("t,y\n0,0\n1,1\n") not in (None, hashed("t,y\n0,0\n1,2\n"))


def law():
    return lw.Expression(lambda t: 0.1 * t * t)


def test_an_edited_package_gives_another(monkeypatch):
    before = content_hash(model())
    monkeypatch.setattr(content, "source_fingerprint", lambda: "edited")
    assert content_hash(model()) != before


def test_the_fingerprint_reads_every_source_file(tmp_path, monkeypatch):
    for name, text in (("_source.py", ""), ("a.py", "x = 1"), ("part/b.py", "y = 1")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(source, "__file__", str(tmp_path / "_source.py"))
    make = source.source_fingerprint.__wrapped__
    known = {make()}
    for name, text in (("part/b.py", "y = 2"), ("a.py", "x = 2"), ("part/c.py", "")):
        (tmp_path / name).write_text(text)
        known.add(make())
    assert len(known) == 4
    assert all(len(x) == hashlib.sha256().digest_size * 2 for x in known)


def test_numbers_of_any_kind_are_told_apart():
    def written(value):
        writer = content._Writer({})
        writer.write(value)
        return b"".join(writer.parts)

    values = [0.0, -0.0, 0, False, None, "0", np.float64(0), np.zeros(1), np.zeros((1, 1)), (0,), [0], (0.0,), {"a": 0}]
    values += ["", (), ((),), ("ab", "c"), ("a", "bc"), {"a": 0, "b": 0}, {"b": 0, "a": 0}, np.zeros(1, np.float32)]
    assert len({written(value) for value in values}) == len(values)
