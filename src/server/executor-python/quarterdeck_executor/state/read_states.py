"""States of threads, read and drafted."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from langgraph.errors import InvalidUpdateError
from langgraph.pregel import Pregel
from langgraph.types import Command, StateUpdate

from ..channel import Store, StoreError
from .draft import DraftStore
from ..failures import cause_of, message_of
from ..runs.graph_input import command_parts
from ..project.loaded_graph import LoadedGraph
from ..protocol import Call
from .readable_state import readable_history, readable_state
from .saver import ForeignThreadError, ThreadSaver
from ..wire_json import wire_json
from .wire_state import chosen_parts, thread_snapshot, wire_checkpoint, wire_state


async def read_state(loaded: LoadedGraph, store: Store, call: Call) -> str:
    """One state of a thread."""
    async with _reader_of(loaded, store, call) as (graph, saver):
        place = _place_of(call)
        state = await readable_state(graph, saver, place, subgraphs=call["subgraphs"])
        return wire_json(chosen_parts(wire_state(state), call.get("select")))


async def read_history(loaded: LoadedGraph, store: Store, call: Call) -> AsyncIterator[str]:
    """A page of states, newest first, made state by state."""
    before: Any = call.get("before") and {"configurable": {"checkpoint_id": call["before"]}}
    async with _reader_of(loaded, store, call) as (graph, saver):
        states = readable_history(
            graph,
            saver,
            _place_of(call),
            limit=call["limit"],
            before=before or None,
            filter=call.get("metadata") or None,
        )
        lead = "["
        async for state in states:
            yield lead + wire_json(chosen_parts(wire_state(state), call.get("select")))
            lead = ","
        yield "[]" if lead == "[" else "]"


async def read_snapshot(loaded: LoadedGraph, store: Store, call: Call) -> str:
    """What the thread's list shows of its newest state."""
    async with _reader_of(loaded, store, call) as (graph, saver):
        config: Any = {"configurable": {"thread_id": call["thread_id"], "checkpoint_ns": ""}}
        return wire_json(thread_snapshot(await readable_state(graph, saver, config)))


async def draft_update(loaded: LoadedGraph, store: Store, call: Call) -> str:
    """Writes states into a draft, and tells what is to be stored."""
    draft = DraftStore(store)
    saver = ThreadSaver(draft, call["thread_id"], {"graph_id": call["graph_id"]})
    checkpoint = call["checkpoint"]
    given = {key: value for key, value in checkpoint.items() if value is not None}
    configured = _config_of(call)
    target: Any = {"configurable": {**configured["configurable"], "checkpoint_ns": "", **given}}
    newest: Any = {"configurable": {"thread_id": call["thread_id"], "checkpoint_ns": ""}}
    async with loaded.for_use(configured, saver, "threads.update") as graph:
        try:
            steps = [[_update_of(step, graph) for step in steps] for steps in call["steps"]]
            written = await graph.abulk_update_state(target, steps)
            snapshot = thread_snapshot(await graph.aget_state(newest))
        except (StoreError, ForeignThreadError):
            raise
        except Exception as error:
            return wire_json(_refusal(cause_of(error)))
    place = wire_checkpoint(written) or {}
    return wire_json({"checkpoint": place, "calls": draft.calls, "snapshot": snapshot})


def _update_of(step: dict[str, Any], graph: Pregel) -> StateUpdate:
    command = step.get("command")
    values: Any = Command(**command_parts(command, graph)) if command else step.get("values")
    return StateUpdate(values, step.get("as_node"))


def _refusal(error: BaseException) -> dict[str, str]:
    sentence = message_of(error).split("\n")[0]
    if not isinstance(error, InvalidUpdateError):
        return {"refused": sentence, "field": "values"}
    if sentence.startswith("Ambiguous update"):
        sentence = "It is not clear which node wrote this: name one."
    return {"refused": sentence, "field": "as_node"}


@asynccontextmanager
async def _reader_of(
    loaded: LoadedGraph, store: Store, call: Call
) -> AsyncIterator[tuple[Pregel, ThreadSaver]]:
    """The request's graph, over a saver that can only read the request's thread."""
    saver = ThreadSaver(store, call["thread_id"])
    async with loaded.for_use(_config_of(call), saver, "threads.read") as graph:
        yield graph, saver


def _config_of(call: Call) -> Any:
    config = call.get("config") or {}
    configurable = {**(config.get("configurable") or {}), "thread_id": call["thread_id"]}
    return {**config, "configurable": configurable}


def _place_of(call: Call) -> Any:
    place = {"thread_id": call["thread_id"], "checkpoint_ns": call.get("checkpoint_ns") or ""}
    if call.get("checkpoint_id"):
        place["checkpoint_id"] = call["checkpoint_id"]
    return {"configurable": place}
