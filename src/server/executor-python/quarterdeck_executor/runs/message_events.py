"""The three events of the mode `messages`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from langchain_core.messages import BaseMessage, BaseMessageChunk
from langchain_core.messages.utils import message_chunk_to_message

Told = tuple[str, tuple[str, ...], Any]
"""One event: its kind, the namespace of the subgraph that it comes from, and its data."""


class MessageEvents:
    """`messages/metadata` before the first part of a message, `messages/partial` with all that there is
    of it so far, `messages/complete` once it is in the state. Each message is completed once, under
    the namespace that its parts had."""

    def __init__(self, known_ids: Iterable[str]) -> None:
        """`known_ids`: messages of the thread before the run; they are not told again."""
        self._begun: dict[str, tuple[BaseMessageChunk, tuple[str, ...]]] = {}
        self._done = set(known_ids)

    def of_part(self, namespace: tuple[str, ...], part: Any) -> Iterator[Told]:
        """A message or a piece of one, with its metadata, as the library's mode `messages` has it."""
        message, metadata = part
        if not isinstance(message, BaseMessage):
            return
        if not isinstance(message, BaseMessageChunk):
            yield from self._complete(namespace, [message])
            return
        key = str(message.id)
        before = self._begun.get(key)
        whole: Any = before[0] + message if before else message
        self._begun[key] = (whole, before[1] if before else namespace)
        if before and _is_closing(message):
            return
        if not before:
            yield "messages/metadata", namespace, {key: {"metadata": metadata}}
        yield "messages/partial", namespace, [message_chunk_to_message(whole)]

    def of_values(self, namespace: tuple[str, ...], values: Any) -> Iterator[Told]:
        """The state after a step, or after the input."""
        messages = values.get("messages") if isinstance(values, dict) else None
        if isinstance(messages, list):
            kept = [message for message in messages if isinstance(message, BaseMessage)]
            yield from self._complete(namespace, kept)

    def _complete(self, namespace: tuple[str, ...], messages: list[BaseMessage]) -> Iterator[Told]:
        """One event for those that follow each other under the same namespace."""
        groups: list[tuple[tuple[str, ...], list[BaseMessage]]] = []
        for message in messages:
            key = str(message.id)
            if key in self._done:
                continue
            self._done.add(key)
            begun = self._begun.pop(key, None)
            own = begun[1] if begun else namespace
            if groups and groups[-1][0] == own:
                groups[-1][1].append(message)
            else:
                groups.append((own, [message]))
        for own, group in groups:
            yield "messages/complete", own, group


def _is_closing(message: Any) -> bool:
    """The library ends each streamed message with a piece that may hold nothing."""
    said = (message.content, getattr(message, "tool_call_chunks", None))
    return not any(said) and getattr(message, "usage_metadata", None) is None
