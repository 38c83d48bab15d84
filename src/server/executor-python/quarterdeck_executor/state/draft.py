"""A store for a saver that writes nothing."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future
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
        self._on_stored: dict[tuple[str, str], list[Any]] = {}
        """What was put on checkpoints that are stored, by their place: values by steps are read from there."""
        self.calls: list[dict[str, Any]] = []

    def ask(self, body: StoreCall) -> Future[Any]:
        if body["call"] not in ("put", "put-writes", "get", "ancestors"):
            return self._parent.ask(body)
        if body["call"] == "ancestors":
            return self._ancestors(body)
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
        return self._ask_parent(body)

    def _ancestors(self, body: StoreCall) -> Future[Any]:
        path: list[StoredCheckpoint] = []
        following: str | None = body["checkpoint_id"]
        while following is not None:
            drafted = _newest(self._drafted, {**body, "checkpoint_id": following})
            if drafted is None:
                return self._ask_parent({**body, "checkpoint_id": following}, path)
            path.append(drafted)
            following = drafted["parent_checkpoint_id"]
        return _done(path)

    def _ask_parent(self, body: StoreCall, first: Sequence[StoredCheckpoint] = ()) -> Future[Any]:
        answer: Future[Any] = Future()
        # Whoever leaves meanwhile does not take the answer away from the line that brings it.
        answer.set_running_or_notify_cancel()
        self._parent.ask(body).add_done_callback(
            lambda asked: self._pass_on(asked, answer, first, remembers=body["call"] == "get")
        )
        return answer

    def _pass_on(
        self,
        asked: Future[Any],
        answer: Future[Any],
        first: Sequence[StoredCheckpoint],
        *,
        remembers: bool,
    ) -> None:
        failure = CancelledError() if asked.cancelled() else asked.exception()
        if failure is not None:
            answer.set_exception(failure)
            return
        found = [
            {**stored, "writes": [*stored["writes"], *self._on_stored.get(_place_of(stored), [])]}
            for stored in asked.result() or []
        ]
        if remembers:
            self._read.extend(found)
        answer.set_result([*first, *found])

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
        place = _place_of(body)
        drafted = [own for own in self._drafted if _place_of(own) == place]
        for own in drafted:
            own["writes"] = [*own["writes"], *writes]
        if not drafted:
            self._on_stored.setdefault(place, []).extend(writes)
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


def _place_of(of: Any) -> tuple[str, str]:
    return of["checkpoint_ns"], of["checkpoint_id"]


def _done(result: Any) -> Future[Any]:
    answer: Future[Any] = Future()
    answer.set_result(result)
    return answer


def _in_text(typed: Typed) -> dict[str, str]:
    return {"type": typed["type"], "bytes": base64.b64encode(typed["bytes"]).decode()}
