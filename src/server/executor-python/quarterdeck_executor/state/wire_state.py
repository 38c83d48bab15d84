"""States as the wire has them."""

from __future__ import annotations

import json
import re
from typing import Any

from langgraph.types import Interrupt, StateSnapshot

from ..protocol import Summary, ThreadSnapshot
from ..wire_json import interrupt_of, wire_json

_summary_length = 200
_answer_length = 2_000


def wire_state(state: StateSnapshot) -> dict[str, Any]:
    """A state (`ThreadState`), not yet JSON."""
    return {
        "values": state.values,
        "next": _steps_left(state),
        "tasks": [
            {
                "id": task.id,
                "name": task.name,
                "path": task.path,
                "error": None if task.error is None else error_text(task.error),
                "interrupts": task.interrupts,
                "checkpoint": task_checkpoint(task.state),
                "state": wire_state(task.state) if isinstance(task.state, StateSnapshot) else None,
                "result": task.result,
            }
            for task in state.tasks
        ],
        "metadata": state.metadata or {},
        "created_at": wire_time(state.created_at),
        "checkpoint": wire_checkpoint(state.config),
        "parent_checkpoint": wire_checkpoint(state.parent_config),
        "interrupts": [interrupt for task in state.tasks for interrupt in task.interrupts],
    }


def chosen_parts(state: dict[str, Any], choice: list[str] | None) -> dict[str, Any]:
    """What was chosen of a state, as `chosenParts` in `src/contract/agent-server/state-parts.ts` has it."""
    if not choice:
        return state
    chosen = {name: part for name, part in state.items() if name in choice}
    keys = [part.removeprefix("values.") for part in choice if part.startswith("values.")]
    if keys and "values" not in choice:
        values = state["values"] if isinstance(state["values"], dict) else {}
        chosen["values"] = {key: value for key, value in values.items() if key in keys}
    return chosen


def wire_checkpoint(config: Any) -> dict[str, Any] | None:
    """Which checkpoint a config points to."""
    place = (config or {}).get("configurable", {})
    if not place.get("checkpoint_id"):
        return None
    return {
        "thread_id": place.get("thread_id"),
        "checkpoint_id": place["checkpoint_id"],
        "checkpoint_ns": place.get("checkpoint_ns") or "",
        "checkpoint_map": place.get("checkpoint_map"),
    }


def task_checkpoint(state: Any) -> dict[str, Any] | None:
    """Where the state of a task's subgraph is: the library tells it in place of the state, or within it."""
    config = state.config if isinstance(state, StateSnapshot) else state
    place = (config or {}).get("configurable", {})
    if place.get("checkpoint_ns") is None:
        return None
    return {
        name: place[name]
        for name in ("thread_id", "checkpoint_ns", "checkpoint_id", "checkpoint_map")
        if place.get(name) is not None
    }


def wire_time(time: str | None) -> str | None:
    """In the form that JavaScript writes."""
    return time.replace("+00:00", "Z") if time else None


def error_text(error: Any) -> str:
    """An error of a task: text, or JSON of its name and message."""
    return error if isinstance(error, str) else wire_json(error)


def thread_snapshot(state: StateSnapshot) -> ThreadSnapshot:
    """What is kept on the thread after a run."""
    values = wire_json(state.values)
    messages = _messages_of(json.loads(values))
    return {
        "values": values,
        "next": _steps_left(state),
        "interrupts": {
            task.id: [_plain(interrupt) for interrupt in task.interrupts]
            for task in state.tasks
            if task.interrupts
        },
        "summary": _summary_of(messages),
        "answer": _answer_of(messages),
    }


def _plain(interrupt: Interrupt) -> Any:
    return json.loads(wire_json(interrupt_of(interrupt)))


def _steps_left(state: StateSnapshot) -> list[str]:
    """The library leaves steps out whose results are stored already. When all are, because the run ended
    before the checkpoint that joins them, there is still something left to do."""
    return list(state.next) or [task.name for task in state.tasks]


def _messages_of(values: Any) -> list[dict[str, Any]]:
    listed = values.get("messages") if isinstance(values, dict) else None
    return [
        message
        for message in (listed if isinstance(listed, list) else [])
        if isinstance(message, dict) and isinstance(message.get("type"), str)
    ]


def _is_inner(message: dict[str, Any]) -> bool:
    """Whether the agent wrote it for itself: a summary, as published middleware marks it, or what is not to be shown."""
    beside = message.get("additional_kwargs")
    beside = beside if isinstance(beside, dict) else {}
    is_marked = beside.get("lc_source") == "summarization" or beside.get("hidden") is True
    return is_marked or str(message.get("id") or "").startswith("do-not-render-")


def _summary_of(messages: list[dict[str, Any]]) -> Summary:
    texts = [
        (message["type"], text)
        for message in messages
        if not _is_inner(message) and message["type"] != "system" and (text := _text_of(message))
    ]
    asked = [text for kind, text in texts if kind == "human"]
    return {
        "first_message": next(iter([*asked, *(text for _, text in texts)]), None),
        "last_message": texts[-1][1] if texts else None,
        "message_count": len(messages),
    }


def _answer_of(messages: list[dict[str, Any]]) -> str | None:
    """The last text of the agent after the last of a person."""
    for message in reversed(messages):
        if message["type"] == "human" and not _is_inner(message):
            return None
        if message["type"] == "ai" and (text := _text_of(message, _answer_length)):
            return text
    return None


def _text_of(message: dict[str, Any], length: int = _summary_length) -> str:
    text = _words_of(message.get("content"))
    return (_said(text) if message["type"] == "ai" else text)[:length]


def _words_of(content: Any) -> str:
    """The texts of a content, parted by a picture or a file between them, as `messageText` has them."""
    if not isinstance(content, list):
        return content if isinstance(content, str) else ""
    text = ""
    is_apart = False
    for part in content:
        words = part.get("text") if isinstance(part, dict) else part
        if not isinstance(words, str) or _is_thought(part):
            words = ""
        if not words:
            is_apart = is_apart or _is_file(part)
            continue
        is_parted = is_apart and text[-1:].strip() and words[0].strip()
        text += f" {words}" if is_parted else words
        is_apart = False
    return text


def _is_file(part: Any) -> bool:
    kind = part.get("type") if isinstance(part, dict) else None
    return isinstance(kind, str) and kind.startswith(
        ("image", "audio", "video", "file", "media", "input_")
    )


def _is_thought(part: Any) -> bool:
    return isinstance(part, dict) and (
        part.get("thought") is True or part.get("type") in ("reasoning", "thinking")
    )


def _said(text: str) -> str:
    """A text without what was thought before it, as `src/contract/agent-server/answers/thoughts.ts` has it."""
    begun = text.lstrip()
    for opening, closing in _thought_tags:
        if begun.startswith(opening):
            return begun.partition(closing)[2].lstrip()
    found = _end_of_thought.search(text)
    if found is None:
        return text
    before = text[: found.start()]
    opening = next(opening for opening, closing in _thought_tags if closing == found[1])
    is_in_code = len(_fence.findall(before)) % 2 == 1
    return text if opening in before or is_in_code else text[found.end() :].lstrip()


_thought_tags = (
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("<seed:think>", "</seed:think>"),
    ("[THINK]", "[/THINK]"),
    ("◁think▷", "◁/think▷"),
)
_closings = "|".join(re.escape(closing) for _, closing in _thought_tags)
_end_of_thought = re.compile(rf"(?:^|\n)[ \t]*({_closings})")
_fence = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)
