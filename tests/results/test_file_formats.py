"""Names of files that promise another format, archives that promise more than they hold, and byte order."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses import many
from linkwork.results import trajectory as trajectory_module
from tests.studies.swings import swing


@pytest.fixture(scope="module")
def run() -> lw.Trajectory:
    return lw.simulate(lw.compile_model(swing()), {"A.angle": 0.3}, 0.2, times=11)


WRITERS: dict[str, tuple[str, Callable[[Any, Path], Any], str]] = {
    "save": ("a.csv", lambda run, path: run.save(path), "'a.csv' is the name of comma-separated values, and NetCDF"),
    "to_csv": ("a.nc", lambda run, path: run.to_csv(path), "'a.nc' is the name of NetCDF.*call it 'a.csv'"),
    "to_parquet": ("a.csv", lambda run, path: run.to_parquet(path), "call it 'a.parquet'"),
    "view": ("a.pdf", lw.view, "'a.pdf' is the name of PDF, and a web page is written; call it 'a.html'"),
    "report": ("a.png", lambda run, path: lw.report_page(run, path), "'a.png' is the name of a picture"),
    "stream": ("a.csv", lambda run, path: lw.Output(file=path), "Output: file: 'a.csv'.*call it 'a.nc'"),
}


@pytest.mark.parametrize("name", WRITERS)
def test_a_name_of_another_format_is_refused_and_nothing_is_written(
    run: lw.Trajectory, name: str, tmp_path: Path
) -> None:
    file, write, message = WRITERS[name]
    with pytest.raises(lw.ModelError, match=message):
        write(run, tmp_path / file)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("file", ["a.nc", "a", "a.NC", "results.v2", "a.cdf"])
def test_names_that_promise_nothing_else_are_taken(run: lw.Trajectory, file: str, tmp_path: Path) -> None:
    run.save(tmp_path / file)
    np.testing.assert_array_equal(lw.load_run(tmp_path / file)["A.angle"], run["A.angle"])


def test_runs_from_files_have_the_byte_order_of_the_machine(
    run: lw.Trajectory, tmp_path: Path, monkeypatch: Any
) -> None:
    system = lw.compile_model(swing())
    output = lw.Output(file=tmp_path / "r.nc")
    streamed = lw.simulate(system, {"A.angle": 0.3}, 0.2, times=11, output=output)
    monkeypatch.setattr(trajectory_module, "MOST_IN_MEMORY", 16)  # so that columns are mapped, in several pieces
    mapped = lw.load_run(tmp_path / "r.nc")
    for found in (streamed, mapped):
        for name in ("t", "q", "u", "z", "work"):
            values = getattr(found, name)
            assert values.dtype == np.dtype(float) and values.dtype.isnative
            np.testing.assert_array_equal(values, getattr(run, name))


def archive(path: Path, shape: tuple[int, ...], *names: str) -> None:
    """Arrays whose headers promise a shape, and that hold 64 bytes."""
    with zipfile.ZipFile(path, "w") as file:
        for name in names:
            header = io.BytesIO()
            np.lib.format.write_array_header_1_0(header, {"descr": "<f8", "fortran_order": False, "shape": shape})
            file.writestr(f"{name}.npy", header.getvalue() + bytes(64))


@pytest.mark.parametrize("load", [lw.load_modal_data, lw.read_finite_elements, lw.load_study])
def test_an_archive_that_promises_terabytes_is_refused(load: Callable[[Path], Any], tmp_path: Path) -> None:
    archive(tmp_path / "a.npz", (10**6, 10**6), "nodes", "stiffness", "mass", "text")
    with pytest.raises(lw.ModelError, match=r"promises 1000000 × 1000000 numbers, 8e\+12 bytes, and 64 are there"):
        load(tmp_path / "a.npz")


def test_members_that_do_not_fit_into_memory_are_told(monkeypatch: Any) -> None:
    system = lw.compile_model(swing())

    def full(*_: Any, **__: Any) -> Any:
        raise MemoryError("Unable to allocate 8 TiB")

    monkeypatch.setattr(many, "member_states", full)
    with pytest.raises(lw.ModelError, match=r"simulate_many: 3 members do not fit into memory \(Unable.*lw\.study"):
        lw.simulate_many(system, {"A.angle": np.zeros(3)}, 0.1)


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x: None, "event 'e': its function returned nothing. Is a `return` missing"),
        (lambda x: 1 / 0, "event 'e': its function of channels fails: ZeroDivisionError"),
        (lambda: 1.0, "event 'e': its function of channels fails: TypeError"),
    ],
)
def test_a_function_of_an_event_that_fails_is_named(function: Any, message: str, coordinates: str) -> None:
    system = lw.compile_model(swing(), coordinates)
    with pytest.raises(lw.ModelError, match=message):
        lw.simulate(system, system.rest, 0.1, events=[lw.Event("e", function)])
