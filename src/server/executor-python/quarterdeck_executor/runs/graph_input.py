"""What a run gives to its graph."""

from __future__ import annotations

import dataclasses
import re
import uuid
from typing import Any

from langgraph.pregel import Pregel
from langgraph.types import Command, Send

from .message_ids import MessageIds
from ..project.users import with_user
from ..protocol import RunOrder
from .run_watch import RunWatch
from .step_lease import StepLease


class UnknownInterruptError(Exception):
    """An answer to a question that does not wait, of a run that wants to be refused then. The name is the library's."""

    def __init__(self, sentence: str, pending: list[str]) -> None:
        left = f"It waits with {', '.join(pending)}." if pending else "It waits with none."
        super().__init__(f"{sentence} {left}")


class Error(Exception):
    """What a run asks for is not to be had. Runs tell its name, as that of the same one in JavaScript."""


def stamp_of(order: RunOrder) -> dict[str, Any]:
    """The ids of a run, as checkpoints have them in their metadata."""
    return {
        "run_id": order["run_id"],
        "graph_id": order["graph_id"],
        "assistant_id": order["assistant_id"],
        "run_attempt": order["attempt"],
    }


def graph_config(
    order: RunOrder, watch: RunWatch | None = None, lease: StepLease | None = None
) -> dict[str, Any]:
    """The library's config of a run."""
    config = with_user(order["config"])
    # A continued run goes on from its own last checkpoint, not from where it forked.
    fork = None if order["is_continued"] else order.get("checkpoint")
    ids = {name: order[name] for name in ("thread_id", "run_id", "graph_id", "assistant_id")}
    configurable = {**(config.get("configurable") or {}), **ids}
    for name in ("checkpoint_id", "checkpoint_map"):
        if fork and fork.get(name):
            configurable[name] = fork[name]
    options = {
        name: config[name]
        for name in ("run_name", "recursion_limit", "max_concurrency")
        if config.get(name)
    }
    return {
        **options,
        "configurable": configurable,
        "metadata": {
            **(config.get("metadata") or {}),
            "thread_id": order["thread_id"],
            **stamp_of(order),
        },
        "tags": config.get("tags") or [],
        "callbacks": [MessageIds(), *filter(None, (watch, lease))],
        "run_id": uuid.UUID(order["run_id"]),
    }


def graph_options(order: RunOrder, graph: Pregel) -> dict[str, Any]:
    """The arguments of `astream` beside input, config and modes."""
    names = ("interrupt_before", "interrupt_after", "durability")
    options: dict[str, Any] = {name: order[name] for name in names if order.get(name)}
    context = context_of(graph, order.get("context"), order["config"].get("configurable"))
    return options if context is None else {**options, "context": context}


def context_of(
    graph: Any, given: dict[str, Any] | None, configurable: dict[str, Any] | None
) -> dict[str, Any] | None:
    """A graph with a schema for its context always gets one, so that the schema's defaults hold. What its
    schema does not name is left out: a dataclass would refuse all of it."""
    schema = getattr(graph, "context_schema", None)
    if schema is None:
        return given
    if not given:
        given = configurable or {}
    fields = _fields_of(schema)
    return given if fields is None else {key: given[key] for key in given if key in fields}


def _fields_of(schema: Any) -> set[str] | None:
    if dataclasses.is_dataclass(schema):
        return {field.name for field in dataclasses.fields(schema)}
    if isinstance(fields := getattr(schema, "model_fields", None), dict):
        return set(fields)
    names = getattr(schema, "__annotations__", None)
    return set(names) if isinstance(names, dict) else None


async def graph_input(order: RunOrder, graph: Pregel) -> Any:
    """The input, a command, or None to go on with what is left to do. Raises a sentence when the run names
    steps that the graph does not have: the library would pass over them."""
    for field in ("interrupt_before", "interrupt_after"):
        steps = order.get(field)
        _check_steps(graph, field, [] if steps in (None, "*") else list(steps))
    if order["is_continued"]:
        return None
    command = order.get("command")
    if not command:
        return order.get("input")
    parts = command_parts(command, graph)
    if "resume" in command:
        answer = await _answer(command["resume"], order, graph)
        if answer is not None:
            parts["resume"] = answer
    return Command(**parts) if parts else None


def command_parts(command: dict[str, Any], graph: Pregel) -> dict[str, Any]:
    """`update` and `goto` of a command, as the library has them."""
    parts: dict[str, Any] = {}
    update = command.get("update")
    if update is not None:
        is_pairs = isinstance(update, list) and all(
            isinstance(pair, list) and len(pair) == 2 for pair in update
        )
        parts["update"] = [tuple(pair) for pair in update] if is_pairs else update
    goto = command.get("goto")
    if goto is not None:
        targets = [_goto_target(target) for target in (goto if isinstance(goto, list) else [goto])]
        names = [target.node if isinstance(target, Send) else target for target in targets]
        _check_steps(graph, "goto", names)
        parts["goto"] = targets
    return parts


def _goto_target(target: Any) -> str | Send:
    if isinstance(target, str):
        return target
    node = target.get("node") if isinstance(target, dict) else None
    if not isinstance(node, str):
        raise Error(
            "Each goto of a command is the name of a step, or an object with node and input."
        )
    given = target.get("args", target.get("input"))
    return Send(node, {} if given is None else given)


def _check_steps(graph: Pregel, field: str, steps: list[str]) -> None:
    for step in steps:
        if step != "__end__" and step not in graph.nodes:
            raise Error(f"The graph has no step “{step}”, which the run names in {field}.")


async def _is_earlier(order: RunOrder, fork: Any, graph: Pregel) -> bool:
    """Those of a checkpoint before the newest one may have been answered."""
    place: Any = {"configurable": {"thread_id": order["thread_id"], "checkpoint_ns": ""}}
    newest = await graph.aget_state(place)
    return newest.config["configurable"].get("checkpoint_id") != fork["checkpoint_id"]


def _refuse_unknown(answer: Any, pending: list[str]) -> None:
    if not isinstance(answer, dict) or not all(map(_is_id, answer)):
        if len(pending) > 1:
            raise UnknownInterruptError("Several questions wait: name the one that is answered.", pending)
        return
    if not answer:
        raise UnknownInterruptError("The answer names no question.", pending)
    unknown = [name for name in answer if name not in pending]
    if unknown:
        raise UnknownInterruptError(f"The thread has no question {', '.join(unknown)}.", pending)


def _is_id(key: Any) -> bool:
    return isinstance(key, str) and re.fullmatch("[0-9a-f]{32}", key) is not None


async def _answer(answer: Any, order: RunOrder, graph: Pregel) -> Any:
    """An answer to whatever was asked. The library takes null and {} for no answer at all and refuses one
    answer to several questions, unless they are given by the questions' ids. Only where it must be is it given so:
    what a child without a checkpointer asks has another id when it begins anew."""
    configurable = {"thread_id": order["thread_id"], "checkpoint_ns": ""}
    fork = order.get("checkpoint")
    if fork:
        configurable["checkpoint_id"] = fork["checkpoint_id"]
    state = await graph.aget_state({"configurable": configurable})
    questions = [interrupt.id for task in state.tasks for interrupt in task.interrupts]
    is_by_id = isinstance(answer, dict) and bool(answer) and all(map(_is_id, answer))
    if order.get("strict_resume") and not (fork and await _is_earlier(order, fork, graph)):
        _refuse_unknown(answer, questions)
    is_plain = len(questions) == 1 and answer is not None and answer != {}
    return answer if is_by_id or is_plain or not questions else dict.fromkeys(questions, answer)
