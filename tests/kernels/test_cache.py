"""The cache on disk: right results whatever happens to it, one entry for one content, nobody else's code."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import linkwork.expr as ex
from linkwork.kernels import cache, code, compile_function, target
from linkwork.kernels.body import CodeBody
from linkwork.kernels.cache import CacheEntry
from linkwork.kernels.code import code_key

ENTRY = CacheEntry([b"first object", b"", b"second\nobject"], 17)
KEY = cache.make_key("some content")


def function(factor=3.0):
    return ex.trace(lambda x: {"y": ex.sin(x) * factor}, {"x": 2})


def forget():
    """As a new process would start: nothing loaded."""
    code._loaded.clear()


def compiled_from_scratch(factor=3.0):
    forget()
    x = np.array([0.5, 1.0])
    np.testing.assert_allclose(compile_function(function(factor))(x).y, np.sin(x) * factor, rtol=1e-15)


def files(folder, pattern="*"):
    return sorted(folder.glob(pattern)) if folder.exists() else []


@pytest.fixture
def builds(monkeypatch):
    """How many times code was made."""
    made = []
    real = code.make_entry

    def counted(*args):
        made.append(args)
        return real(*args)

    monkeypatch.setattr(code, "make_entry", counted)
    return made


# Reading and writing


def test_what_was_written_is_read(own_cache):
    assert cache.write(KEY, ENTRY)
    assert cache.read(KEY) == ENTRY
    assert cache.read(cache.make_key("other content")) is None


def test_kernels_are_kept_and_found_again(own_cache, builds):
    compiled_from_scratch()
    assert len(files(own_cache)) == len(builds) == 1
    compiled_from_scratch()
    assert len(builds) == 1


def test_an_entry_is_read_once(own_cache, monkeypatch):
    compiled_from_scratch()
    reads, real = [], cache.read
    monkeypatch.setattr(cache, "read", lambda key: reads.append(key) or real(key))
    forget()
    compile_function(function())
    assert len(reads) == 1


def test_the_folder_and_its_files_are_private(own_cache):
    compiled_from_scratch()
    assert own_cache.stat().st_mode & 0o777 == 0o700
    assert files(own_cache)[0].stat().st_mode & 0o077 == 0


def test_code_in_memory_is_shared_and_freed(own_cache, builds):
    forget()
    first, second = compile_function(function()), compile_function(function())
    assert first.address == second.address
    assert len(builds) == 1
    del first, second
    key = code_key(CodeBody.of(function()), 1)
    assert key not in code._loaded


# Keys


def test_the_key_follows_content_and_options(monkeypatch):
    body = CodeBody.of(function())
    keys = {code_key(body, 1), code_key(body, 4), code_key(CodeBody.of(function(4.0)), 1)}
    keys.add(code_key(CodeBody.of(ex.trace(lambda x: {"y": ex.sin(x) * 3}, {"x": 3})), 1))
    host = target.host()
    for field in host:
        monkeypatch.setattr(code, "host", lambda field=field: {**host, field: "another"})
        keys.add(code_key(body, 1))
    monkeypatch.setattr(code, "host", lambda: host)
    monkeypatch.setattr(code, "fingerprint", lambda: "another version")
    keys.add(code_key(body, 1))
    assert len(keys) == 4 + len(host) + 1


def test_equal_content_has_one_key():
    def other(x):
        unused = ex.cos(x[0]) + 5
        del unused
        return {"y": 3.0 * ex.sin(x)}

    assert code_key(CodeBody.of(ex.trace(other, {"x": 2})), 1) == code_key(CodeBody.of(function()), 1)


def test_code_from_another_processor_is_not_used(own_cache, builds, monkeypatch):
    host = target.host()
    monkeypatch.setattr(code, "host", lambda: {**host, "cpu": "another", "features": "+none"})
    cache.write(code_key(CodeBody.of(function()), 1), CacheEntry([b"code of another machine"], 0))
    monkeypatch.setattr(code, "host", lambda: host)
    compiled_from_scratch()
    assert len(builds) == 1
    assert cache.info().entries == 2


def test_code_copied_from_another_key_is_not_used(own_cache, builds):
    """A cache folder copied over, or a file renamed: the entry says itself what it is."""
    compiled_from_scratch(3.0)
    (path,) = files(own_cache)
    path.rename(path.with_name(code_key(CodeBody.of(function(4.0)), 1) + cache.SUFFIX))
    compiled_from_scratch(4.0)
    assert len(builds) == 2


# Damage


def damage(path, how):
    content = path.read_bytes()
    line, _, body = content.partition(b"\n")
    header = json.loads(line)
    path.write_bytes(
        {
            "empty": b"",
            "truncated": content[:-100],
            "cut in the header": content[:20],
            "header only": line + b"\n",
            "garbage": b"\x00\xff garbage \n" * 50,
            "nested": b"[" * 100_000 + b"\n" + body,
            "a list": b"[1, 2]\n" + body,
            "a number": b"3\n" + body,
            "nothing inside": b"{}\n" + body,
            "bit flipped": content[:-50] + bytes([content[-50] ^ 1]) + content[-49:],
            "longer": content + b"more",
            "less work": json.dumps({**header, "work": 0, "sizes": header["sizes"]}).encode() + b"\n" + body + b"x",
            "work changed": json.dumps({**header, "work": header["work"] + 1}).encode() + b"\n" + body,
            "sizes changed": json.dumps({**header, "sizes": [1, *header["sizes"]]}).encode() + b"\n" + body,
            "other format": json.dumps({**header, "format": 0}).encode() + b"\n" + body,
            "other types": json.dumps({**header, "sizes": None, "sha256": 5}).encode() + b"\n" + body,
        }[how]
    )


DAMAGES = """empty; truncated; cut in the header; header only; garbage; nested; a list; a number; nothing inside;
bit flipped; longer; less work; work changed; sizes changed; other format; other types"""


@pytest.mark.parametrize("how", [name.strip() for name in DAMAGES.split(";")])
def test_damaged_entries_are_made_anew(own_cache, builds, how):
    compiled_from_scratch()
    (path,) = files(own_cache)
    damage(path, how)
    compiled_from_scratch()
    assert len(builds) == 2
    compiled_from_scratch()  # and the damage is repaired
    assert len(builds) == 2


def test_a_folder_in_place_of_an_entry(own_cache, builds):
    compiled_from_scratch()
    (path,) = files(own_cache)
    path.unlink()
    path.mkdir()
    compiled_from_scratch()
    assert len(files(own_cache)) == 1


# Folders that cannot be used


def test_a_file_in_place_of_the_folder(own_cache):
    own_cache.write_text("not a folder")
    compiled_from_scratch()
    assert own_cache.read_text() == "not a folder"
    assert cache.info().entries == cache.clear() == cache.bound(0) == 0
    assert "not used: it is not a folder" in str(cache.info())


@pytest.mark.parametrize("step", ["open", "replace", "mkdir"])
def test_a_read_only_folder(own_cache, monkeypatch, step):
    def refuse(*_, **__):
        raise PermissionError("read-only")

    owner = {"open": os, "replace": os, "mkdir": Path}[step]
    monkeypatch.setattr(owner, step, refuse)
    compiled_from_scratch()
    assert not cache.write(KEY, ENTRY)
    assert files(own_cache) == []


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission(own_cache):
    own_cache.mkdir(mode=0o500)
    compiled_from_scratch()
    assert files(own_cache) == []


def test_entries_of_a_read_only_folder_are_used(own_cache, builds, monkeypatch):
    compiled_from_scratch()
    monkeypatch.setattr(os, "utime", lambda *_: (_ for _ in ()).throw(PermissionError()))
    compiled_from_scratch()
    assert len(builds) == 1


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702, 0o1777])
def test_a_folder_that_others_may_write_is_not_trusted(own_cache, builds, mode):
    compiled_from_scratch()
    own_cache.chmod(mode)
    compiled_from_scratch()
    assert len(builds) == 2
    assert not cache.write(KEY, ENTRY)
    assert len(files(own_cache)) == 1
    assert cache.info().problem.startswith("others may write to the folder")


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="users by number are a matter of POSIX")
def test_a_folder_of_another_user_is_not_trusted(own_cache, builds, monkeypatch):
    compiled_from_scratch()
    user = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: user + 1)
    compiled_from_scratch()
    assert len(builds) == 2
    assert cache.info().problem == "the folder belongs to another user"


def test_an_empty_setting_turns_the_cache_off(own_cache, builds, monkeypatch):
    monkeypatch.setenv("LINKWORK_CACHE_DIR", "")
    compiled_from_scratch()
    compiled_from_scratch()
    assert len(builds) == 2
    assert cache.folder() is None
    assert cache.info().problem == "it is turned off by an empty LINKWORK_CACHE_DIR"
    assert str(cache.info()).startswith("0 kernels, 0.0 MiB in no folder (not used: it is turned off")
    assert cache.clear() == cache.bound() == 0


def test_without_a_setting_it_is_the_users_cache_folder(monkeypatch):
    monkeypatch.delenv("LINKWORK_CACHE_DIR")
    assert cache.folder().parts[-2:] == ("linkwork", "kernels")


def test_the_setting_may_be_short_for_the_home_folder_or_relative(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LINKWORK_CACHE_DIR", "~/kernels")
    assert cache.folder() == tmp_path / "kernels"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LINKWORK_CACHE_DIR", "here")
    place = cache.folder()
    assert place == tmp_path / "here" and place.is_absolute()


# Inspect, clear, bound


def test_info_and_clear(own_cache):
    assert cache.info() == cache.Info(own_cache, 0, 0)
    for k in range(3):
        cache.write(cache.make_key(k), ENTRY)
    info = cache.info()
    assert (info.entries, info.bytes) == (3, sum(f.stat().st_size for f in files(own_cache)))
    assert str(info).startswith("3 kernels, 0.0 MiB in ")
    users = {own_cache / name for name in ("notes.txt", "film.part", ".hidden.part", "corn.kernel")}
    for path in users:
        path.write_text("the user's own")
        os.utime(path, (0, 0))
    (own_cache / ".linkwork-abc.part").write_text("left by a process that was killed")
    assert cache.bound(0) == 3
    cache.write(KEY, ENTRY)
    assert cache.clear() == 1
    assert set(files(own_cache)) == users


def aged(count):
    """Entries written in order, each used some seconds after the one before."""
    keys = [cache.make_key(k) for k in range(count)]
    now = time.time()
    for k, key in enumerate(keys):
        cache.write(key, ENTRY)
        os.utime(cache._path(key), (now - 100 + k, now - 100 + k))
    return keys


def test_bound_drops_what_was_unused_for_longest(own_cache):
    keys = aged(5)
    cache.read(keys[0])  # used just now
    size = cache.info().bytes // 5
    assert cache.bound(3 * size) == 2
    assert [cache.read(key) is not None for key in keys] == [True, False, False, True, True]
    assert cache.bound(3 * size) == 0
    assert cache.bound(0) == 3


def test_writing_keeps_the_cache_bounded(own_cache, monkeypatch):
    keys = aged(5)
    monkeypatch.setattr(cache.bound, "__defaults__", (2 * cache.info().bytes // 5,))
    monkeypatch.setattr(cache, "LOOK", 1.5 * cache.info().bytes / 5)
    monkeypatch.setattr(cache, "_room", cache._Room())
    new = [cache.make_key("new", k) for k in range(3)]
    # The first entry of a process looks at the room; then the second one after it that exceeds what may go unseen.
    for key, entries in zip(new, (2, 3, 2), strict=True):
        assert cache.write(key, ENTRY)
        assert cache.info().entries == entries
    assert cache.read(new[1]) == cache.read(new[2]) == ENTRY
    assert cache.read(keys[4]) is None


def test_leftovers_of_dead_writers_go_after_a_while(own_cache):
    cache.write(KEY, ENTRY)
    old, fresh = own_cache / ".linkwork-old.part", own_cache / ".linkwork-fresh.part"
    for path in (old, fresh):
        path.write_text("half an ent")
    os.utime(old, (time.time() - 2 * cache.ABANDONED,) * 2)
    cache.bound()
    assert fresh.exists() and not old.exists()


def test_a_failed_write_leaves_nothing(own_cache, monkeypatch):
    monkeypatch.setattr(cache, "_encode", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
    assert not cache.write(KEY, ENTRY)
    assert files(own_cache) == []


# Several processes

SCRIPT = """
import sys, time
import numpy as np
import linkwork.expr as ex
from linkwork.kernels import compile_function
from linkwork.kernels import cache
f = ex.trace(lambda x: {"y": sum(ex.sin(x[0] * k) for k in range(1, 400))}, {"x": 1})
write = cache.write
def wait_and_write(*entry):
    sys.stdout.write("compiled\\n"); sys.stdout.flush()
    sys.stdin.readline()
    return write(*entry)
cache.write = wait_and_write
print(repr(compile_function(f)(np.array([0.3])).y))
"""


def start(folder):
    environment = {**os.environ, "LINKWORK_CACHE_DIR": str(folder), "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stdout.readline() == "compiled\n", process.stderr.read()
    return process


def test_two_processes_compile_the_same_kernel_at_once(own_cache):
    processes = [start(own_cache) for _ in range(2)]
    for process in processes:  # both found nothing and have compiled: they write now
        process.stdin.write("go\n")
        process.stdin.flush()
    expected = sum(np.sin(0.3 * k) for k in range(1, 400))
    for process in processes:
        output, complaints = process.communicate()
        assert process.returncode == 0, complaints
        assert float(output) == pytest.approx(expected, rel=1e-12)
    assert [f.suffix for f in files(own_cache)] == [cache.SUFFIX]
    assert cache.info().entries == 1
