"""Files that were changed behind our back: what is damaged is told, with the file's name, and never read."""

import signal
import warnings
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.results.description import CHECKSUM_ROWS
from linkwork.run.checkpoint import read_checkpoint
from tests.results.damage import mutations
from tests.results.machines import pendulum

EVENTS = [lw.Event("down", "A.angle", np.pi / 2)]


def saved(path: Path) -> None:
    """A run that was saved with channels."""
    run = lw.simulate(pendulum(), pendulum().state({"A.angle": 1.0}), 2.0, events=EVENTS)
    run.save(path, "rod.tip.position", "energy")


def streamed(path: Path) -> None:
    """A run that wrote its file as it went, with both places of the log in use."""
    state = pendulum().state({"A.angle": 1.0})
    lw.simulate(pendulum(), state, 3.0, events=EVENTS, method="rk4", h=1e-2, output=lw.Output(file=path, flush=0.0))


def same(run: lw.Trajectory, whole: lw.Trajectory, rows: int) -> bool:
    """Whether all that a run gives is what it was."""
    parts = all(np.array_equal(getattr(run, x), getattr(whole, x)[:rows]) for x in ("t", "q", "u", "z", "work"))
    stored = all(np.array_equal(run._known[name], values[:rows]) for name, values in whole._known.items())
    return parts and stored and run.events == whole.events and run.parameters == whole.parameters


@pytest.mark.few(1)
@pytest.mark.parametrize("write", [saved, streamed])
def test_no_damage_is_read(tmp_path: Path, write: object) -> None:
    path = tmp_path / "run.nc"
    write(path)  # type: ignore[operator]
    data, whole = path.read_bytes(), lw.load_run(path)
    refused = partly = 0
    for kind, found in islice(mutations(data, np.random.default_rng(15)), 400):
        path.write_bytes(found)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            try:
                run = lw.load_run(path)
                assert same(run, whole, len(whole)), kind
                if not told:
                    assert run.certificate == whole.certificate, kind
            except lw.ModelError as error:
                refused += 1
                assert str(path) in str(error), kind
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            try:
                run = lw.load_run(path, partial=True)
            except lw.ModelError as error:
                assert str(path) in str(error), kind
            else:
                partly += len(run) < len(whole)
                assert same(run, whole, len(run)), kind
                assert len(run) == len(whole) or told or run.certificate == whole.certificate
                assert len(run) == len(whole) or any(str(path) in str(w.message) for w in told)
    assert refused > 200
    assert partly > 10


def test_rows_before_the_damage_can_be_had(tmp_path: Path) -> None:
    path = tmp_path / "run.nc"
    streamed(path)
    whole = lw.load_run(path)
    size = 8 * 5
    data = bytearray(path.read_bytes())
    data[len(data) - (len(whole) - 100) * size + 12] ^= 4
    path.write_bytes(bytes(data))
    with pytest.raises(lw.ModelError, match=r"run\.nc: .* its rows are damaged after the first \d+ of 301 .*partial="):
        lw.load_run(path)
    with pytest.warns(UserWarning, match=r"run\.nc: only the first \d+ of 301 rows could be read"):
        part = lw.load_run(path, partial=True)
    assert 100 - CHECKSUM_ROWS < len(part) <= 100
    assert same(part, whole, len(part))
    assert part.certificate.sentence.startswith(f"only the first {len(part)} of 301 rows") and not part.success


def test_one_damaged_place_of_the_log_is_told(tmp_path: Path) -> None:
    path = tmp_path / "run.nc"
    streamed(path)
    data = path.read_bytes()
    at = data.index(b'"status": "done"')
    path.write_bytes(data[:at] + data[at:].replace(b'"status": "done"', b'"status": "DONE"', 1))
    with pytest.warns(UserWarning, match=r"run\.nc: one of the two places .* the other one says 'done' at t = 3\."):
        assert lw.load_run(path).certificate.status == "done"


def test_rows_of_another_run_do_not_fit(tmp_path: Path) -> None:
    for k, mass in enumerate((1.0, 2.0)):
        model = lw.Model("m")
        rod = model.body("rod", mass=mass, com=(0.5, 0, 0), inertia=(0.01, 0.1, 0.1))
        model.connect("A", lw.Revolute("y"), model.ground, rod)
        system = lw.compile_model(model)
        lw.simulate(system, system.state({"A.angle": 1.0}), 1.0, times=11).save(tmp_path / f"{k}.nc")
    one, other = ((tmp_path / f"{k}.nc").read_bytes() for k in (0, 1))
    size = 11 * 8 * 5
    (tmp_path / "0.nc").write_bytes(one[:-size] + other[-size:])
    with pytest.raises(lw.ModelError, match="its rows are damaged after the first 0 of 11"):
        lw.load_run(tmp_path / "0.nc")


def interrupted(tmp_path: Path, file: Path | None = None) -> Path:
    """The checkpoint of a run that was interrupted."""
    event = lw.Event("down", "A.angle", 1.5, "rising", action=lambda *_: signal.raise_signal(signal.SIGINT))
    state, mark = pendulum().state({"A.angle": 1.0}), tmp_path / "run.check"
    run = lw.simulate(pendulum(), state, 4.0, events=[event], output=lw.Output(file, checkpoint=mark))
    assert run.certificate.status == "paused"
    return mark


def test_no_damaged_checkpoint_is_used(tmp_path: Path) -> None:
    mark = interrupted(tmp_path)
    data = mark.read_bytes()
    for kind, found in islice(mutations(data, np.random.default_rng(15)), 300):
        mark.write_bytes(found)
        with pytest.raises(lw.ModelError, match=r"run\.check' cannot be read as a checkpoint: it is (none|damaged)"):
            read_checkpoint(mark)
            pytest.fail(kind)


def test_a_resumed_run_trusts_no_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "run.nc"
    mark = interrupted(tmp_path, path)
    data = bytearray(path.read_bytes())
    data[-20] ^= 1
    path.write_bytes(bytes(data))
    event = lw.Event("down", "A.angle", 1.5, "rising", action=lambda *_: None)
    with pytest.raises(lw.ModelError, match=r"run\.nc: .*its rows are damaged"):
        lw.simulate(pendulum(), None, 4.0, events=[event], output=lw.Output(resume=mark, file=path))
