"""Runs in files: read back as they were, by two readers, and refused with a reason where they are damaged."""

import csv
import json
import struct
from pathlib import Path

import numpy as np
import pytest
from scipy.io import netcdf_file

import linkwork as lw
from linkwork.results import Fate
from linkwork.results.extras import extra
from linkwork.results.run_log import LOG_CUT_SHORT, LogEntry, entry_of
from tests.results.machines import four_bar, pendulum, pendulum_model


@pytest.fixture(scope="module")
def run() -> lw.Trajectory:
    return lw.simulate(pendulum(), pendulum().state({"A.angle": 1.0}), 2.0)


@pytest.fixture
def saved(run: lw.Trajectory, tmp_path: Path) -> Path:
    path = tmp_path / "run.nc"
    run.save(path, "rod.tip.position", "energy")
    return path


def test_a_run_comes_back_as_it_was(run: lw.Trajectory, saved: Path) -> None:
    again = lw.load_run(saved)
    for name in ("t", "q", "u", "z", "work"):
        assert np.array_equal(getattr(again, name), getattr(run, name))
    assert again.certificate == run.certificate
    assert np.array_equal(again["rod.tip.position"], run["rod.tip.position"])
    assert np.array_equal(again.at(1.234).q, run.at(1.234).q)
    assert np.array_equal(again["rod.velocity"], run["rod.velocity"])


