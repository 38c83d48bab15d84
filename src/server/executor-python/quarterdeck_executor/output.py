"""Marks what user code prints with the attempt that it was printed in, and with the level that a logger gave it."""

from __future__ import annotations

import io
import logging
import sys
import threading
from contextvars import ContextVar
from typing import Any, Union

from .protocol import OUTPUT_MARK

current_attempt: ContextVar[str | None] = ContextVar("current_attempt", default=None)
"""The token of the attempt on whose behalf code works, also in the threads of its steps."""

_current_level: ContextVar[str | None] = ContextVar("current_level", default=None)
"""Of the record that a handler of the standard library is writing."""

_longest_rest = 16_000
_Place = tuple[Union[str, None], int, Union[str, None]]
"""The attempt, the thread and the level that a line is of."""


class MarkedStream(io.TextIOBase):
    """A text stream over another one that passes whole lines on, each with its attempt. `print` writes a line
    in several parts, and several runs and threads print at once: what has no end yet is kept for each of them."""

    def __init__(self, plain: Any) -> None:
        self._plain = plain
        self._rests: dict[_Place, str] = {}
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
        place = (current_attempt.get(), threading.get_ident(), _current_level.get())
        with self._lock:
            *lines, rest = (self._rests.pop(place, "") + text).split("\n")
            if len(rest) > _longest_rest:
                lines, rest = [*lines, rest], ""
            if rest:
                self._rests[place] = rest
            if lines:
                self._put(place, lines)
        return len(text)

    def finish(self, token: str | None) -> None:
        """Passes on what an attempt has printed without an end of the line."""
        with self._lock:
            for place in [place for place in self._rests if place[0] == token]:
                self._put(place, [self._rests.pop(place)])

    def _put(self, place: _Place, lines: list[str]) -> None:
        token, _, level = place
        known = (token or "") + (f":{level}" if level else "")
        mark = f"{OUTPUT_MARK}{known}{OUTPUT_MARK}" if known else ""
        text = "".join(f"{mark}{line}\n" for line in lines)
        self._plain.buffer.write(text.encode("utf-8", "backslashreplace"))
        self._plain.buffer.flush()


def mark_output() -> list[MarkedStream]:
    """Replaces standard output and error. Before user code is imported: loggers keep the stream they meet."""
    sys.stdout, sys.stderr = streams = [MarkedStream(sys.stdout), MarkedStream(sys.stderr)]
    _tell_levels()
    # Classes of a project are revived as they were stored; the library warns of each, as of a fault.
    logging.getLogger("langgraph.checkpoint.serde.jsonplus").addFilter(
        lambda record: not str(record.msg).startswith("Deserializing unregistered type")
    )
    return streams


def tell_loggers(level: str) -> None:
    """What the project's loggers say is in the log, from a level on; INFO for a word that is none. To be called once
    its modules are imported: one that has set up its logging is left as it is.
    """
    if logging.getLogger().handlers:
        return
    named = logging.getLevelName(level.strip().upper())
    logging.basicConfig(format="%(message)s", level=named if isinstance(named, int) else logging.INFO)


def _tell_levels() -> None:
    """Whatever handler of the standard library writes a record, and in whatever form, its lines are of the record's
    level: standard error alone says no more than that it is no output."""
    handle = logging.Handler.handle

    def handle_with_level(handler: logging.Handler, record: logging.LogRecord) -> Any:
        before = _current_level.set(_level_of(record))
        try:
            return handle(handler, record)
        finally:
            _current_level.reset(before)

    logging.Handler.handle = handle_with_level  # type: ignore[method-assign]


def _level_of(record: logging.LogRecord) -> str:
    """A project may name levels of its own, and number them between these."""
    names = ("CRITICAL", "ERROR", "WARNING", "INFO")
    return next((name for name in names if record.levelno >= getattr(logging, name)), "DEBUG")
