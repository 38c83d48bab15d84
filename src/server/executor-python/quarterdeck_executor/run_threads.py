"""Where steps that are plain functions run."""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from . import channel
from .failures import RunStopped
from .output import current_run

_most_threads = 256


class RunThreads(ThreadPoolExecutor):
    """Knows the run of each thread. Threads are made as they are needed: one that a stopped run has left in
    a call that does not return is in nobody's way."""

    def __init__(self) -> None:
        super().__init__(max_workers=_most_threads, thread_name_prefix="step")
        self._runs: dict[int, str] = {}
        self._guard = threading.Lock()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        run_id = current_run.get()
        if run_id is None:
            return super().submit(fn, *args, **kwargs)
        return super().submit(self._work, run_id, fn, args, kwargs)

    def threads_of(self, run_id: str) -> list[int]:
        with self._guard:
            return [thread for thread, run in self._runs.items() if run == run_id]

    def stop(self, run_id: str) -> bool:
        """Ends what works for a run as soon as it is back in Python code. True once nothing does."""
        with self._guard:
            own = [thread for thread, run in self._runs.items() if run == run_id]
            for thread in own:
                if not is_sending(sys._current_frames().get(thread)):
                    _raise_in(thread, RunStopped)
        return not own

    def _work(self, run_id: str, fn: Any, args: Any, kwargs: Any) -> Any:
        thread = threading.get_ident()
        with self._guard:
            self._runs[thread] = run_id
        try:
            return fn(*args, **kwargs)
        finally:
            self._leave(thread)

    def _leave(self, thread: int) -> None:
        while True:
            try:
                with self._guard:
                    self._runs.pop(thread, None)
                    # What was to end the work just as it ended must not end the next.
                    _raise_in(thread, None)
                return
            except RunStopped:
                continue


def is_sending(frame: Any) -> bool:
    """A message that is cut off would cut off the line for all."""
    while frame is not None:
        if frame.f_code.co_filename == channel.__file__:
            return True
        frame = frame.f_back
    return False


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    raised = ctypes.py_object(error) if error else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)
