"""Long answers go in parts, each when the one before was taken: neither the line nor the parent ever holds
a whole one, and others are answered in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from .channel import Channel

_part_length = 256 * 1024


class AnswerParts:
    """All in the thread of the loop."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._waiting: dict[str, asyncio.Future[bool]] = {}

    async def send_all_but_last(self, number: str, pieces: str | AsyncIterator[str]) -> str:
        """Returns the last part. Of an answer that nobody waits for any more the rest is left out."""
        held = ""
        async for piece in _listed(pieces):
            held += piece
            at = 0
            while len(held) - at > _part_length:
                if not await self._taken(number, held[at : at + _part_length]):
                    return ""
                at += _part_length
            held = held[at:]
        return held

    def more(self, number: str, is_wanted: bool) -> None:
        waiting = self._waiting.pop(number, None)
        if waiting and not waiting.done():
            waiting.set_result(is_wanted)

    async def _taken(self, number: str, text: str) -> bool:
        waiting = self._waiting[number] = asyncio.get_running_loop().create_future()
        self._channel.send({"kind": "part", "id": number, "text": text})
        return await waiting


async def _listed(pieces: str | AsyncIterator[str]) -> AsyncIterator[str]:
    if isinstance(pieces, str):
        yield pieces
        return
    async for piece in pieces:
        yield piece
