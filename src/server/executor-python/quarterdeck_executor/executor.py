"""Does what the parent asks for."""

from __future__ import annotations

import asyncio
import contextvars
import os
from collections.abc import AsyncIterator
from typing import Any

from .answer_parts import AnswerParts
from .channel import Channel, WorkStore
from .project.describe_graph import drawing_of, schemas_of, subgraphs_of
from .runs.event_outlet import EventOutlet
from .failures import cause_of, message_of, sentence_of, stack_of
from .project.input_check import context_faults, input_faults, input_rule_of
from .state.item_store import ItemStore
from .project.libraries import import_libraries, read_sources_only
from .project.http_app import HttpApp, load_http_app
from .project.load_exports import (
    GraphLoadError,
    LoadError,
    check_library,
    find_modules_in,
    load_graphs,
)
from .project.loaded_graph import LoadedGraph
from .project.own_server import provide_own_server
from .project.project_auth import ProjectAuth, load_auth
from .loop_delay import LoopDelay
from .output import MarkedStream, current_attempt, tell_loggers
from .protocol import Call, ParentMessage, RunOrder, ThreadSnapshot
from .state.read_states import draft_update, read_history, read_snapshot, read_state
from .runs.run_graph import end_of, run_graph, snapshot_of
from .state.saver import ForeignThreadError
from .state.unsaved import wait_for_no_saver
from .runs.step_lease import StepLease
from .runs.stopping import Stopping
from .wire_json import wire_json


