"""What went wrong in user code, for people and for the log."""

from __future__ import annotations

import os
import re
import traceback

_own_folder = os.path.dirname(os.path.abspath(__file__))


class RunStopped(BaseException):
    """Thrown into code that does not stop by itself. User code's `except Exception` does not catch it."""


def cause_of(error: BaseException) -> BaseException:
    """Of a group, the first that failed."""
    inner = getattr(error, "exceptions", None)
    return cause_of(inner[0]) if isinstance(inner, (tuple, list)) and inner else error


def message_of(error: BaseException) -> str:
    """As the exception says it, without the address of a help page that the library appends."""
    text = _text(error)
    return re.sub(r"\n*For troubleshooting, visit:[\s\S]*$", "", text) or type(error).__name__


def sentence_of(error: BaseException) -> str:
    """The last line of a traceback, in one line."""
    first, *rest = message_of(error).split("\n")
    text = f"{first} {rest[0]}" if rest and first.endswith(":") else first
    name = type(error).__name__
    return text if text == name else f"{name}: {text}"


def stack_of(error: BaseException) -> str:
    """The traceback, from where it leaves our own code on."""
    try:
        told = traceback.TracebackException.from_exception(error)
        _without_own(told, set())
        return "".join(told.format()).rstrip()
    except Exception:
        # Exceptions of user code may fail to be shown.
        return f"{type(error).__name__}: {_text(error)}"


def line_within(directory: str, error: BaseException) -> str | None:
    """Where in the project's own code an error comes from, as `lib/tools.py:12`; none where it does not say."""
    places = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        places.append((error.filename or "", error.lineno))
    root = os.path.realpath(directory) + os.sep
    for file, line in reversed(places):
        real = os.path.realpath(file)
        if real.startswith(root) and f"{os.sep}site-packages{os.sep}" not in real:
            return f"{real[len(root) :].replace(os.sep, '/')}:{line}"
    return None


def _without_own(told: traceback.TracebackException, seen: set[int]) -> None:
    if id(told) in seen:
        return
    seen.add(id(told))
    kept = [frame for frame in told.stack if not _is_own(frame.filename)]
    told.stack = traceback.StackSummary.from_list(kept)
    for inner in (told.__cause__, told.__context__, *(getattr(told, "exceptions", None) or ())):
        if inner is not None:
            _without_own(inner, seen)


def _is_own(file: str) -> bool:
    return file.startswith((_own_folder, "<frozen importlib"))


def _text(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return ""
