"""Kernels compiled by these tests are kept in a folder of their own, which goes away with the session."""

import os

import pytest


@pytest.fixture(scope="session")
def session_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kernels")
    folder.chmod(0o700)
    return folder


@pytest.fixture(scope="module", autouse=True)  # not longer: tests of other folders come between, and have the user's
def cache_folder(session_folder):
    """A private cache; tests of the cache take their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, "LINKWORK_CACHE_DIR", str(session_folder))
        yield session_folder


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    """An empty cache for one test."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("LINKWORK_CACHE_DIR", str(folder))
    return folder
