"""Threads share objects, run at the same time, and Ctrl-C reaches the program."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import mindsave
from mindsave import ConstraintCompressor, FailureGraph, MindSave


def test_threads_share_a_compressor() -> None:
    compressor = ConstraintCompressor(10_000)

    def work(number: int) -> None:
        for i in range(200):
            compressor.add_constraint(f"第 {number} 条规则 {i}")
            if i % 50 == 0:
                compressor.compress()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert len(compressor.decompress()["constraints"]) == 800


def test_threads_share_a_workspace(root: Path) -> None:
    mind, graph = MindSave(root), FailureGraph()

    def work(number: int) -> str:
        graph.record({"name": f"failure {number}"})
        mind.record_failure("shared")
        return mind.save(goal="g", status="blocked")["snapshot_id"]

    with ThreadPoolExecutor(4) as pool:
        names = list(pool.map(work, range(8)))
    assert len(set(names)) == len(mind.list()) == len(graph) == 8
    failure = mind.failures().get("shared")
    assert failure is not None and failure.repeat_count == 8


def test_other_threads_run_while_one_compresses() -> None:
    rules = [f"never use library number {i} for anything" for i in range(60_000)]
    compressor = ConstraintCompressor()
    for rule in rules:
        compressor.add_constraint(rule)
    ticks, done = 0, threading.Event()

    def compress() -> None:
        compressor.detect_conflicts()
        done.set()

    thread = threading.Thread(target=compress)
    start = time.monotonic()
    thread.start()
    while not done.is_set():
        time.sleep(0.001)
        ticks += 1
    took = time.monotonic() - start
    thread.join()
    # With the lock held there would be no more than one tick or two.
    assert ticks > min(20, took * 50)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way there")
def test_ctrl_c_ends_a_long_call(tmp_path: Path) -> None:
    code = (
        "import mindsave, signal, sys\n"
        # Whoever runs the tests in the background has this signal ignored, and children inherit that.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        # A function of its own: Python 3.11 does not catch an interrupt that falls on the jump back to
        # the first line of a `try`.
        "def work():\n"
        "    while True: mindsave.compress_layer2(['no tailwind'] * 20000)\n"
        "print('ready', flush=True)\n"
        "try:\n"
        "    work()\n"
        "except KeyboardInterrupt:\n"
        "    print(mindsave.compress_layer2(['no tailwind'])['rendered'])\n"
        "    sys.exit(7)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.3)
    os.kill(child.pid, signal.SIGINT)
    try:
        out, _ = child.communicate(timeout=60)
    finally:
        child.kill()
    assert (child.returncode, out) == (7, "no tailwind\n")


def test_a_forked_child_works(root: Path) -> None:
    code = (
        "import os, sys, mindsave\n"
        "mindsave.compress_layer2(['no tailwind'])\n"
        "pid = os.fork()\n"
        "mindsave.MindSave(sys.argv[1]).save(goal='g', status='blocked')\n"
        "if pid: sys.exit(os.waitpid(pid, 0)[1])\n"
    )
    if not hasattr(os, "fork"):
        pytest.skip("there is no fork here")
    subprocess.run([sys.executable, "-c", code, str(root)], check=True)
    assert len(MindSave(root).list()) == 2
    assert mindsave.MindSave(root).load().goal == "g"


def test_calls_that_fail_do_not_block_other_threads() -> None:
    code = (
        "import mindsave, threading\n"
        "graph = mindsave.FailureGraph()\n"
        "def fail():\n"
        "    for _ in range(2000):\n"
        "        try: graph.promote('missing')\n"
        "        except mindsave.NotFoundError: pass\n"
        "def look():\n"
        "    for _ in range(20000): len(graph)\n"
        "threads = [threading.Thread(target=work) for work in (fail, fail, look, look)]\n"
        "for thread in threads: thread.start()\n"
        "for thread in threads: thread.join()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is nothing to fork with")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_child_holds_no_lock(root: Path) -> None:
    mind = mindsave.MindSave(root)
    stop = threading.Event()

    def save() -> None:
        while not stop.is_set():
            mind.save(goal="d")

    thread = threading.Thread(target=save)
    thread.start()
    children = []
    try:
        for _ in range(20):
            child = os.fork()
            if child == 0:
                time.sleep(60)
                os._exit(0)
            children.append(child)
            time.sleep(0.005)
        stop.set()
        thread.join(timeout=30)
        assert not thread.is_alive()
        start = time.monotonic()
        mind.save(goal="e")
        assert time.monotonic() - start < 5
    finally:
        stop.set()
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
