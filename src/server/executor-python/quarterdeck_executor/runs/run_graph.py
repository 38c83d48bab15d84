"""One attempt at a run."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from typing import Any

from langgraph.pregel import Pregel

from ..channel import Store
from .event_outlet import EventOutlet
from ..failures import cause_of, message_of
from .graph_input import graph_config, graph_input, graph_options, stamp_of
from ..project.loaded_graph import LoadedGraph
from ..protocol import RunEnd, RunOrder, StoreCall, ThreadSnapshot
from .run_watch import RunWatch, Tell
from .step_lease import StepLease
from ..state.readable_state import readable_state
from ..state.saver import ThreadSaver
from .stream_events import stream_events
from ..state.wire_state import thread_snapshot


async def run_graph(
    loaded: LoadedGraph,
    order: RunOrder,
    store: Store,
    outlet: EventOutlet,
    lease: StepLease | None,
    tell: Tell,
) -> None:
    """Streams the run's events into the outlet. Raises what the graph raises."""
    saver = saver_of(order, _AfterEvents(store, outlet))
    watch = RunWatch(order, tell)
    saver.on_read = watch.knows
    config = graph_config(order, watch, lease)
    context = order.get("context")
    async with loaded.for_use(config, saver, "threads.create_run", context) as graph:
        given = await graph_input(order, graph)
        known = await _known_ids(graph, saver, order) if "messages" in order["stream_modes"] else []
        options = graph_options(order, graph)
        async for event in stream_events(graph, given, config, options, order, known):
            await outlet.add(event)


class _AfterEvents:
    """For what the steps of a run leave: what they have told goes before it, so that no step is kept whose
    events are not."""

    def __init__(self, store: Store, outlet: EventOutlet) -> None:
        self._store = store
        self._outlet = outlet
        self._thread = threading.get_ident()

    def ask(self, body: StoreCall) -> Future[Any]:
        # A graph within a step may ask from a thread, where the outlet must not be touched.
        if body["call"] in ("put", "put-writes") and threading.get_ident() == self._thread:
            self._outlet.flush()
        return self._store.ask(body)


async def snapshot_of(
    loaded: LoadedGraph, order: RunOrder, store: Store
) -> ThreadSnapshot:
    """The state that an attempt has left."""
    saver = saver_of(order, store)
    place: Any = {"configurable": {"thread_id": order["thread_id"], "checkpoint_ns": ""}}
    async with loaded.for_use(graph_config(order), saver, "threads.read") as graph:
        snapshot = thread_snapshot(await readable_state(graph, saver, place))
        return {**snapshot, "hides_results": True} if saver.had_to_hide else snapshot


def saver_of(order: RunOrder, store: Store) -> ThreadSaver:
    return ThreadSaver(store, order["thread_id"], stamp_of(order))


def end_of(
    failure: BaseException | None, is_stopped: bool, snapshot: ThreadSnapshot | None
) -> RunEnd:
    if is_stopped:
        return {"outcome": "stopped", "snapshot": snapshot}
    if failure is None:
        return {"outcome": "success", "snapshot": snapshot}
    cause = cause_of(failure)
    error, message = type(cause).__name__, message_of(cause)
    if error == "EmptyInputError":
        message = "There is nothing to do: the run has no input, and the thread has no step left."
    if isinstance(cause, SystemExit):
        message = f"A step ended its program with sys.exit({'' if cause.code is None else cause.code})."
    return {"outcome": "failed", "snapshot": snapshot, "error": error, "message": message}


async def _known_ids(graph: Pregel, saver: ThreadSaver, order: RunOrder) -> list[str]:
    config: Any = {"configurable": {"thread_id": order["thread_id"], "checkpoint_ns": ""}}
    found = await saver.aget_tuple(config)
    if not found or "messages" not in found.checkpoint["channel_versions"]:
        return []
    messages = found.checkpoint["channel_values"].get("messages")
    if not isinstance(messages, list):
        # Of channels that keep what steps add the graph itself makes the whole.
        state = await readable_state(graph, saver, config)
        messages = state.values.get("messages") if isinstance(state.values, dict) else None
    if not isinstance(messages, list):
        return []
    return [str(getattr(message, "id", None)) for message in messages]
