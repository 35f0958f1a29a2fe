"""The catalogue in a real PostgreSQL on loopback, started for this test."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import linkwork as lw
from tests.studies.catalogued import run_of, several_writers
from tests.studies.swings import swing

pytest.importorskip("psycopg", reason="pip install 'linkwork[postgres]' brings psycopg.")


def program(name: str) -> str | None:
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(places[-1]) if places else shutil.which(name)


@pytest.fixture(scope="module")
def server():
    """The address of a database that goes away with the test."""
    initdb, postgres = program("initdb"), program("postgres")
    if initdb is None or postgres is None:
        pytest.skip("There is no PostgreSQL here; install it (apt-get install postgresql).")
    # The server refuses to run as root; its own user must reach the folder, which those of pytest forbid.
    is_root = os.geteuid() == 0
    with tempfile.TemporaryDirectory() as folder:
        if is_root:
            try:
                shutil.chown(folder, "postgres")
            except LookupError:
                pytest.skip("PostgreSQL does not run as root, and there is no user postgres.")
        yield from served(initdb, postgres, Path(folder), is_root)


def served(initdb: str, postgres: str, folder: Path, is_root: bool) -> Iterator[str]:
    """The address of a server whose data are in a folder, while it runs."""
    user = {"user": "postgres", "cwd": "/"} if is_root else {"cwd": "/"}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **user}
    data = str(folder / "data")
    subprocess.run([initdb, "-D", data, "-U", "lab", "-A", "trust", "--no-sync"], check=True, timeout=120, **quiet)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    running = subprocess.Popen(
        [postgres, "-D", data, "-h", "127.0.0.1", "-p", str(port), "-k", str(folder), "-F"], **quiet
    )
    try:
        import psycopg

        for _ in range(300):
            try:
                psycopg.connect(f"host=127.0.0.1 port={port} user=lab dbname=postgres").close()
                break
            except psycopg.OperationalError:
                assert running.poll() is None
                time.sleep(0.1)
        yield f"postgresql+psycopg://lab@127.0.0.1:{port}/postgres"
    finally:
        running.terminate()
        running.wait(timeout=60)


@pytest.mark.slow
def test_a_team_shares_a_catalogue_on_a_server(server, tmp_path):
    files = tmp_path / "files"
    lab = lw.catalogue(server, files)
    several_writers(server, str(files), lab)
    system = lw.compile_model(swing())
    number = lab.add(run_of(system, 77.0), tags=["mine"], measures={"peak": 3.0})
    assert list(lab.runs("tag == 'mine' and peak > 2").index) == [number]
    assert lab.open(number).parameters["k"] == 77.0
    reader = lw.catalogue(server, files, read_only=True)
    assert len(reader.open(number)) > 1
    with pytest.raises(
        lw.ModelError, match=r"read-only transaction: it may only be read here\. Nothing of this was saved"
    ):
        reader.tag(number, "x")
    reader.close()
    assert lab.delete("k == 77") == 1 and lab.check() == []
    assert lab.add(run_of(system, 78.0)) > number
    # As version 1 left it: opened again, it is brought up to date.
    with lab.storage.engine.begin() as base:
        base.exec_driver_sql("alter table models drop column who, drop column versions, drop column change")
        base.exec_driver_sql("update about set value = '1' where name = 'version'")
    lab.close()
    lab = lw.catalogue(server, files)
    assert lab.models.lineage(int(lab.runs("k == 78").index[0]))[-1].who == "" and lab.add(
        run_of(system, 79.0), keep=False
    )
    lab.close()
    with pytest.raises(lw.ModelError, match=r"catalogue: 'postgresql\+psycopg://127\.0\.0\.1:1/lab' cannot be opened"):
        lw.catalogue("postgresql+psycopg://me:secret@127.0.0.1:1/lab", files)
