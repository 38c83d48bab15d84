"""Lets the steps of a run begin only while it is certainly its server's."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from langchain_core.callbacks import BaseCallbackHandler

from ..protocol import LeaseSpan

_step_tag = "graph:step:"


class StepLease(BaseCallbackHandler):
    """A server that was paused, or is cut off from the database, may have lost the run to another one, which
    makes that step itself: until it answers, nothing begins. Graphs within a step may begin theirs in threads."""

    # The step waits for it.
    run_inline = True

    def __init__(self, span: LeaseSpan, ask: Callable[[], None]) -> None:
        """`ask`: asks the server, which answers by `held`."""
        self._span = span
        self._ask = ask
        self._lock = threading.Lock()
        self._asked_at = 0.0
        self._waiting: list[Future[None]] = []
        """For the answer; there is none to a run that was stopped."""

    def held(self, for_ms: float) -> None:
        """The answer: for so many ms after it was asked, since nobody knows how long it was on its way. In the
        receiving thread, as the loop may be kept busy by a step that waits."""
        with self._lock:
            self._span = {"from": self._asked_at, "until": self._asked_at + for_ms}
            waiting, self._waiting = self._waiting, []
        for one in waiting:
            if one.set_running_or_notify_cancel():
                one.set_result(None)

    async def on_chain_start(self, serialized: Any, inputs: Any, **told: Any) -> None:
        if not any(tag.startswith(_step_tag) for tag in told.get("tags") or ()):
            return
        while (answer := self._to_wait_for()) is not None:
            await asyncio.wrap_future(answer)

    def _to_wait_for(self) -> Future[None] | None:
        with self._lock:
            now = time.time() * 1000
            if self._span["from"] <= now < self._span["until"]:
                return None
            answer: Future[None] = Future()
            self._waiting.append(answer)
            if is_first := len(self._waiting) == 1:
                self._asked_at = now
        if is_first:
            self._ask()
        return answer
