"""Values that the graph library cannot store, told by the field that holds them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from langgraph.types import Interrupt, Send

_channel_words = {
    "__root__": "the state",
    "__start__": "the input of a graph",
    "__pregel_tasks": "what is sent to a step",
    "__interrupt__": "an interrupt",
    "__return__": "the result of a step",
    "__previous__": "what is kept for the next run",
}
"""Channels of the graph library, by what people know of them."""

_deepest = 100
_loop = object()
_depth = object()


class UnkeepableValueError(TypeError):
    """A value that cannot be stored as what it is."""


def unkeepable(name: str, value: Any, store: Callable[[Any], object]) -> UnkeepableValueError:
    """Says which part of the value of a channel `store` refuses."""
    path, part = _refused(value, store, [])
    what, advice = _words(part)
    words = _channel_words.get(name)
    if not words:
        where = f"“{name}{path}”"
    else:
        # The library keeps the questions of a step as one list.
        within = path.removeprefix("[0]").removeprefix(".")
        where = f"“{within}” of {words}" if within else words[0].upper() + words[1:]
    return UnkeepableValueError(f"{where} holds {what}, which cannot be stored as what it is. {advice}")


def _refused(value: Any, store: Callable[[Any], object], above: list[Any]) -> tuple[str, Any]:
    if any(one is value for one in above):
        return "", _loop
    if len(above) == _deepest:
        return "", _depth
    for place, part in _parts(value):
        try:
            store(part)
        except Exception:
            inner, found = _refused(part, store, [*above, value])
            return place + inner, found
    return "", value


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        yield from ((f".{key}", part) for key, part in value.items())
    elif isinstance(value, Interrupt):
        yield ".value", value.value
    elif isinstance(value, Send):
        yield ".arg", value.arg
    elif isinstance(value, (list, tuple, set, frozenset)):
        yield from ((f"[{at}]", part) for at, part in enumerate(value))
    elif hasattr(value, "__dict__") and not callable(value):
        yield from ((f".{key}", part) for key, part in vars(value).items())


def _words(value: Any) -> tuple[str, str]:
    if value is _loop:
        return "a reference to what it is in", "Let parts name each other by an id."
    if value is _depth:
        return "more within each other", "Keep it flatter, or as a text."
    if isinstance(value, int):
        return "a whole number of more than 64 bits", "Keep it as a text."
    if callable(value):
        kind = "a class" if isinstance(value, type) else "a function"
        return kind, "Keep functions outside the state, and in the state the name of what to call."
    return f"an object of the class {type(value).__name__}", "Keep what is in it."
