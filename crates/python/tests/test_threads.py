"""Other threads go on during long work, and Ctrl-C ends it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import kaiketsu

# One thread, so that the other has a processor of its own.
WORK = {"kernel": "sweep", "threads": 1, "progress": False}


def ticking(work) -> tuple[int, float]:
    """How often another thread comes to its turn during some work, every millisecond, and the seconds it took."""
    over, ticks = threading.Event(), 0

    def tick() -> None:
        nonlocal ticks
        while not over.is_set():
            ticks += 1
            time.sleep(0.001)

    other = threading.Thread(target=tick)
    began = time.monotonic()
    other.start()
    try:
        work()
    finally:
        over.set()
        other.join()
    return ticks, time.monotonic() - began


def test_other_threads_go_on_during_a_solve_and_bulk_reads(tmp_path: Path, dodgem: kaiketsu.Solution) -> None:
    ticks, seconds = ticking(lambda: kaiketsu.game("dodgem-3").solve(folder=tmp_path, **WORK))
    assert seconds > 0.1 and ticks > 20 * seconds, f"{ticks} turns in {seconds:.2f} s"
    ticks, seconds = ticking(lambda: dodgem.dataset(200_000, progress=False))
    assert seconds > 0.05 and ticks > 20 * seconds, f"{ticks} turns in {seconds:.2f} s"


def test_a_callback_is_told_and_may_refuse_to_go_on(tmp_path: Path, dodgem: kaiketsu.Solution) -> None:
    class Enough(Exception):
        pass

    def refuse(what: str, done: int, total: int, status: str) -> None:
        assert "dodgem-3" in what and done <= total
        raise Enough(f"at {done} of {total}")

    game = kaiketsu.game("dodgem-3")
    with pytest.raises(Enough, match="of"):
        game.solve(folder=tmp_path, kernel="sweep", threads=1, progress=refuse)
    with pytest.raises(kaiketsu.NotSolvedError):
        game.open(folder=tmp_path)
    whole = game.solve(folder=tmp_path, progress=False)
    assert whole.complete and whole.signature_plies == dodgem.manifest["signature_plies"]


INTERRUPTED = """
import sys, kaiketsu
def tell(what, done, total, status):
    print("going", flush=True)
try:
    kaiketsu.game("dodgem-4").solve(folder=sys.argv[1], kernel="sweep", threads=1, progress=tell)
except kaiketsu.Interrupted as stopped:
    print("Interrupted:", stopped, flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of another kind")
def test_ctrl_c_stops_soon_and_says_what_is_kept(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, str(tmp_path)], stdout=subprocess.PIPE, text=True, cwd=tmp_path
    )
    assert process.stdout is not None and process.stdout.readline() == "going\n"
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    sent = time.monotonic()
    said = process.communicate(timeout=60)[0].splitlines()[-1]
    assert time.monotonic() - sent < 10
    assert process.returncode == 0 and "finished and kept" in said and "goes on from there" in said, said
    kept = int(said.split(":")[2].split()[0])
    assert kept == len(list((tmp_path / "dodgem-4").glob("*.kai")))
