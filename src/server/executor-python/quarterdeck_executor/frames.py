"""Frames: how messages travel. See docs/executor-protocol.md.

`length of all that follows | length of the JSON | JSON | raw bytes`, the two numbers in four bytes
each, big endian. Bytes stand in the raw part, and in the JSON as `{"$bytes": [offset, length]}`; long texts
of events and states likewise, as UTF-8, as `{"$text": [offset, length]}`.
"""

from __future__ import annotations

import json
import re
import struct
from typing import Any

import orjson

_head = struct.Struct(">II")
head_length = _head.size


_many_digits = re.compile(rb"\d{19}")
_long_text = 64 * 1024
frame_limit = 256 * 1024 * 1024
"""More than this the parent does not read."""


class _LongText:
    def __init__(self, text: str) -> None:
        self.text = text


def frame_of(message: dict[str, Any]) -> bytes:
    """The frame of a message. Bytes in it may stand anywhere."""
    raw: list[bytes] = []
    offset = 0

    def moved(value: object) -> dict[str, list[int]]:
        nonlocal offset
        if isinstance(value, _LongText):
            name, piece = "$text", value.text.encode("utf-8", "replace")
        elif isinstance(value, (bytes, bytearray, memoryview)):
            name, piece = "$bytes", bytes(value)
        else:
            raise TypeError(f"{type(value).__name__} is no part of a message")
        raw.append(piece)
        offset += len(piece)
        return {name: [offset - len(piece), len(piece)]}

    message = _with_long_texts(message)

    try:
        text = orjson.dumps(message, default=moved)
    except orjson.JSONEncodeError:
        raw.clear()
        offset = 0
        text = json.dumps(_whole(message), default=moved, separators=(",", ":")).encode()
    return b"".join([_head.pack(4 + len(text) + offset, len(text)), text, *raw])


def _with_long_texts(message: dict[str, Any]) -> dict[str, Any]:
    """JSON text within JSON would be written, and read by the parent, letter by letter."""
    if message["kind"] == "events" and any(len(one["data"]) > _long_text for one in message["events"]):
        events = [{**one, "data": _long(one["data"])} for one in message["events"]]
        return {**message, "events": events}
    snapshot = message["end"]["snapshot"] if message["kind"] == "ended" else None
    if snapshot:
        snapshot = {**snapshot, "values": _long(snapshot["values"])}
        return {**message, "end": {**message["end"], "snapshot": snapshot}}
    return message


def _long(text: str) -> str | _LongText:
    return _LongText(text) if len(text) > _long_text else text


def lengths_of(head: bytes) -> tuple[int, int]:
    """Of the first bytes of a frame: how many come after them, and how many of these are JSON."""
    length, json_length = _head.unpack(head)
    return length - 4, json_length


def message_of(rest: bytes, json_length: int) -> dict[str, Any]:
    """What follows the first bytes of a frame. Only checkpoints, and bodies of requests, come with bytes."""
    message = _read(rest[:json_length])
    raw = memoryview(rest)[json_length:]
    if message["kind"] == "app-body" and message["chunk"] is not None:
        message["chunk"] = _bytes_at(message["chunk"], raw)
    if message["kind"] == "stored":
        for stored in message["result"] or ():
            if not isinstance(stored, dict) or "blobs" not in stored:
                continue
            for holder in (*stored["blobs"], *stored["writes"]):
                holder["bytes"] = _bytes_at(holder["bytes"], raw)
    return message


def _bytes_at(place: dict[str, list[int]], raw: memoryview) -> bytes:
    offset, length = place["$bytes"]
    return bytes(raw[offset : offset + length])


def _read(text: bytes) -> Any:
    # orjson rounds whole numbers of more than 64 bits.
    if not _many_digits.search(text):
        try:
            return orjson.loads(text)
        except orjson.JSONDecodeError:
            # JavaScript has halves of characters, which no text in Python can be kept with.
            pass
    return _whole(json.loads(text))


def _whole(value: Any) -> Any:
    """Without halves of characters."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if isinstance(value, dict):
        return {_whole(key): _whole(item) for key, item in value.items()}
    return value
