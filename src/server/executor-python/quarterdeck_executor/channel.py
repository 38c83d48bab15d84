"""The executor's line to the agent server."""

from __future__ import annotations

import asyncio
import fcntl
import os
import secrets
import signal
import socket
import threading
import traceback
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol

from .frames import frame_limit, frame_of, head_length, lengths_of, message_of
from .protocol import ChildMessage, ParentMessage, StoreCall


class StoreError(Exception):
    """The parent's sentence, e.g. when the run is not the parent's any more."""


class Store(Protocol):
    """Who answers what savers and stores ask."""

    def ask(self, body: StoreCall) -> Future[Any]: ...


class WorkStore:
    """The parent's store, as far as the work reaches that it has given with a token."""

    def __init__(self, channel: Channel, token: str) -> None:
        self._channel = channel
        self._token = token

    def ask(self, body: StoreCall) -> Future[Any]:
        return self._channel.ask(body, self._token)


def claim_line(descriptor: int) -> socket.socket:
    """Moves the line to where user code that closes low descriptors, and its subprocesses, do not meet it."""
    high = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 100)
    os.close(descriptor)
    return socket.socket(fileno=high)


class Channel:
    """Sends from any thread. A thread of its own receives, so that answers of the store, aborts and the
    end of the parent are noticed while user code keeps the main thread busy."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._waiting: dict[str, Future[Any]] = {}
        self._lock = threading.Lock()
        self._backlog: deque[memoryview] = deque()
        self._has_backlog = threading.Condition(self._lock)
        # A copy of this process that user code makes is not the executor.
        os.register_at_fork(after_in_child=line.close)

    def start(self, on_message: Callable[[ParentMessage], None]) -> None:
        """`on_message` gets, in the receiving thread, everything that is no answer of the store."""
        threading.Thread(target=self._receive, args=(on_message,), daemon=True).start()
        threading.Thread(target=self._write, daemon=True).start()

    def send(self, message: ChildMessage) -> None:
        self._send(frame_of(message))

    def _send(self, whole: bytes) -> None:
        frame = memoryview(whole)
        with self._lock:
            if not self._backlog:
                frame = frame[self._sent_now(frame) :]
            if frame:
                self._backlog.append(frame)
                self._has_backlog.notify()

    def ask(self, body: StoreCall, token: str | None = None) -> Future[Any]:
        """Asks the parent's store; fails with a StoreError. Without a token it is asked for items only."""
        future: Future[Any] = Future()
        # Nobody can take the answer for another's by a guess.
        name = secrets.token_hex(16)
        with self._lock:
            self._waiting[name] = future
        own = {} if token is None else {"token": token}
        frame = frame_of({"kind": "store", "id": name, **own, "body": body})
        if len(frame) > frame_limit:
            with self._lock:
                del self._waiting[name]
            size = f"{len(frame) / 1024**2:.0f} MB"
            future.set_exception(StoreError(f"A step would leave {size}, more than can be stored."))
        else:
            self._send(frame)
        return future

    def _sent_now(self, frame: memoryview) -> int:
        try:
            return self._line.send(frame, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return 0
        except OSError:
            _end()

    def _write(self) -> None:
        """Writes what a parent that is slow to read did not take at once."""
        while True:
            with self._lock:
                while not self._backlog:
                    self._has_backlog.wait()
                frame = self._backlog[0]
            try:
                self._line.sendall(frame)
            except OSError:
                _end()
            with self._lock:
                self._backlog.popleft()

    def _receive(self, on_message: Callable[[ParentMessage], None]) -> None:
        try:
            self._receive_all(on_message)
        except BaseException:
            traceback.print_exc()
            # Nobody would hear of anything any more.
            _end()

    def _receive_all(self, on_message: Callable[[ParentMessage], None]) -> None:
        while True:
            length, json_length = lengths_of(self._read(head_length))
            message = message_of(self._read(length), json_length)
            kind = message["kind"]
            if kind not in ("stored", "store-failed"):
                on_message(message)
                continue
            with self._lock:
                asked = self._waiting.pop(message["id"], None)
            # Nobody waits any more where a run was stopped.
            if asked is None or not asked.set_running_or_notify_cancel():
                continue
            if kind == "stored":
                asked.set_result(message["result"])
            else:
                asked.set_exception(StoreError(message["message"]))

    def _read(self, length: int) -> bytes:
        pieces = bytearray(length)
        view = memoryview(pieces)
        read = 0
        while read < length:
            try:
                got = self._line.recv_into(view[read:])
            except OSError:
                # A parent that was killed with unread data leaves a reset, not an end.
                got = 0
            if got == 0:
                _end()
            read += got
        return bytes(pieces)


def _end() -> Any:
    """Without a parent there is nobody to work for: ends this process with all that the agent started."""
    if os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


async def answered(asked: Future[Any]) -> Any:
    """Waits without keeping up the loop."""
    return await asyncio.wrap_future(asked)
