"""Kernels compiled by these tests are kept in a folder of their own, which goes away with the session."""

import os

import pytest


@pytest.fixture(scope="session", autouse=True)
def cache_folder(tmp_path_factory):
    """A private cache for the session; tests of the cache take their own."""
    folder = tmp_path_factory.mktemp("kernels")
    folder.chmod(0o700)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, "LINKWORK_CACHE_DIR", str(folder))
        yield folder


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    """An empty cache for one test."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("LINKWORK_CACHE_DIR", str(folder))
    return folder
