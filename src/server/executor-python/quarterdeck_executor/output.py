"""Marks what user code prints with the attempt that it was printed in."""

from __future__ import annotations

import io
import logging
import sys
import threading
from contextvars import ContextVar
from typing import Any

from .protocol import OUTPUT_MARK

current_attempt: ContextVar[str | None] = ContextVar("current_attempt", default=None)
"""The token of the attempt on whose behalf code works, also in the threads of its steps."""

_longest_rest = 16_000


class MarkedStream(io.TextIOBase):
    """A text stream over another one that passes whole lines on, each with its attempt. `print` writes a line
    in several parts, and several runs and threads print at once: what has no end yet is kept for each of them."""

    def __init__(self, plain: Any) -> None:
        self._plain = plain
        self._rests: dict[tuple[str | None, int], str] = {}
        self._lock = threading.RLock()

    @property
    def buffer(self) -> Any:
        return self._plain.buffer

    @property
    def encoding(self) -> str:
        return "utf-8"

    def fileno(self) -> int:
        return self._plain.fileno()

    def isatty(self) -> bool:
        return False

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        token = current_attempt.get()
        place = (token, threading.get_ident())
        with self._lock:
            *lines, rest = (self._rests.pop(place, "") + text).split("\n")
            if len(rest) > _longest_rest:
                lines, rest = [*lines, rest], ""
            if rest:
                self._rests[place] = rest
            if lines:
                self._put(token, lines)
        return len(text)

    def finish(self, token: str | None) -> None:
        """Passes on what an attempt has printed without an end of the line."""
        with self._lock:
            rests = [self._rests.pop(place) for place in list(self._rests) if place[0] == token]
            if rests:
                self._put(token, rests)

    def _put(self, token: str | None, lines: list[str]) -> None:
        mark = "" if token is None else f"{OUTPUT_MARK}{token}{OUTPUT_MARK}"
        text = "".join(f"{mark}{line}\n" for line in lines)
        self._plain.buffer.write(text.encode("utf-8", "backslashreplace"))
        self._plain.buffer.flush()


def mark_output() -> list[MarkedStream]:
    """Replaces standard output and error. Before user code is imported: loggers keep the stream they meet."""
    sys.stdout, sys.stderr = streams = [MarkedStream(sys.stdout), MarkedStream(sys.stderr)]
    # Classes of a project are revived as they were stored; the library warns of each, as of a fault.
    logging.getLogger("langgraph.checkpoint.serde.jsonplus").addFilter(
        lambda record: not str(record.msg).startswith("Deserializing unregistered type")
    )
    return streams
