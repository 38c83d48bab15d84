"""Watches a run for what it spends, and where that is asked for, for how long its parts take."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Iterator
from typing import Any, Literal, Union

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import AIMessage, BaseMessage

from ..protocol import RunOrder
from ..wire_json import wire_json

_step_tag = "graph:step:"
_counted_names = (
    "usage",
    "token_usage",
    "tokenUsage",
    "usage_metadata",
    "usageMetadata",
    "prompt_eval_count",
    "eval_count",
    "model_name",
    "model",
    "model_id",
    "modelId",
    "modelName",
)
"""What providers tell tokens and models by; the rest may be large, as probabilities of tokens are."""

Tell = Callable[[dict[str, Any]], None]
"""Sends a message of the attempt."""

_Kind = Union[Literal["step", "tool", "model"], None]


@dataclasses.dataclass
class _Work:
    """A step, a tool, a call of a model, or one of the library's own parts between them."""

    id: str
    kind: _Kind
    name: str
    started_at: int
    parent_id: str
    """The nearest of what is told, or the run itself."""
    step: tuple[int | None, str] | None
    """The step of the graph itself that it belongs to."""
    input: str | None
    model: str | None = None
    provider: str | None = None
    tool_call_id: str | None = None


class RunWatch(BaseCallbackHandler):
    """A message is told once, by its id: when a model has made it, or when a step returns one that no model
    made here. What the thread had before, and what the run was given, is not the run's."""

    # Right away, ahead of the library's own handlers.
    run_inline = True

    def __init__(self, order: RunOrder, tell: Tell) -> None:
        self._tell = tell
        self._run_id = order["run_id"]
        self._traces = order.get("traces")
        self._open: dict[str, _Work] = {}
        self._known: set[str] = set()
        # Kept, so that no other object gets the place of one.
        self._known_objects: dict[int, BaseMessage] = {}

    def knows(self, values: Any) -> None:
        """Messages that were there before."""
        for message in _messages_in(values):
            self._is_new(message)

    def on_chain_start(self, serialized: Any, inputs: Any, **told: Any) -> None:
        self.knows(inputs)
        tags = told.get("tags") or ()
        tag = next((one for one in tags if one.startswith(_step_tag)), None)
        is_step = tag is not None and "langsmith:hidden" not in tags
        work = self._begin(told, "step" if is_step else None, inputs)
        if tag is not None and is_step and work.step is None:
            number = tag[len(_step_tag) :]
            work.step = (int(number) if number.lstrip("-").isdigit() else None, work.name)

    def on_chain_end(self, outputs: Any, **told: Any) -> None:
        # What the whole graph answers with is its state, of which the steps have told.
        if told.get("parent_run_id") is not None:
            work = self._open.get(str(told["run_id"]))
            for message in _messages_in(outputs):
                self._count(message, work)
        self._end(told, None, outputs)

    def on_chain_error(self, error: BaseException, **told: Any) -> None:
        self._end(told, error, None)

    def on_chat_model_start(self, serialized: Any, messages: Any, **told: Any) -> None:
        self._begin_model(told, messages)

    def on_llm_start(self, serialized: Any, prompts: Any, **told: Any) -> None:
        self._begin_model(told, prompts)

    def on_llm_end(self, response: Any, **told: Any) -> None:
        work = self._open.get(str(told["run_id"]))
        made = [part for batch in response.generations for part in batch]
        messages = [part.message for part in made if hasattr(part, "message")]
        output = getattr(response, "llm_output", None)
        usage = None
        if len(messages) == 1:
            usage = self._count(messages[0], work, output)
        elif messages:
            for message in messages:
                self._count(message, work)
        elif output:
            # One that completes a text makes no message.
            usage = self._tell_usage(str(told["run_id"]), None, output, work)
        self._end(told, None, messages, usage)

    def on_llm_error(self, error: BaseException, **told: Any) -> None:
        self._end(told, error, None)

    def on_tool_start(self, serialized: Any, input_str: str, **told: Any) -> None:
        name = told.get("name") or (serialized or {}).get("name")
        work = self._begin({**told, "name": name}, "tool", input_str)
        work.tool_call_id = told.get("tool_call_id")

    def on_tool_end(self, output: Any, **told: Any) -> None:
        self._end(told, None, output)

    def on_tool_error(self, error: BaseException, **told: Any) -> None:
        self._end(told, error, None)

    def _begin_model(self, told: dict[str, Any], given: Any) -> None:
        work = self._begin(told, "model", given)
        metadata = told.get("metadata") or {}
        work.model = _text_of(metadata.get("ls_model_name"))
        work.provider = _text_of(metadata.get("ls_provider"))

    def _begin(self, told: dict[str, Any], kind: _Kind, given: Any) -> _Work:
        parent = self._open.get(str(told.get("parent_run_id")))
        if parent is None:
            parent_id = self._run_id
        else:
            parent_id = parent.id if parent.kind else parent.parent_id
        work = _Work(
            id=str(told["run_id"]),
            kind=kind,
            name=told.get("name") or "",
            started_at=_now(),
            parent_id=parent_id,
            step=parent.step if parent else None,
            input=wire_json(given) if kind and self._traces == "contents" else None,
        )
        self._open[work.id] = work
        return work

    def _end(
        self, told: dict[str, Any], error: BaseException | None, output: Any, usage: str | None = None
    ) -> None:
        work = self._open.pop(str(told["run_id"]), None)
        if work is None or work.kind is None or not self._traces:
            return
        has_output = self._traces == "contents" and error is None
        self._tell(
            {
                "kind": "span",
                "span": {
                    "kind": work.kind,
                    "id": work.id,
                    "parent_id": work.parent_id,
                    "name": work.name,
                    "started_at": work.started_at,
                    "ended_at": _now(),
                    "error": None if error is None else type(error).__name__,
                    "model": work.model,
                    "provider": work.provider,
                    "tool_call_id": work.tool_call_id,
                    "usage": usage,
                    "input": work.input,
                    "output": wire_json(output) if has_output else None,
                },
            }
        )

    def _count(self, message: BaseMessage, work: _Work | None, more: Any = None) -> str | None:
        """Tells what a message took, unless that is known. Answers what it says of it."""
        if not isinstance(message, AIMessage) or not self._is_new(message):
            return None
        name = message.id or (work.id if work else "")
        told = {**(more or {}), **(message.response_metadata or {})}
        return self._tell_usage(name, message.usage_metadata, told, work)

    def _tell_usage(
        self, message_id: str, usage_metadata: Any, told: dict[str, Any], work: _Work | None
    ) -> str | None:
        counted = {name: told[name] for name in _counted_names if told.get(name)}
        if not usage_metadata and not counted:
            return None
        usage = wire_json({"usage_metadata": usage_metadata, "response_metadata": counted})
        step, node = work.step if work and work.step else (None, None)
        self._tell(
            {
                "kind": "usage",
                "usage": {
                    "message_id": message_id,
                    "step": step,
                    "node": node,
                    "model": work.model if work else None,
                    "usage": usage,
                },
            }
        )
        return usage

    def _is_new(self, message: BaseMessage) -> bool:
        is_new = id(message) not in self._known_objects and message.id not in self._known
        self._known_objects[id(message)] = message
        if message.id is not None:
            self._known.add(message.id)
        return is_new


def _messages_in(value: Any) -> Iterator[BaseMessage]:
    """Of a value, of a list, or of the fields of an object or of a command's update: as far as steps hold messages."""
    if isinstance(value, BaseMessage):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _messages_in(item)
    else:
        fields = value if isinstance(value, dict) else getattr(value, "__dict__", None) or {}
        for field in [*fields.values(), *_fields_of_update(value)]:
            if isinstance(field, (BaseMessage, list, tuple)):
                yield from _messages_in(field)


def _fields_of_update(value: Any) -> list[Any]:
    update = getattr(value, "update", None)
    return list(update.values()) if isinstance(update, dict) else []


def _text_of(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _now() -> int:
    return time.time_ns() // 1_000_000
