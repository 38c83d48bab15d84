"""Runs a graph and tells what happens in the names and shapes of the wire."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Any

from langgraph.pregel import Pregel

from .message_events import MessageEvents
from ..protocol import STREAMED_MARK, EventMessage, RunOrder
from .streamed import POINTER, told_as_asked, told_whole, with_pointers
from ..wire_json import wire_json
from ..state.wire_state import error_text, task_checkpoint, wire_checkpoint, wire_time

_Chunk = tuple[tuple[str, ...], str, Any]
"""The namespace of the subgraph, the library's mode, and its data."""


async def stream_events(
    graph: Pregel,
    given: Any,
    config: dict[str, Any],
    options: dict[str, Any],
    order: RunOrder,
    known_ids: Iterable[str],
) -> AsyncIterator[EventMessage]:
    """The events of the modes that were asked for. `known_ids`: the messages that the thread had before."""
    asked = set(order["stream_modes"])
    messages = MessageEvents(known_ids)
    is_within = order["stream_subgraphs"]
    is_whole = order.get("is_told_whole", False)
    modes = _library_modes(order["stream_modes"])
    options = {
        **options,
        "stream_mode": list(dict.fromkeys((*modes, *_whole_modes))) if is_whole else modes,
        # What is said and written within subgraphs belongs to the run: it comes without their names.
        "subgraphs": is_within
        or is_whole
        or not asked.isdisjoint(("messages", "messages-tuple", "custom")),
    }
    told = told_whole if is_whole else told_as_asked
    source = _event_chunks if "events" in asked else _graph_chunks
    chunks = source(graph, given, config, options, order)
    async for namespace, mode, payload in with_pointers(chunks) if is_whole else chunks:
        if mode == "messages":
            for event in told(mode, namespace, is_within, "messages-tuple" in asked):
                yield _made(*event, payload)
            if "messages" in asked:
                at = namespace if is_within else ()
                for kind, place, data in messages.of_part(at, payload):
                    yield _made(kind, place, data)
            continue
        if mode == "values" and "messages" in asked and (is_within or not namespace):
            for kind, place, data in messages.of_values(namespace, payload):
                yield _made(kind, place, data)
        if mode == POINTER:
            yield _made(STREAMED_MARK + "checkpoints", namespace, payload)
        elif mode != "checkpoints" or mode in asked:
            for event in told(mode, namespace, is_within, mode in asked):
                yield _made(*event, _shaped(mode, payload))


async def _graph_chunks(
    graph: Pregel, given: Any, config: Any, options: dict[str, Any], order: RunOrder
) -> AsyncIterator[_Chunk]:
    async for chunk in graph.astream(given, config, **options):
        yield _chunk_of(chunk, options["subgraphs"])


async def _event_chunks(
    graph: Pregel, given: Any, config: Any, options: dict[str, Any], order: RunOrder
) -> AsyncIterator[_Chunk]:
    async for event in graph.astream_events(given, config, version="v2", **options):
        if "langsmith:hidden" in event.get("tags", ()):
            continue
        if event["event"] == "on_chain_stream" and event["run_id"] == order["run_id"]:
            yield _chunk_of(event["data"]["chunk"], options["subgraphs"])
        else:
            yield (), "events", event


def _chunk_of(chunk: Any, has_namespace: bool) -> _Chunk:
    namespace, mode, payload = chunk if has_namespace else ((), *chunk)
    return namespace, mode, payload


_whole_modes = ("values", "updates", "messages", "custom", "tasks", "checkpoints", "tools")


def _library_modes(modes: list[str]) -> list[str]:
    """The library's modes that the wire's modes are made from."""
    needed: dict[str, None] = {}
    for mode in modes:
        if mode == "messages":
            # Complete messages are read off the values.
            needed.update({"messages": None, "values": None})
        elif mode == "messages-tuple":
            needed["messages"] = None
        elif mode != "events":
            needed[mode] = None
    return list(needed) or ["values"]


def _made(kind: str, namespace: tuple[str, ...], data: Any) -> EventMessage:
    return {"event": "|".join((kind, *namespace)), "data": wire_json(data)}


def _shaped(mode: str, payload: Any) -> Any:
    if mode == "values" and isinstance(payload, dict) and "__interrupt__" in payload:
        # A pause is told by its questions alone; the state was told before.
        return {"__interrupt__": payload["__interrupt__"]}
    if mode == "checkpoints":
        return _checkpoint_event(payload)
    if mode == "tasks":
        return _task_event(payload)
    if mode != "debug":
        return payload
    shape = _checkpoint_event if payload["type"] == "checkpoint" else _task_event
    timestamp = wire_time(payload["timestamp"])
    return {**payload, "timestamp": timestamp, "payload": shape(payload["payload"])}


def _task_event(payload: dict[str, Any]) -> dict[str, Any]:
    """The start of a task has no questions as yet."""
    error = payload.get("error")
    told = payload if error is None else {**payload, "error": error_text(error)}
    return told if "interrupts" in told else {**told, "interrupts": []}


def _checkpoint_event(payload: dict[str, Any]) -> dict[str, Any]:
    config, parent = payload.get("config"), payload.get("parent_config")
    return {
        **payload,
        "tasks": [_task_of(task) for task in payload.get("tasks", ())],
        "config": _plain_config(config),
        "checkpoint": wire_checkpoint(config),
        "parent_checkpoint": wire_checkpoint(parent),
        "parent_config": _plain_config(parent),
    }


def _task_of(task: dict[str, Any]) -> dict[str, Any]:
    rest = {name: value for name, value in task.items() if name != "state"}
    error = task.get("error")
    return {
        **rest,
        "error": None if error is None else error_text(error),
        "checkpoint": task_checkpoint(task.get("state")),
    }


def _plain_config(config: Any) -> dict[str, Any] | None:
    """Without the library's inner fields, which hold functions and the saver, and without the user, of whom only the
    id is told."""
    if not config:
        return None
    configurable = config.get("configurable", {})
    hidden = ("langgraph_auth_user", "langgraph_auth_permissions")
    plain = {
        key: value
        for key, value in configurable.items()
        if not key.startswith("__") and key not in hidden
    }
    rest = {name: config[name] for name in ("metadata", "tags") if name in config}
    return {"configurable": plain, **rest}
