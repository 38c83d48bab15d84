"""Where steps that are plain functions run."""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from .. import channel
from ..failures import RunStopped
from ..output import current_attempt

_most_threads = 256


class RunThreads(ThreadPoolExecutor):
    """Knows the attempt of each thread, by its token. Threads are made as they are needed: one that a stopped run has left in
    a call that does not return is in nobody's way."""

    def __init__(self) -> None:
        super().__init__(max_workers=_most_threads, thread_name_prefix="step")
        self._runs: dict[int, str] = {}
        self._guard = threading.Lock()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        token = current_attempt.get()
        if token is None:
            return super().submit(fn, *args, **kwargs)
        return super().submit(self._work, token, fn, args, kwargs)

    def threads_of(self, token: str) -> list[int]:
        with self._guard:
            return [thread for thread, run in self._runs.items() if run == token]

    def stop(self, token: str) -> bool:
        """Ends what works for a run as soon as it is back in Python code. True once nothing does."""
        with self._guard:
            own = [thread for thread, run in self._runs.items() if run == token]
            for thread in own:
                if not is_sending(sys._current_frames().get(thread)):
                    _raise_in(thread, RunStopped)
        return not own

    def _work(self, token: str, fn: Any, args: Any, kwargs: Any) -> Any:
        thread = threading.get_ident()
        with self._guard:
            self._runs[thread] = token
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
