"""What a run of a thread tells that is read by the streaming protocol: more than its caller has asked for."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from ..protocol import STREAMED_MARK

_Chunk = tuple[tuple[str, ...], str, Any]
_Named = tuple[str, tuple[str, ...]]
"""The kind of an event, and its namespace."""

POINTER = "pointer"
"""The mode of what announces values: which checkpoint they are of."""

_of_whole_run = ("messages", "custom", "tools", "events")
"""What is told of subgraphs without their names to who did not ask for them."""


def told_as_asked(
    mode: str, namespace: tuple[str, ...], is_within: bool, is_asked: bool
) -> Iterator[_Named]:
    """As what an event of the library is told to who asked for modes, if at all."""
    if is_asked and (is_within or not namespace):
        yield mode, namespace
    elif is_asked and mode in ("messages", "custom"):
        yield mode, ()


def told_whole(
    mode: str, namespace: tuple[str, ...], is_within: bool, is_asked: bool
) -> Iterator[_Named]:
    """The same where all is told: what was not asked for bears the mark."""
    if is_asked and (is_within or not namespace):
        yield mode, namespace
    elif is_asked and mode in _of_whole_run:
        yield mode, (STREAMED_MARK + namespace[0], *namespace[1:])
    else:
        yield STREAMED_MARK + mode, namespace


async def with_pointers(chunks: AsyncIterator[_Chunk]) -> AsyncIterator[_Chunk]:
    """The library tells the values of a step, and then of which checkpoint they are: here it is before them."""
    held: dict[tuple[str, ...], _Chunk] = {}
    failure: Exception | None = None
    try:
        async for chunk in chunks:
            namespace, mode, payload = chunk
            values = held.pop(namespace, None)
            if values and mode == "checkpoints":
                yield namespace, POINTER, _pointer_of(payload)
            if values:
                yield values
            if mode == "values" and not _is_pause(payload):
                held[namespace] = chunk
            else:
                yield chunk
    except Exception as error:
        failure = error
    for values in held.values():
        yield values
    if failure:
        raise failure


def _is_pause(payload: Any) -> bool:
    return isinstance(payload, dict) and "__interrupt__" in payload


def _pointer_of(payload: dict[str, Any]) -> dict[str, Any]:
    metadata = payload.get("metadata") or {}
    parent = _id_of(payload.get("parent_config"))
    return {
        "id": _id_of(payload.get("config")),
        **({} if parent is None else {"parent_id": parent}),
        "step": metadata.get("step"),
        "source": metadata.get("source"),
    }


def _id_of(config: Any) -> str | None:
    return config["configurable"].get("checkpoint_id") if config else None
