"""Threads that share work: errors wait for all tasks, and teams share their threads."""

import threading
import time

import pytest

from linkwork.kernels.team import ThreadTeam


def _fails() -> None:
    raise ValueError("the first task")


@pytest.mark.parametrize("place", [0, 1])
def test_all_tasks_end_before_an_error_is_raised(place: int) -> None:
    done = []

    def writes() -> None:
        time.sleep(0.02)
        done.append(1)

    tasks = [writes, writes, writes]
    tasks[place] = _fails
    with pytest.raises(ValueError, match="the first task"):
        ThreadTeam(3).run(tasks)
    assert len(done) == 2


def test_many_teams_start_no_more_threads() -> None:
    ThreadTeam(3).run([lambda: None] * 3)
    before = threading.active_count()
    for _ in range(20):
        ThreadTeam(3).run([lambda: None] * 3)
    assert threading.active_count() <= before + 1  # the pool starts its second thread when it first needs it


def test_a_team_of_one_works_here() -> None:
    found: list[int] = []
    ThreadTeam(1).run([lambda: found.append(threading.get_ident())] * 3)
    assert found == [threading.get_ident()] * 3
