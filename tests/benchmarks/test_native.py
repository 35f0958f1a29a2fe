"""Native peers: a source is compiled once and loaded; what is missing or wrong is said in a sentence."""

import shutil
from pathlib import Path

import pytest

from benchmarks.peers import Unavailable, native

needs_c_compiler = pytest.mark.skipif(not any(map(shutil.which, native.COMPILERS["c"][1])), reason="no C compiler")


def test_missing_compiler_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native.shutil, "which", lambda name: None)
    with pytest.raises(Unavailable, match=r"No C\+\+ compiler was found \(looked for g\+\+, .*; set CXX\)"):
        native.compiler("c++")


@needs_c_compiler
def test_compiler_error_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(native, "FOLDER", tmp_path)
    with pytest.raises(Unavailable, match=r"could not compile broken-.*\.c: .*error"):
        native.build("broken", "int f( {")


@needs_c_compiler
def test_native_build_is_loaded_and_reused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(native, "FOLDER", tmp_path)
    source = "int twice(int x) { return 2 * x; }"
    assert native.build("twice", source).twice(21) == 42
    monkeypatch.setattr(native.subprocess, "run", None)  # a second call of the compiler would fail
    assert native.build("twice", source).twice(4) == 8
