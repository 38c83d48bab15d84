"""A request that the project's app has in hand: what ASGI calls `receive` and `send`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

from ..protocol import AppRequest, ChildMessage
from .headers import sendable_header

Message = dict[str, Any]
Send = Callable[[ChildMessage], None]

_part_bytes = 1024 * 1024
_bare = (204, 205, 304)


class ClientLeft(OSError):
    """Ends an app that goes on answering."""

    def __init__(self) -> None:
        super().__init__("The client has left.")


class OpenRequest:
    """One part is on its way at a time, in each direction: the next when the one before was taken in."""

    def __init__(self, request: AppRequest, send: Send) -> None:
        self.has_left = False
        self.is_answered = False
        self._id = request["id"]
        self._is_head = request["method"] == "HEAD"
        self._tell = send
        self._parts: asyncio.Queue[bytes | None] = asyncio.Queue()
        """Of the body, None is its end."""
        self._is_asked = False
        self._is_read = False
        if not request["has_body"]:
            self._parts.put_nowait(None)
        self._end = asyncio.Event()
        self._sending = asyncio.Lock()
        self._taken: asyncio.Future[None] | None = None
        self._has_begun = False
        self._is_bare = False

    def body_came(self, part: bytes | None) -> None:
        self._is_asked = False
        self._parts.put_nowait(part)

    def was_taken(self) -> None:
        if self._taken and not self._taken.done():
            self._taken.set_result(None)

    def client_left(self) -> None:
        self.has_left = True
        self._finish()
        self.was_taken()

    async def receive(self) -> Message:
        if not self._is_read and not self._end.is_set():
            part = await self._next_part()
            if not self._end.is_set():
                self._is_read = part is None
                return {"type": "http.request", "body": part or b"", "more_body": part is not None}
        await self._end.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        async with self._sending:
            if self.has_left:
                raise ClientLeft
            if message["type"] == "http.response.start" and not self._has_begun:
                self._begin(int(message["status"]), message.get("headers") or ())
            elif message["type"] == "http.response.body" and self._has_begun and not self.is_answered:
                await self._go_on(message.get("body") or b"", bool(message.get("more_body")))
            else:
                raise RuntimeError(f"The app sent a {message['type']} where there is none.")

    async def _next_part(self) -> bytes | None:
        # Who waited before may have been cancelled.
        if self._parts.empty() and not self._is_asked:
            self._is_asked = True
            self._tell({"kind": "app-more", "id": self._id})
        return await self._parts.get()

    def _begin(self, status: int, headers: Any) -> None:
        self._is_bare = self._is_head or status in _bare
        told = [sendable_header(_text(name), _text(value)) for name, value in headers]
        self._has_begun = True
        self._tell(
            {
                "kind": "app-head",
                "id": self._id,
                "status": status,
                "headers": told,
                "has_body": not self._is_bare,
            }
        )

    async def _go_on(self, body: bytes, has_more: bool) -> None:
        if not self._is_bare:
            for part in _parts_of(body):
                await self._send_part(part)
            if not has_more:
                self._tell({"kind": "app-chunk", "id": self._id, "chunk": None})
        if not has_more:
            self.is_answered = True
            self._finish()

    def _finish(self) -> None:
        """Whoever waits for more of the body is told as well."""
        self._end.set()
        self._parts.put_nowait(None)

    async def _send_part(self, part: bytes) -> None:
        self._taken = asyncio.get_running_loop().create_future()
        self._tell({"kind": "app-chunk", "id": self._id, "chunk": part})
        await self._taken
        if self.has_left:
            raise ClientLeft


def _parts_of(body: bytes) -> Iterator[bytes]:
    for at in range(0, len(body), _part_bytes):
        yield body[at : at + _part_bytes]


def _text(value: bytes) -> str:
    return bytes(value).decode("latin-1")
