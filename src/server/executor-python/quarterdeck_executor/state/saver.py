"""A thread's state, kept by the agent server."""

from __future__ import annotations

import json
import secrets
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    WRITES_IDX_MAP,
    BaseCheckpointSaver,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    get_checkpoint_id,
)
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from ..channel import Store, answered
from ..protocol import StoreCall, StoredCheckpoint, StoredWrite, Typed
from ..wire_json import wire_json
from .delta_history import DeltaHistory
from .keepable import unkeepable

_page_size = 20
_serializer = JsonPlusSerializer()
_notes = {*WRITES_IDX_MAP, "__error_source_node__"}


class ForeignThreadError(Exception):
    """The thread was written by a graph of the other language."""

    def __init__(self) -> None:
        super().__init__(
            "This thread was written by a JavaScript graph, and a Python graph cannot go on with it. Start a new thread."
        )


class ThreadSaver(BaseCheckpointSaver[str]):
    """One saver serves one run or one reader: it reaches what `store` reaches, whatever a config
    says. Versions are unique, so that no branch meets the values of another one. Everything can be
    asked from the loop and from threads: a step may run a graph of its own by `invoke`."""

    def __init__(self, store: Store, thread_id: str, stamp: dict[str, Any] | None = None) -> None:
        """`stamp` is added to the metadata of every checkpoint."""
        super().__init__(serde=_serializer)
        self._store = store
        self._thread_id = thread_id
        self._stamp = stamp or {}
        self.on_read: Callable[[dict[str, Any]], None] = lambda _values: None
        """Told the values of every checkpoint that is read."""
        self.hides_results = False
        """Checkpoints are read as if none of the steps after them had left a result."""
        self.had_to_hide = False
        """What was read last was read in that way, since it could not be read otherwise."""

    def get_next_version(self, current: str | None, channel: None) -> str:
        counter = 0 if current is None else int(str(current).split(".")[0])
        return f"{counter + 1:016}.{secrets.token_hex(8)}"

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return self._first(self._store.ask(self._get(config)).result())

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return self._first(await answered(self._store.ask(self._get(config))))

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        pages = _Pages(self._list(config, filter, before), limit)
        while call := pages.next_call():
            for stored in pages.took(self._store.ask(call).result()):
                yield self._tuple(stored)

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        pages = _Pages(self._list(config, filter, before), limit)
        while call := pages.next_call():
            for stored in pages.took(await answered(self._store.ask(call))):
                yield self._tuple(stored)

    def get_delta_channel_history(
        self, *, config: RunnableConfig, channels: Sequence[str]
    ) -> dict[str, Any]:
        """As the library's own, which reads checkpoint after checkpoint, each with all that it has."""
        history = self._history(self.get_tuple(config) if channels else None, channels)
        while call := history.next_call():
            history.took(self._store.ask(call).result())
        self.on_read(history.kept())
        return history.found()

    async def aget_delta_channel_history(
        self, *, config: RunnableConfig, channels: Sequence[str]
    ) -> dict[str, Any]:
        history = self._history(await self.aget_tuple(config) if channels else None, channels)
        while call := history.next_call():
            history.took(await answered(self._store.ask(call)))
        self.on_read(history.kept())
        return history.found()

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: dict[str, Any],
    ) -> RunnableConfig:
        self._store.ask(self._put(config, checkpoint, metadata, new_versions)).result()
        return self._config(_namespace_of(config), checkpoint["id"])

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: dict[str, Any],
    ) -> RunnableConfig:
        await answered(self._store.ask(self._put(config, checkpoint, metadata, new_versions)))
        return self._config(_namespace_of(config), checkpoint["id"])

    def put_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        self._store.ask(self._put_writes(config, writes, task_id, task_path)).result()

    async def aput_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        call = self._put_writes(config, writes, task_id, task_path)
        await answered(self._store.ask(call))

    def delete_thread(self, thread_id: str) -> None:
        raise PermissionError("A graph cannot delete the thread that it runs on.")

    async def adelete_thread(self, thread_id: str) -> None:
        self.delete_thread(thread_id)

    def _get(self, config: RunnableConfig) -> StoreCall:
        return {
            "call": "get",
            "checkpoint_ns": _namespace_of(config),
            "checkpoint_id": get_checkpoint_id(config) or None,
        }

    def _history(self, target: CheckpointTuple | None, channels: Sequence[str]) -> DeltaHistory:
        parent = target.parent_config if target else None
        checkpoint_id = get_checkpoint_id(parent) if parent else None
        return DeltaHistory(_namespace_of(parent or {}), checkpoint_id, channels, self._revived)

    def _list(
        self,
        config: RunnableConfig | None,
        filter: dict[str, Any] | None,
        before: RunnableConfig | None,
    ) -> StoreCall:
        configurable = (config or {}).get("configurable", {})
        return {
            "call": "list",
            "checkpoint_ns": configurable.get("checkpoint_ns"),
            "checkpoint_id": (get_checkpoint_id(config) or None) if config else None,
            "before": (get_checkpoint_id(before) or None) if before else None,
            "filter": wire_json(filter) if filter else None,
        }

    def _put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: dict[str, Any],
    ) -> StoreCall:
        rest: dict[str, Any] = dict(checkpoint)
        values = rest.pop("channel_values")
        return {
            "call": "put",
            "checkpoint_ns": _namespace_of(config),
            "checkpoint_id": checkpoint["id"],
            "parent_checkpoint_id": get_checkpoint_id(config) or None,
            "checkpoint": wire_json(rest),
            "metadata": wire_json({**metadata, **self._stamp}),
            "blobs": [
                {
                    "channel": channel,
                    "version": str(version),
                    "value": self._typed(channel, values[channel]) if channel in values else None,
                }
                for channel, version in new_versions.items()
            ],
        }

    def _put_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str,
    ) -> StoreCall:
        return {
            "call": "put-writes",
            "checkpoint_ns": _namespace_of(config),
            "checkpoint_id": get_checkpoint_id(config),
            "task_id": task_id,
            "task_path": task_path,
            "writes": [
                {"idx": WRITES_IDX_MAP.get(channel, index), "channel": channel, **self._typed(channel, _plain_error(value))}
                for index, (channel, value) in enumerate(writes)
            ],
        }

    def _first(self, found: list[StoredCheckpoint] | None) -> CheckpointTuple | None:
        return self._tuple(found[0]) if found else None

    def _tuple(self, stored: StoredCheckpoint) -> CheckpointTuple:
        values = {blob["channel"]: self._revived(blob) for blob in stored["blobs"]}
        self.on_read(values)
        parent = stored["parent_checkpoint_id"]
        namespace = stored["checkpoint_ns"]
        return CheckpointTuple(
            config=self._config(namespace, stored["checkpoint_id"]),
            checkpoint={**json.loads(stored["checkpoint"]), "channel_values": values},
            metadata=json.loads(stored["metadata"]),
            parent_config=self._config(namespace, parent) if parent else None,
            pending_writes=[
                (write["task_id"], write["channel"], self._revived(write))
                for write in _without_answered(stored["writes"])
                if write["channel"] in _notes or not self.hides_results
            ],
        )

    def _config(self, namespace: str, checkpoint_id: str) -> RunnableConfig:
        return {
            "configurable": {
                "thread_id": self._thread_id,
                "checkpoint_ns": namespace,
                "checkpoint_id": checkpoint_id,
            }
        }

    def _typed(self, channel: str, value: Any) -> Typed:
        try:
            kind, data = self.serde.dumps_typed(value)
        except Exception as error:
            raise unkeepable(channel, value, self.serde.dumps_typed) from error
        return {"type": kind, "bytes": data}

    def _revived(self, typed: Typed) -> Any:
        # Only JavaScript writes JSON.
        if typed["type"] == "json":
            raise ForeignThreadError
        return self.serde.loads_typed((typed["type"], typed["bytes"]))


