"""Ends runs that were stopped, wherever their code is."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
from types import FrameType
from typing import Any
from weakref import WeakKeyDictionary

from ..failures import RunStopped
from ..output import current_attempt
from .run_threads import RunThreads, is_sending

_every_seconds = 0.1
_beat_seconds = 0.2
_told_after_seconds = 2.0
_keeping_seconds = 1.0
"""So long it may take until what steps have left is sent off, once their run is stopped."""

_keeping = ("_checkpointer_put_after_previous", "aput", "aput_writes")
"""What the library keeps checkpoints and results with, beside the steps."""
_signal = signal.SIGURG


class Stopping:
    """Work that waits is cancelled, again and again, since code may swallow that. Threads get an exception.
    When the loop does not come back, a signal breaks in where the main thread is, if that belongs to a
    run that is to stop. Code that never comes back to Python is left to the parent, who ends the process.

    Made in the main thread.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, threads: RunThreads) -> None:
        self._loop = loop
        self._threads = threads
        self._runs: dict[str, float] = {}
        """Since when each is to stop, by the token of its attempt."""
        self._tasks: WeakKeyDictionary[asyncio.Task[Any], str] = WeakKeyDictionary()
        self._main = threading.main_thread().ident or 0
        self._is_asked = threading.Event()
        loop.set_task_factory(self._task)
        signal.signal(_signal, self._break_in)
        threading.Thread(target=self._watch, daemon=True).start()

    def stop(self, token: str) -> None:
        """From any thread."""
        self._runs.setdefault(token, time.monotonic())
        self._loop.call_soon_threadsafe(self._cancel, token)
        self._is_asked.set()

    def done(self, token: str) -> None:
        """Nothing of the run is waited for any more; what it left in threads is ended still."""
        self._runs.pop(token, None)
        if self._threads.threads_of(token):
            self._end_threads(token)

    def _task(
        self, loop: asyncio.AbstractEventLoop, coroutine: Any, **options: Any
    ) -> asyncio.Task[Any]:
        context = options.get("context")
        task = asyncio.Task(coroutine, loop=loop, **options)
        token = context.get(current_attempt) if context is not None else current_attempt.get()
        if token is not None:
            self._tasks[task] = token
        return task

    def _cancel(self, token: str) -> None:
        if token not in self._runs:
            return
        may_keep = 0 <= time.monotonic() - self._runs[token] < _keeping_seconds
        for task in self._at_work(token):
            if not (may_keep and _is_keeping(task)):
                task.cancel()
        self._loop.call_later(_every_seconds, self._cancel, token)

    async def kept(self, token: str) -> None:
        """Returns when what the steps of a stopped run had left is sent off, or takes too long."""
        if keeping := [task for task in self._at_work(token) if _is_keeping(task)]:
            await asyncio.wait(keeping, timeout=_keeping_seconds)

    def _at_work(self, token: str) -> list[asyncio.Task[Any]]:
        return [task for task, run in self._tasks.items() if run == token and not task.done()]

    def _end_threads(self, token: str, tries: int = 100) -> None:
        if not self._threads.stop(token) and tries > 0:
            self._loop.call_later(_every_seconds, self._end_threads, token, tries - 1)

    def _watch(self) -> None:
        while True:
            self._is_asked.wait()
            beat = threading.Event()
            self._loop.call_soon_threadsafe(beat.set)
            if not beat.wait(_beat_seconds) and self._runs:
                signal.pthread_kill(self._main, _signal)
            self._tell_stuck()
            if not self._runs:
                self._is_asked.clear()
            time.sleep(_every_seconds)

    def _tell_stuck(self) -> None:
        now = time.monotonic()
        for token, since in list(self._runs.items()):
            if now - since < _told_after_seconds:
                continue
            self._runs[token] = float("inf")
            place = _place_of(sys._current_frames().get(self._main))
            # A line of that run.
            before = current_attempt.set(token)
            print(f"The run does not stop; its process is at {place}.", file=sys.stderr)
            current_attempt.reset(before)

    def _break_in(self, _number: int, frame: FrameType | None) -> None:
        """In the main thread, wherever it is."""
        try:
            task = asyncio.current_task(self._loop)
        except RuntimeError:
            return
        if task is not None and self._tasks.get(task) in self._runs and not is_sending(frame):
            raise RunStopped("The run was stopped.")


def _is_keeping(task: asyncio.Task[Any]) -> bool:
    work: Any = task.get_coro()
    # With a limit of what is at work at a time it is within another one.
    within = getattr(work, "cr_frame", None)
    inner = within.f_locals.get("coro") if within else None
    return getattr(inner or work, "__name__", "") in _keeping


def _place_of(frame: FrameType | None) -> str:
    if frame is None:
        return "an unknown place"
    code = frame.f_code
    return f"{os.path.basename(code.co_filename)}:{frame.f_lineno} in {code.co_name}"
