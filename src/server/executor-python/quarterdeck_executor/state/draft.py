"""A store for a saver that writes nothing."""

from __future__ import annotations

import base64
import json
from concurrent.futures import Future
from typing import Any

from ..channel import Store
from ..protocol import StoreCall, StoredCheckpoint, Typed


class DraftStore:
    """What is put is kept as a draft, and read again on top of what the parent has. So the parent can
    store all of it at once, or nothing."""

    def __init__(self, parent: Store) -> None:
        self._parent = parent
        self._drafted: list[StoredCheckpoint] = []
        self._read: list[StoredCheckpoint] = []
        self.calls: list[dict[str, Any]] = []

    def ask(self, body: StoreCall) -> Future[Any]:
        if body["call"] not in ("put", "put-writes", "get"):
            return self._parent.ask(body)
        if body["call"] == "get":
            return self._get(body)
        if body["call"] == "put":
            self._put(body)
        else:
            self._put_writes(body)
        return _done(None)

    def _get(self, body: StoreCall) -> Future[Any]:
        # A draft is younger than everything that is stored.
        own = _newest(self._drafted, body)
        if own:
            return _done([own])
        asked = self._parent.ask(body)
        asked.add_done_callback(self._remember)
        return asked

    def _remember(self, asked: Future[Any]) -> None:
        if not asked.cancelled() and not asked.exception():
            self._read.extend(asked.result() or [])

    def _put(self, body: StoreCall) -> None:
        versions = json.loads(body["checkpoint"])["channel_versions"]
        written = {blob["channel"] for blob in body["blobs"]}
        parent = self._find(body, body["parent_checkpoint_id"])
        # A channel that was not written keeps the value that it had.
        kept = [
            blob
            for blob in (parent["blobs"] if parent else [])
            if blob["channel"] in versions and blob["channel"] not in written
        ]
        fresh = [
            {"channel": blob["channel"], **blob["value"]} for blob in body["blobs"] if blob["value"]
        ]
        names = ("checkpoint_ns", "checkpoint_id", "parent_checkpoint_id", "checkpoint", "metadata")
        own: Any = {name: body[name] for name in names}
        self._drafted.append({**own, "blobs": [*kept, *fresh], "writes": []})
        blobs = [
            {**blob, "value": blob["value"] and _in_text(blob["value"])} for blob in body["blobs"]
        ]
        self.calls.append({**body, "blobs": blobs})

    def _put_writes(self, body: StoreCall) -> None:
        writes = [{**write, "task_id": body["task_id"]} for write in body["writes"]]
        for own in self._drafted:
            if (own["checkpoint_ns"], own["checkpoint_id"]) == (
                body["checkpoint_ns"],
                body["checkpoint_id"],
            ):
                own["writes"] = [*own["writes"], *writes]
        in_text = [{**write, **_in_text(write)} for write in body["writes"]]
        self.calls.append({**body, "writes": in_text})

    def _find(self, body: StoreCall, checkpoint_id: str | None) -> StoredCheckpoint | None:
        """A checkpoint that others are put on. The graph has mostly read it before."""
        if checkpoint_id is None:
            return None
        place = {"checkpoint_ns": body["checkpoint_ns"], "checkpoint_id": checkpoint_id}
        known = _newest(self._drafted, place) or _newest(self._read, place)
        if known:
            return known
        found = self._get({"call": "get", **place}).result()
        return found[0] if found else None


def _newest(known: list[StoredCheckpoint], place: dict[str, Any]) -> StoredCheckpoint | None:
    for stored in reversed(known):
        if stored["checkpoint_ns"] != place["checkpoint_ns"]:
            continue
        if place["checkpoint_id"] in (None, stored["checkpoint_id"]):
            return stored
    return None


def _done(result: Any) -> Future[Any]:
    answer: Future[Any] = Future()
    answer.set_result(result)
    return answer


def _in_text(typed: Typed) -> dict[str, str]:
    return {"type": typed["type"], "bytes": base64.b64encode(typed["bytes"]).decode()}
