"""Long queries: Ctrl-C, cancelling, the interpreter lock, time limits."""

import os
import signal
import threading
import time

import pytest

import sinew.z3 as z
from sinew import BusyError, Solver, parse

#: Three numbers whose cubes add up to 114: nobody knows any.
HARD = """
(declare-fun a () Int)(declare-fun b () Int)(declare-fun c () Int)
(assert (= (+ (* a a a) (* b b b) (* c c c)) 114))
"""


def hard() -> Solver:
    solver = Solver()
    solver.assert_(*parse(HARD))
    return solver


def usable(solver: Solver) -> bool:
    solver.reset()
    solver.assert_(*parse('(declare-fun x () String)(assert (= x "a"))'))
    return solver.check() == "sat"


def test_the_query_is_hard() -> None:
    solver = hard()
    solver.limits(timeout=300)
    start = time.monotonic()
    assert solver.check() == "unknown" and solver.reason == "timeout"
    assert 0.25 < time.monotonic() - start < 5


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_raises_and_the_solver_goes_on() -> None:
    solver = hard()
    solver.limits(timeout=60_000)
    # Where the tests run in the background, a shell has had SIGINT ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        solver.check()
    signal.signal(signal.SIGINT, before)
    assert time.monotonic() - start < 10
    assert usable(solver)


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="signals of POSIX")
def test_handlers_run_meanwhile_and_cannot_use_the_solver() -> None:
    solver = hard()
    solver.limits(timeout=1_000)
    seen: list[object] = []

    def handler(*_: object) -> None:
        try:
            solver.push()
        except BusyError as error:
            seen.append(error)

    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        assert solver.check() == "unknown"
    finally:
        signal.signal(signal.SIGALRM, before)
    assert len(seen) == 1 and usable(solver)


def test_cancel_from_another_thread() -> None:
    solver = hard()
    solver.limits(timeout=60_000)
    threading.Timer(0.2, solver.cancel).start()
    assert solver.check() == "unknown" and solver.reason == "cancelled"
    assert usable(solver)


def test_other_threads_run_meanwhile() -> None:
    solver = hard()
    solver.limits(timeout=1_000)
    count, stop = 0, threading.Event()

    def tick() -> None:
        nonlocal count
        while not stop.is_set():
            count += 1
            time.sleep(0.01)

    thread = threading.Thread(target=tick)
    thread.start()
    before = count
    solver.check()
    after = count
    stop.set()
    thread.join()
    assert after - before > 10


def test_the_facade_keeps_time() -> None:
    a, b, c = z.Ints("a b c")
    solver = z.Solver()
    solver.set("timeout", 200)
    solver.add(a * a * a + b * b * b + c * c * c == 114)
    assert solver.check() == z.unknown
    assert solver.reason_unknown() == "timeout"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_forked_process_can_solve() -> None:
    assert usable(Solver())
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if usable(Solver()) else 1)
        finally:
            os._exit(2)
    assert os.waitpid(child, 0)[1] == 0
