"""A graph of the project: what its export says, made anew for each use if it is a function."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Literal

from langgraph.pregel import Pregel

from ..state.item_store import ItemStore
from .load_exports import GraphLoadError
from ..protocol import RunConfig
from ..state.saver import ThreadSaver
from .users import user_in

try:
    # Not public; the library has no other way to make what factories are given.
    from langgraph_sdk.runtime import _ExecutionRuntime, _ReadRuntime
except ImportError:
    _ExecutionRuntime = _ReadRuntime = None

Purpose = Literal["threads.create_run", "threads.update", "threads.read", "assistants.read"]
"""Factories are told what their graph is for: some connect to other services only for runs."""


class LoadedGraph:
    def __init__(self, graph_id: str, exported: Any, store: ItemStore) -> None:
        self._graph_id = graph_id
        self._store = store
        is_builder = not isinstance(exported, Pregel) and callable(getattr(exported, "compile", None))
        self._exported = exported.compile() if is_builder else exported

    @property
    def fixed(self) -> Pregel | None:
        """The graph itself, where it is one and the same for every use."""
        return self._exported if isinstance(self._exported, Pregel) else None

    @asynccontextmanager
    async def resolved(
        self, config: RunConfig, purpose: Purpose, context: Any = None
    ) -> AsyncIterator[Pregel]:
        """The graph as it is for a config, for one use."""
        made = self._exported
        async with AsyncExitStack() as stack:
            if not isinstance(made, Pregel) and callable(made):
                made = made(**self._arguments(made, config, purpose, context))
                if inspect.isawaitable(made):
                    made = await made
                if hasattr(made, "__aenter__"):
                    made = await stack.enter_async_context(made)
                elif hasattr(made, "__enter__"):
                    made = stack.enter_context(made)
            if not isinstance(made, Pregel) and callable(getattr(made, "compile", None)):
                made = made.compile()
            if not isinstance(made, Pregel):
                raise GraphLoadError(
                    self._graph_id,
                    f"what langgraph.json names for it is not a graph, but {_kind_of(made)}.",
                )
            yield made

    @asynccontextmanager
    async def for_use(
        self, config: RunConfig, saver: ThreadSaver, purpose: Purpose, context: Any = None
    ) -> AsyncIterator[Pregel]:
        """A copy of the graph that keeps its state in `saver`, whatever the project compiled it with."""
        async with self.resolved(config, purpose, context) as graph:
            yield graph.copy({"checkpointer": saver, "store": self._store})

    def _arguments(
        self, factory: Callable[..., Any], config: RunConfig, purpose: Purpose, context: Any
    ) -> dict[str, Any]:
        """By annotation, else by name: a factory takes the config, what it is called for, both or nothing."""
        arguments: dict[str, Any] = {}
        for name, parameter in inspect.signature(factory).parameters.items():
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                continue
            is_runtime = "Runtime" in str(parameter.annotation) or name.endswith("runtime")
            if is_runtime:
                arguments[name] = self._runtime(purpose, context, config)
            elif not arguments.get("config") and (
                "Config" in str(parameter.annotation)
                or name == "config"
                or parameter.default is parameter.empty
            ):
                arguments[name] = config
        return arguments

    def _runtime(self, purpose: Purpose, context: Any, config: RunConfig) -> Any:
        if _ReadRuntime is None:
            raise GraphLoadError(
                self._graph_id,
                "its factory asks for a ServerRuntime, which the project's langgraph-sdk does not have. Raise its version.",
            )
        told = {"access_context": purpose, "store": self._store}
        if "user" in _ReadRuntime.__dataclass_fields__:
            told["user"] = user_in(config)
        if purpose == "threads.create_run":
            return _ExecutionRuntime(**told, context=context)
        return _ReadRuntime(**told)


def _kind_of(value: Any) -> str:
    return "None" if value is None else f"a value of type {type(value).__name__}"