def test_loading_compiles_nothing(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("compiled")

    monkeypatch.setattr("linkwork.runs.load_run.compile_model", refuse)
    again = lw.load_run(saved)
    assert again["energy"].shape == again["A.angle"].shape == again["A.angle_dot"].shape == (len(again),)
    assert str(again.certificate).startswith("good: ") and again.verdict.is_good
    with pytest.raises(AssertionError, match="compiled"):
        again["rod.velocity"]


def test_other_readers_see_the_same(run: lw.Trajectory, saved: Path) -> None:
    with netcdf_file(saved, mmap=False) as file:
        assert np.array_equal(file.variables["q"][:], run.q)
        assert file.variables["rod.tip.position"].units == b"m"
    xarray = pytest.importorskip("xarray")
    with xarray.open_dataset(saved) as dataset:
        assert np.array_equal(dataset["energy"], run["energy"])
        assert list(dataset["coordinate"].values) == ["A.angle"]
        assert json.loads(dataset.attrs["model"])["model"]["name"] == "pendulum"


def test_events_parameters_and_outputs_are_kept(tmp_path: Path) -> None:
    event = lw.Event("down", "A.angle", np.pi / 2)
    outputs = {"double": lambda x: 2 * x["A.angle"]}
    run = lw.simulate(pendulum(), pendulum().state({"A.angle": 1.0}), 3.0, events=[event], outputs=outputs)
    run.save(tmp_path / "run.nc")
    again = lw.load_run(tmp_path / "run.nc")
    assert again.events == run.events
    assert len(run.events) > 1
    assert np.array_equal(again["double"], 2 * run["A.angle"])


def test_a_model_with_a_function_keeps_the_rest(tmp_path: Path) -> None:
    model = pendulum_model()
    model.gravity = lambda p, t: (0.0, 0.0, -9.0)
    system = lw.compile_model(model)
    run = lw.simulate(system, system.state({"A.angle": 1.0}), 0.5)
    with pytest.warns(UserWarning, match=r"lacks a part of the model; .*: .*gravity: is a Python function"):
        run.save(tmp_path / "run.nc", "energy")
    again = lw.load_run(tmp_path / "run.nc")
    assert np.array_equal(again["energy"], run["energy"])
    assert list(again.model.bodies) == ["rod"]
    with pytest.raises(lw.ModelError, match=r"its model is incomplete: .*gravity: is a Python function"):
        again["rod.velocity"]


class Unknown(lw.Force):
    measure = lw.Distance()

    def law(self, e):
        return -5.0 * e


def test_a_run_with_an_unregistered_class_says_so_when_it_is_saved(tmp_path: Path) -> None:
    """Reading said so, when it was too late. Files of models are refused at once."""
    model = pendulum_model()
    model.connect("own", Unknown(), model.ground.at(0, 0, -2), model.bodies["rod"])
    system = lw.compile_model(model)
    run = lw.simulate(system, system.state({"A.angle": 1.0}), 0.1)
    with pytest.warns(
        UserWarning, match=r"connections\.own\.element: there is no element 'Unknown'.*lw\.register\(Unkn"
    ):
        run.save(tmp_path / "run.nc")
    with pytest.raises(lw.ModelError, match=r"there is no element 'Unknown'.*lw\.register\(Unknown\)"):
        lw.save_model(model, tmp_path / "model.toml")
    assert not (tmp_path / "model.toml").exists()


def test_tables(run: lw.Trajectory, tmp_path: Path) -> None:
    dataset = run.to_dataset("rod.tip.position", "A.force")
    assert dataset["A.force"].attrs["units"] == "N"
    assert dataset["rod.tip.position"].dims == ("t", "axis")
    assert list(dataset["speed_unit"].values) == ["rad/s"]
    frame = run.to_dataframe("rod.tip.position")
    assert np.array_equal(frame["rod.tip.position.z"], run["rod.tip.position.z"])
    assert frame.attrs["units"]["rod.tip.position.z"] == "m"
    run.to_csv(tmp_path / "run.csv")
    with (tmp_path / "run.csv").open() as stream:
        rows = list(csv.reader(stream))
    assert rows[0] == ["t", "A.angle", "A.angle_dot"]
    assert np.array_equal(np.array(rows[1:], dtype=float)[:, 1], run["A.angle"])
    parquet = pytest.importorskip("pyarrow.parquet")
    run.to_parquet(tmp_path / "run.parquet", "rod.rotation")
    table = parquet.read_table(tmp_path / "run.parquet")
    assert np.array_equal(table["rod.rotation[0,2]"], run["rod.rotation"][:, 0, 2])


def test_units_of_channels(run: lw.Trajectory) -> None:
    wanted = {
        "t": "s",
        "A.angle": "rad",
        "A.angle_dot": "rad/s",
        "A.angle_ddot": "rad/s**2",
        "rod.acceleration.x": "m/s**2",
        "rod.tip.angular_velocity": "rad/s",
        "A.moment": "N*m",
        "energy": "J",
    }
    assert {name: run.channel_table[name].unit for name in wanted} == wanted


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(lw.ModelError, match=r"to_parquet needs pyarrow, .* pip install 'linkwork\[parquet\]'"):
        extra("pyarrow", "to_parquet")


def test_parts_of_a_run(run: lw.Trajectory) -> None:
    part = run.part(3, 7)
    assert np.array_equal(part["energy"], run["energy"][3:7])
    assert len(run.part(5, 5)) == 0


def damaged(saved: Path, change: object) -> Path:
    data = bytearray(saved.read_bytes())
    saved.write_bytes(bytes(change(data)))  # type: ignore[operator]
    return saved


DAMAGES = {
    "empty": (lambda d: b"", "it is empty: nothing had been saved yet"),
    "text": (lambda d: b"hello", "it is not a classic NetCDF file"),
    "another variant": (lambda d: b"CDF\x05" + d[4:], "another variant"),
    "cut in its header": (lambda d: d[:300], "it ends within its header"),
    "cut in its rows": (lambda d: d[:-100], r"it is truncated: \d+ rows are promised and \d+ are there; partial=True"),
    "newer": (lambda d: d.replace(b"linkwork_format\0\0\0\0\x02\0\0\0\x013", b"linkwork_format\0\0\0\0\x02\0\0\0\x019"),
              "its format is 9, this version of linkwork knows 3"),
    "older": (lambda d: d.replace(b"linkwork_format\0\0\0\0\x02\0\0\0\x013", b"linkwork_format\0\0\0\0\x02\0\0\0\x011"),
              "its format is 1, from before 2, and has no check sums; run it again"),
    "foreign": (lambda d: d.replace(b"linkwork_format", b"somebody_format"), "it was not written by linkwork"),
    "changed certificate": (lambda d: d.replace(b'"status": "done"', b'"status": "DONE"'), "the outcome of the run"),
    "changed model": (lambda d: d.replace(b'{"format": 1, "model"', b'["format": 1, "model"'), "its model"),
    "endless dimension": (lambda d: d[:4] + struct.pack(">i", -5) + d[8:], "its header is damaged"),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_file_is_refused(saved: Path, name: str) -> None:
    change, message = DAMAGES[name]
    with pytest.raises(lw.ModelError, match=message):
        lw.load_run(damaged(saved, change))


def test_no_byte_of_a_header_brings_the_reader_down(saved: Path) -> None:
    data = saved.read_bytes()
    rng = np.random.default_rng(1)
    for place in rng.integers(0, 900, 300):
        broken = bytearray(data)
        broken[place] = rng.integers(256)
        saved.write_bytes(bytes(broken))
        try:
            lw.load_run(saved)
        except lw.ModelError as error:
            assert str(saved) in str(error)


def test_what_there_is_of_a_truncated_file(run: lw.Trajectory, saved: Path) -> None:
    with pytest.warns(UserWarning, match=r"run\.nc: only the first \d+ of \d+ rows could be read"):
        again = lw.load_run(damaged(saved, lambda d: d[:-100]), partial=True)
    assert "the file is damaged" in again.certificate.sentence and again.verdict.is_bad
    assert 0 < len(again) < len(run)
    assert np.array_equal(again.q, run.q[: len(again)])


def test_missing_and_unwritable_files(run: lw.Trajectory, tmp_path: Path) -> None:
    with pytest.raises(lw.ModelError, match=r"nothing\.nc: there is no such file\.$"):
        lw.load_run(tmp_path / "nothing.nc")
    missing = r"cannot be written: the folder .*nowhere does not exist; make it first\.$"
    with pytest.raises(lw.ModelError, match=missing):
        run.save(tmp_path / "nowhere" / "run.nc")
    with pytest.raises(lw.ModelError, match=missing):
        run.to_csv(tmp_path / "nowhere" / "run.csv")
    with pytest.raises(lw.ModelError, match="there is no folder"):
        lw.simulate(pendulum(), None, 1.0, output=lw.Output(file=tmp_path / "nowhere" / "run.nc"))
    with pytest.raises(lw.ModelError, match="flush = -1 must be a number of seconds"):
        lw.simulate(pendulum(), None, 1.0, output=lw.Output(flush=-1))


def test_streaming_gives_what_memory_gives(run: lw.Trajectory, tmp_path: Path) -> None:
    streamed = lw.simulate(
        pendulum(), pendulum().state({"A.angle": 1.0}), 2.0, output=lw.Output(file=tmp_path / "run.nc")
    )
    assert np.array_equal(streamed.q, run.q)
    assert np.array_equal(streamed.at(0.7).u, run.at(0.7).u)
    assert np.array_equal(streamed["energy"], run["energy"])
    assert lw.load_run(tmp_path / "run.nc").certificate.status == "done"


def test_more_events_than_reserved_room(run: lw.Trajectory, tmp_path: Path) -> None:
    events = tuple((0.001 * k, "an event with a rather long name", None) for k in range(5000))
    fate = Fate(run.certificate, events)
    short = entry_of(LogEntry(fate, 3).text(1 << 16))
    assert short is not None
    assert 0 < len(short.fate.events) < 5000
    assert short.fate.certificate.notes == (LOG_CUT_SHORT,)
    writer = lw.results.RunWriter(tmp_path / "run.nc", run.provider, {}, Fate(run.certificate))
    writer.append(run.t, np.column_stack([run.q, run.u, run.z, run.work]))
    writer.close(fate)
    again = lw.load_run(tmp_path / "run.nc")
    assert len(again.events) == 5000
    assert np.array_equal(again.q, run.q)


def test_motion_channels_in_one_batch_are_those_of_each_state() -> None:
    state = lw.assemble(four_bar(), {"A.angle": 1.0})
    run = lw.simulate(four_bar(), state, 0.5)
    each = [lw.loads(four_bar(), run.state(k)).wrenches["D"].force for k in range(len(run))]
    assert np.allclose(run["D.force"], each, rtol=1e-9, atol=1e-9)
    assert run.certificate.velocity_error < 1e-12


def test_residuals_are_measured_on_what_was_kept() -> None:
    state = lw.assemble(four_bar(), {"A.angle": 1.0})
    run = lw.simulate(four_bar(), state, 1.0, constraints="none", method="rk4", h=0.02)
    worst = max(
        np.abs(four_bar().kernel("velocity")(*four_bar().arguments(run.state(k))).g_dot).max() for k in range(len(run))
    )
    assert run.certificate.velocity_error == pytest.approx(worst, rel=1e-6)
    assert worst > 1e-12


def test_memory_does_not_grow_with_the_run() -> None:
    import tracemalloc

    state = pendulum().state({"A.angle": 1.0})
    peaks = {0.5: [], 5.0: []}
    for t_end in (0.5, 5.0) * 3:
        tracemalloc.start()
        run = lw.simulate(pendulum(), state, t_end, method="rk4", h=1e-3, times=3)
        peaks[t_end].append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert run.certificate.steps == 5000
    # The least of three: what else the process allocates meanwhile only adds. Keeping 4500 rows would take 150 kB.
    assert min(peaks[5.0]) < min(peaks[0.5]) + 50_000
