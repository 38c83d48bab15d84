"""What travels between the agent server (parent) and this process. The same table as
`src/server/executor/protocol.ts`; docs/executor-protocol.md says what each message means.

Values of user code travel as JSON text or as the saver's bytes.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union

OUTPUT_MARK = "\x1e"
"""Stands before and after a run's id at the start of a line that was printed within that run."""


class RunConfig(TypedDict, total=False):
    tags: list[str] | None
    recursion_limit: int | None
    max_concurrency: int | None
    run_name: str | None
    configurable: dict[str, Any] | None
    metadata: dict[str, Any] | None


class _RunOrder(TypedDict):
    run_id: str
    thread_id: str
    assistant_id: str
    graph_id: str
    attempt: int
    is_continued: bool
    stream_modes: list[str]
    stream_subgraphs: bool
    config: RunConfig


class RunOrder(_RunOrder, total=False):
    """One attempt at a run."""

    input: Any
    command: dict[str, Any] | None
    checkpoint: dict[str, Any] | None
    interrupt_before: str | list[str] | None
    interrupt_after: str | list[str] | None
    durability: Literal["sync", "async", "exit"] | None
    context: dict[str, Any] | None


class EventMessage(TypedDict):
    """One event of a run's stream; `data` is JSON in one line."""

    event: str
    data: str


class Summary(TypedDict):
    first_message: str | None
    last_message: str | None
    message_count: int


class ThreadSnapshot(TypedDict):
    """What a thread looks like after a run; `values` is JSON text."""

    values: str
    next: list[str]
    interrupts: dict[str, list[Any]]
    summary: Summary
    answer: str | None


class RunEnd(TypedDict, total=False):
    outcome: Literal["success", "stopped", "failed"]
    snapshot: ThreadSnapshot | None
    error: str
    message: str


class Typed(TypedDict):
    """A serialised value: how it was written, and its bytes."""

    type: str
    bytes: bytes


class StoredBlob(Typed):
    channel: str


class StoredWrite(Typed):
    task_id: str
    channel: str


class StoredCheckpoint(TypedDict):
    """`checkpoint` and `metadata` are JSON text."""

    checkpoint_ns: str
    checkpoint_id: str
    parent_checkpoint_id: str | None
    checkpoint: str
    metadata: str
    blobs: list[StoredBlob]
    writes: list[StoredWrite]


class StoreScope(TypedDict, total=False):
    """On whose behalf the store is asked: a run (which may write) or a reader of a thread."""

    thread_id: str
    run_id: str | None
    attempt: int


StoreCall = dict[str, Any]
"""`get`, `list`, `put`, `put-writes` with a scope, or `items` with operations."""

Call = dict[str, Any]
"""`load`, `state`, `history`, `update`, `snapshot`, `drawing`, `schemas`, `subgraphs`, `ping`, `loop-delay`."""


class CallMessage(TypedDict):
    kind: Literal["call"]
    id: int
    body: Call


class StartMessage(TypedDict):
    kind: Literal["start"]
    order: RunOrder


class AbortMessage(TypedDict):
    kind: Literal["abort"]
    run_id: str


class TakenMessage(TypedDict):
    kind: Literal["taken"]
    run_id: str
    bytes: int


class StoredMessage(TypedDict):
    kind: Literal["stored"]
    id: int
    result: list[Any] | None


class StoreFailedMessage(TypedDict):
    kind: Literal["store-failed"]
    id: int
    message: str


ParentMessage = Union[
    CallMessage, StartMessage, AbortMessage, TakenMessage, StoredMessage, StoreFailedMessage
]


class AnswerMessage(TypedDict):
    kind: Literal["answer"]
    id: int
    json: str


class FailureMessage(TypedDict):
    kind: Literal["failure"]
    id: int
    message: str
    stack: str | None
    is_refused: bool


class EventsMessage(TypedDict):
    kind: Literal["events"]
    run_id: str
    events: list[EventMessage]
    bytes: int


class EndedMessage(TypedDict):
    kind: Literal["ended"]
    run_id: str
    end: RunEnd
    stack: str | None


class StoreMessage(TypedDict):
    kind: Literal["store"]
    id: int
    body: StoreCall


ChildMessage = Union[AnswerMessage, FailureMessage, EventsMessage, EndedMessage, StoreMessage]
