"""Sends a run's events in order and in batches."""

from __future__ import annotations

import asyncio

from ..channel import Channel
from ..protocol import EventMessage

_batch_bytes = 64 * 1024
_window_bytes = 1024 * 1024
"""How much may be on its way before the graph has to wait."""


class EventOutlet:
    """A flood waits here, in the process of its graph. All in the thread of the loop."""

    def __init__(self, channel: Channel, token: str) -> None:
        self._channel = channel
        self._token = token
        self._batch: list[EventMessage] = []
        self._batch_size = 0
        self._on_its_way = 0
        self._is_flush_planned = False
        self._has_room = asyncio.Event()
        self._has_room.set()

    async def add(self, event: EventMessage) -> None:
        """Returns at once while the parent keeps up, and otherwise when it has taken up enough."""
        self._batch.append(event)
        self._batch_size += len(event["event"]) + len(event["data"])
        if self._batch_size >= _batch_bytes:
            self.flush()
        elif not self._is_flush_planned:
            self._is_flush_planned = True
            asyncio.get_running_loop().call_soon(self._flush_as_planned)
        if not self._has_room.is_set():
            await self._has_room.wait()

    def flush(self) -> None:
        if not self._batch:
            return
        events, size = self._batch, self._batch_size
        self._batch, self._batch_size = [], 0
        self._on_its_way += size
        if self._on_its_way >= _window_bytes:
            self._has_room.clear()
        self._channel.send({"kind": "events", "token": self._token, "events": events, "bytes": size})

    def taken(self, size: int) -> None:
        """The parent has taken up so much, as it was told with the events."""
        self._on_its_way -= size
        if self._on_its_way < _window_bytes:
            self._has_room.set()

    def _flush_as_planned(self) -> None:
        self._is_flush_planned = False
        self.flush()
