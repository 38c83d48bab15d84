"""Graphs that keep nothing, within runs whose every step is kept before the next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class _Saved:
    """What the library waits for after a step, where there was nothing to save."""

    def __await__(self) -> Iterator[Any]:
        return iter(())

    def result(self) -> None:
        return None


def wait_for_no_saver() -> None:
    """With the durability `sync`, which a graph has from its parent, the library waits for a save that a graph
    compiled with `checkpointer=False` never begins, and fails. From now on there is nothing to wait for."""
    from langgraph.pregel._loop import PregelLoop

    if not hasattr(PregelLoop, "_put_checkpoint_fut"):
        PregelLoop._put_checkpoint_fut = _Saved()  # type: ignore[attr-defined, assignment]