class Executor:
    """Everything here happens in the loop, but for `receive` and `load`."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        channel: Channel,
        stopping: Stopping,
        streams: list[MarkedStream],
    ) -> None:
        self._loop = loop
        self._channel = channel
        self._stopping = stopping
        self._streams = streams
        self._delay = LoopDelay(loop)
        self._parts = AnswerParts(channel)
        self._graphs: dict[str, LoadedGraph] = {}
        self._auth: ProjectAuth | None = None
        self._app: HttpApp | None = None
        self._outlets: dict[str, EventOutlet] = {}
        self._leases: dict[str, StepLease] = {}
        self._stopped: set[str] = set()
        """All three by the tokens of the attempts."""
        self._work: set[asyncio.Task[None]] = set()

    def receive(self, message: ParentMessage) -> None:
        """In the receiving thread. A run is stopped from here: the loop may be kept busy by it."""
        if message["kind"] == "abort":
            self._stopping.stop(message["token"])
            self._loop.call_soon_threadsafe(self._abort, message["token"])
        elif message["kind"] == "held":
            if lease := self._leases.get(message["token"]):
                lease.held(message["for_ms"])
        else:
            self._loop.call_soon_threadsafe(self._take_up, message)

    def prepare(self, number: str, call: Call) -> None:
        """Before `load`, in its place and thread."""
        import_libraries({library["name"]: None for library in call["libraries"]})
        self._channel.send({"kind": "answer", "id": number, "json": "true"})

    def load(self, number: str, call: Call) -> None:
        """Before the loop runs: projects run loops of their own while they are imported."""
        try:
            check_library()
            wait_for_no_saver()
            provide_own_server(**call["own_server"])
            if call.get("is_edited"):
                read_sources_only()
            directory = call["directory"]
            find_modules_in([*(call.get("paths") or []), directory])
            if "auth" in call:
                self._auth = load_auth(directory, call["auth"])
            if "app" in call:
                port = call["own_server"]["port"]
                self._app = load_http_app(directory, call["app"], self._channel.send, port)
            exports = load_graphs(directory, call["graphs"])
            tell_loggers(os.environ.get("LOG_LEVEL", ""))
        except BaseException as error:
            self._fail(number, error)
            return
        store = ItemStore(self._channel)
        try:
            self._graphs = {
                graph_id: LoadedGraph(graph_id, exported, store)
                for graph_id, exported in exports.items()
            }
        except Exception as error:
            self._fail(number, error)
            return
        self._loop.call_soon(self._begin, self._answer(number, {"call": "loaded"}))

    def _take_up(self, message: ParentMessage) -> None:
        if message["kind"] == "call":
            self._begin(self._answer(message["id"], message["body"]))
        elif message["kind"] == "start":
            self._begin(self._start(message["token"], message["order"]))
        elif message["kind"] == "more":
            self._parts.more(message["id"], message["is_wanted"])
        elif message["kind"].startswith("app-") and self._app:
            self._app.receive(message)
        elif message["kind"] == "taken" and message["token"] in self._outlets:
            self._outlets[message["token"]].taken(message["bytes"])

    def _abort(self, token: str) -> None:
        if token in self._outlets:
            self._stopped.add(token)
        else:
            self._stopping.done(token)

    def _begin(self, work: Any) -> None:
        task = self._loop.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _answer(self, number: str, call: Call) -> None:
        try:
            pieces = await self._perform(call, WorkStore(self._channel, number))
            json = await self._parts.send_all_but_last(number, pieces)
        except BaseException as error:
            self._fail(number, error)
        else:
            self._channel.send({"kind": "answer", "id": number, "json": json})

    def _fail(self, number: str, error: BaseException) -> None:
        told = error.__cause__ if isinstance(error, LoadError) else error
        is_own = isinstance(error, LoadError)
        message = message_of(error) if is_own else sentence_of(cause_of(error))
        is_refused = isinstance(error, ForeignThreadError)
        stack = stack_of(told) if told is not None and not is_refused else None
        self._channel.send(
            {
                "kind": "failure",
                "id": number,
                "message": str(error) if is_refused else message,
                "stack": stack,
                "is_refused": is_refused,
            }
        )

    async def _perform(self, call: Call, store: WorkStore) -> str | AsyncIterator[str]:
        """`store`: as far as the call reaches."""
        name = call["call"]
        if name == "ping":
            return "true"
        if name == "loop-delay":
            return str(self._delay.longest_ms())
        if name == "loaded":
            return await self._looked_at()
        if name == "inputs":
            return wire_json(self._input_rules())
        if name == "app-reach":
            return wire_json(self._app.reach if self._app else [])
        if name == "authenticate":
            return wire_json(await self._own_auth().authenticate(call))
        if name == "authorize":
            return wire_json(await self._own_auth().authorize(call))
        loaded = self._graph(call["graph_id"])
        if name == "history":
            return read_history(loaded, store, call)
        if name == "check-input":
            return wire_json(input_faults(loaded.fixed, call["input"]))
        if name == "check-context":
            faults = context_faults(loaded.fixed, call["context"], call["configurable"])
            return wire_json(faults)
        readers = {
            "state": read_state,
            "snapshot": read_snapshot,
            "update": draft_update,
        }
        if name in readers:
            return await readers[name](loaded, store, call)
        async with loaded.resolved(call["config"], "assistants.read") as graph:
            if name == "drawing":
                return wire_json(await drawing_of(graph, call["xray"]))
            if name == "schemas":
                return wire_json(schemas_of(graph))
            return wire_json(await subgraphs_of(graph, call.get("namespace"), call["recurse"]))

    async def _looked_at(self) -> str:
        """Starts the app, and makes each graph once, so that one that cannot be made is known before it serves."""
        if self._app:
            await self._app.start()
        for graph_id, loaded in self._graphs.items():
            try:
                async with loaded.resolved({"configurable": {}}, "assistants.read"):
                    pass
            except LoadError:
                raise
            except BaseException as error:
                raise GraphLoadError(graph_id, sentence_of(cause_of(error))) from error
        return wire_json(list(self._graphs))

    def _input_rules(self) -> dict[str, Any]:
        rules = {name: input_rule_of(loaded.fixed) for name, loaded in self._graphs.items()}
        return {name: rule for name, rule in rules.items() if rule is not None}

    async def _start(self, token: str, order: RunOrder) -> None:
        outlet = self._outlets[token] = EventOutlet(self._channel, token)
        store = WorkStore(self._channel, token)

        def tell(message: dict[str, Any]) -> None:
            self._channel.send({**message, "token": token})

        lease: StepLease | None = None
        if span := order["held"]:
            lease = self._leases[token] = StepLease(span, lambda: tell({"kind": "hold"}))
        failure: BaseException | None = None
        snapshot: ThreadSnapshot | None = None
        try:
            loaded = self._graph(order["graph_id"])
            # What is stopped is the work of this context, not the reading of what it has left.
            context = contextvars.copy_context()
            context.run(current_attempt.set, token)
            work = run_graph(loaded, order, store, outlet, lease, tell)
            failure = await _end_of(context.run(self._loop.create_task, work))
            if token in self._stopped:
                await self._stopping.kept(token)
            reading = self._loop.create_task(snapshot_of(loaded, order, store))
            unreadable = await _end_of(reading)
            snapshot = reading.result() if unreadable is None else None
            failure = unreadable if failure is None else failure
        except Exception as error:
            failure = error
        outlet.flush()
        del self._outlets[token]
        self._leases.pop(token, None)
        is_stopped = token in self._stopped
        self._stopped.discard(token)
        self._stopping.done(token)
        for stream in self._streams:
            stream.finish(token)
        end = end_of(failure, is_stopped, snapshot)
        stack = stack_of(cause_of(failure)) if failure and end["outcome"] == "failed" else None
        tell({"kind": "ended", "end": end, "stack": stack})

    def _own_auth(self) -> ProjectAuth:
        if self._auth is None:
            raise ValueError("This revision has no authorization of its own.")
        return self._auth

    def _graph(self, graph_id: str) -> LoadedGraph:
        """The parent asks only for graphs that were loaded."""
        loaded = self._graphs.get(graph_id)
        if loaded is None:
            raise ValueError(f"This revision has no graph “{graph_id}”.")
        return loaded


async def _end_of(task: asyncio.Task[Any]) -> BaseException | None:
    """What a task ended with."""
    await asyncio.wait([task])
    return asyncio.CancelledError() if task.cancelled() else task.exception()
