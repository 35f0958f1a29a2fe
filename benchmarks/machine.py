"""What the peers take on this machine: the yardstick beside which every other table is read."""

import ctypes
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.case import Case, Timer, time_per_evaluation
from benchmarks.peers import Unavailable, mujoco, pinocchio
from benchmarks.peers.native import build

SOURCES = Path(__file__).parent / "native"
EVALUATIONS = 10_000


def cases() -> Iterator[Case]:
    """Yield one absolute figure per peer; a peer that cannot be built leaves its sentence instead."""
    yield _case("ABA, sample manipulator", "Pinocchio", pinocchio.name, _pinocchio)
    yield _case("mj_forward, six-joint arm", "MuJoCo", mujoco.name, _mujoco)


def _case(case: str, peer: str, full_name: Callable[[], str], build_timer: Callable[[], Timer]) -> Case:
    quantity = "ns per evaluation"
    try:
        timer = build_timer()
    except Unavailable as reason:
        return Case(case, quantity, ours=None, peer=peer, note=f"{peer} skipped: {reason}")
    return Case(case, quantity, ours=None, peer=full_name(), theirs=timer)


def _pinocchio() -> Timer:
    source = (SOURCES / "pinocchio_aba.cpp").read_text(encoding="utf-8")
    library = build("pinocchio_aba", source, "c++", pinocchio.toolkit())
    return time_per_evaluation(lambda: library.run(ctypes.c_long(EVALUATIONS)), EVALUATIONS)


def _mujoco() -> Timer:
    source = (SOURCES / "mujoco_forward.c").read_text(encoding="utf-8")
    library = build("mujoco_forward", source, "c", mujoco.toolkit())
    message = ctypes.create_string_buffer(500)
    if library.prepare(_arm_xml(joints=6).encode(), message, len(message)) != 0:
        raise Unavailable(f"MuJoCo refused the arm: {message.value.decode()}")
    return time_per_evaluation(lambda: library.run(ctypes.c_long(EVALUATIONS)), EVALUATIONS)


def _arm_xml(joints: int) -> str:
    """Return an arm of equal links in MuJoCo's XML, joint axes in turn along z, y, x; nothing collides."""
    links = ""
    for joint in reversed(range(joints)):
        axis = ("0 0 1", "0 1 0", "1 0 0")[joint % 3]
        inertia = '<inertial pos="0 0 0.15" mass="1" diaginertia="0.01 0.01 0.002"/>'
        links = f'<body pos="0 0 0.3"><joint type="hinge" axis="{axis}"/>{inertia}{links}</body>'
    return f"<mujoco><worldbody>{links}</worldbody></mujoco>"
