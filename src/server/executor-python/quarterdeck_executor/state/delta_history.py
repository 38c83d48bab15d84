"""What channels are rebuilt from that keep what steps add, and only now and then the whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..protocol import StoreCall, StoredCheckpoint, Typed

_ancestors_at_once = 100
"""Of checkpoints of which only some channels are read."""


class DeltaHistory:
    """Of each channel the nearest whole value among the checkpoints from `checkpoint_id` back, and what was written
    since, oldest first (the contract of `BaseCheckpointSaver.get_delta_channel_history`). Asks page by page."""

    def __init__(
        self,
        namespace: str,
        checkpoint_id: str | None,
        channels: Sequence[str],
        revived: Callable[[Typed], Any],
    ) -> None:
        self._namespace = namespace
        self._next = checkpoint_id
        self._open = set(channels)
        self._revived = revived
        self._found: dict[str, dict[str, Any]] = {channel: {"writes": []} for channel in channels}

    def next_call(self) -> StoreCall | None:
        if self._next is None or not self._open:
            return None
        return {
            "call": "ancestors",
            "checkpoint_ns": self._namespace,
            "checkpoint_id": self._next,
            "channels": sorted(self._open),
            "limit": _ancestors_at_once,
        }

    def took(self, page: list[StoredCheckpoint] | None) -> None:
        """Checkpoints along the path, newest first, with what they have of the channels that are asked for."""
        for stored in page or []:
            for write in reversed(stored["writes"]):
                channel = write["channel"]
                if channel in self._open:
                    kept = (write["task_id"], channel, self._revived(write))
                    self._found[channel]["writes"].append(kept)
            for blob in stored["blobs"]:
                if blob["channel"] in self._open:
                    self._open.discard(blob["channel"])
                    self._found[blob["channel"]]["seed"] = self._revived(blob)
        self._next = page[-1]["parent_checkpoint_id"] if page else None

    def found(self) -> dict[str, dict[str, Any]]:
        return {
            channel: {**history, "writes": history["writes"][::-1]}
            for channel, history in self._found.items()
        }

    def kept(self) -> dict[str, Any]:
        """All that channels have of it: what was kept as a whole, and what was added."""
        return {
            channel: [
                message
                for value in [_whole(history.get("seed")), *(write[2] for write in history["writes"])]
                for message in (value if isinstance(value, list) else [value])
            ]
            for channel, history in self._found.items()
        }


def _whole(seed: Any) -> Any:
    """Of a snapshot what it holds; a value of before is as it was."""
    return getattr(seed, "value", seed) if type(seed).__name__ == "_DeltaSnapshot" else seed