class _Pages:
    """Asks for a list page by page."""

    def __init__(self, call: StoreCall, limit: int | None) -> None:
        self._call = call
        self._left = limit
        self._is_done = False

    def next_call(self) -> StoreCall | None:
        if self._is_done or self._left == 0:
            return None
        limit = _page_size if self._left is None else min(self._left, _page_size)
        self._call = {**self._call, "limit": limit}
        return self._call

    def took(self, page: list[StoredCheckpoint] | None) -> list[StoredCheckpoint]:
        page = page or []
        if self._left is not None:
            self._left -= len(page)
        is_short = len(page) < self._call["limit"]
        self._is_done = is_short and not (page and page[-1].get("has_more"))
        if page:
            self._call = {**self._call, "before": page[-1]["checkpoint_id"]}
        return page


def _plain_error(value: Any) -> Any:
    """The library would keep no more of an error than its text in Python."""
    if not isinstance(value, BaseException):
        return value
    return {"message": str(value), "name": type(value).__name__}


def _namespace_of(config: RunnableConfig) -> str:
    return config.get("configurable", {}).get("checkpoint_ns") or ""


def _without_answered(writes: list[StoredWrite]) -> list[StoredWrite]:
    """Without the questions of steps that went on after their answer and are done, while others of the
    same checkpoint still wait: the library would show them as open."""
    done = {write["task_id"] for write in writes if write["channel"] not in _notes}
    return [
        write
        for write in writes
        if write["channel"] != "__interrupt__" or write["task_id"] not in done
    ]
