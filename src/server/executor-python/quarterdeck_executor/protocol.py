"""What travels between the agent server (parent) and this process. The same table as
`src/server/executor/protocol`; docs/executor-protocol.md says what each message means.

Values of user code travel as JSON text or as the saver's bytes.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union

OUTPUT_MARK = "\x1e"
"""Stands before and after what is known of a line, at its start: the token of the attempt that printed it, and after
a colon the level that a logger gave it. Each may be missing."""


STREAMED_MARK = "~"
"""Marks what only readers of the streaming protocol are told: an event as a whole (`~tasks`), or where in the
graph it was (`custom|~writer:1`)."""


LeaseSpan = TypedDict("LeaseSpan", {"from": float, "until": float})
"""When others leave alone for certain what a server has claimed, in ms since 1970 by the clock of the machine. One
that was set back is before it, and one that has slept is after it."""


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
    is_told_whole: bool
    """All that the streaming protocol has is told as well, hidden from who asked for modes."""
    config: RunConfig
    held: LeaseSpan | None
    """When its steps may begin without a question; None where no other server could have the run."""


class RunOrder(_RunOrder, total=False):
    """One attempt at a run."""

    input: Any
    command: dict[str, Any] | None
    checkpoint: dict[str, Any] | None
    interrupt_before: str | list[str] | None
    interrupt_after: str | list[str] | None
    durability: Literal["sync", "async", "exit"] | None
    strict_resume: bool
    """An answer to a question that does not wait ends the run with an error, instead of being passed over."""
    context: dict[str, Any] | None
    traces: Literal["spans", "contents"] | None


class ToldUsage(TypedDict):
    """An answer of a model that a run made. `usage` is JSON text."""

    message_id: str
    step: int | None
    node: str | None
    model: str | None
    usage: str


class ToldSpan(TypedDict):
    """A step, a tool or a call of a model that has ended. Times are milliseconds since 1970."""

    kind: Literal["step", "tool", "model"]
    id: str
    parent_id: str
    name: str
    started_at: int
    ended_at: int
    error: str | None
    model: str | None
    provider: str | None
    tool_call_id: str | None
    usage: str | None
    input: str | None
    output: str | None


class EventMessage(TypedDict):
    """One event of a run's stream; `data` is JSON in one line."""

    event: str
    data: str


class Summary(TypedDict):
    first_message: str | None
    last_message: str | None
    message_count: int


class _ThreadSnapshot(TypedDict):

    values: str
    next: list[str]
    interrupts: dict[str, list[Any]]
    summary: Summary
    answer: str | None


class ThreadSnapshot(_ThreadSnapshot, total=False):
    """What a thread looks like after a run; `values` is JSON text."""

    hides_results: bool
    """The graph's own channels refuse what its last steps have left: this is the state without that."""


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


class _StoredCheckpoint(TypedDict):

    checkpoint_ns: str
    checkpoint_id: str
    parent_checkpoint_id: str | None
    checkpoint: str
    metadata: str
    blobs: list[StoredBlob]
    writes: list[StoredWrite]


class StoredCheckpoint(_StoredCheckpoint, total=False):
    """`checkpoint` and `metadata` are JSON text."""

    has_more: bool
    """On the last of a list that is shorter than it was asked for: others follow."""


StoreCall = dict[str, Any]
"""`get`, `list`, `ancestors`, `put`, `put-writes` of the work whose token goes with it, or `items` with operations."""

Call = dict[str, Any]
"""`prepare`, `load`, `state`, `history`, `update`, `snapshot`, `drawing`, `schemas`, `subgraphs`, `inputs`, `check-input`, `check-context`,
`authenticate`, `authorize`, `ping`, `loop-delay`."""


class CallMessage(TypedDict):
    kind: Literal["call"]
    id: str
    body: Call


class StartMessage(TypedDict):
    """`token`: random, given with this attempt alone. Whatever is sent on its behalf shows it."""

    kind: Literal["start"]
    token: str
    order: RunOrder


class AbortMessage(TypedDict):
    kind: Literal["abort"]
    token: str


class TakenMessage(TypedDict):
    kind: Literal["taken"]
    token: str
    bytes: int


class HeldMessage(TypedDict):
    """The run is certainly the server's for so long after it was asked."""

    kind: Literal["held"]
    token: str
    for_ms: float


class MoreMessage(TypedDict):
    """A part of the answer to a call was taken: the next one, or no more of it."""

    kind: Literal["more"]
    id: str
    is_wanted: bool


class StoredMessage(TypedDict):
    kind: Literal["stored"]
    id: str
    result: list[Any] | None


class StoreFailedMessage(TypedDict):
    kind: Literal["store-failed"]
    id: str
    message: str


class _AppRequest(TypedDict):
    kind: Literal["app-request"]
    id: str
    url: str
    method: str
    headers: list[list[str]]
    has_body: bool


class AppRequest(_AppRequest, total=False):
    """A request to the project's own app; its body follows in parts, each when the app asks for more."""

    pass_token: str
    """With this as `x-quarterdeck-pass` the agent server answers it, where the app leaves it to that; absent where that
    has no such address."""


class AppBodyMessage(TypedDict):
    """The next part of the request's body; None: that was all."""

    kind: Literal["app-body"]
    id: str
    chunk: bytes | None


class AppTakenMessage(TypedDict):
    """The last part of the answer was taken in."""

    kind: Literal["app-taken"]
    id: str


class AppAbortMessage(TypedDict):
    """Whoever asked has left."""

    kind: Literal["app-abort"]
    id: str


AppMessage = Union[AppRequest, AppBodyMessage, AppTakenMessage, AppAbortMessage]

ParentMessage = Union[
    CallMessage,
    AppMessage,
    StartMessage,
    AbortMessage,
    TakenMessage,
    HeldMessage,
    MoreMessage,
    StoredMessage,
    StoreFailedMessage,
]


class PartMessage(TypedDict):
    """Of a long answer what comes before its last part."""

    kind: Literal["part"]
    id: str
    text: str


class AnswerMessage(TypedDict):
    kind: Literal["answer"]
    id: str
    json: str


class FailureMessage(TypedDict):
    kind: Literal["failure"]
    id: str
    message: str
    stack: str | None
    is_refused: bool


class EventsMessage(TypedDict):
    kind: Literal["events"]
    token: str
    events: list[EventMessage]
    bytes: int


class UsageMessage(TypedDict):
    kind: Literal["usage"]
    token: str
    usage: ToldUsage


class SpanMessage(TypedDict):
    kind: Literal["span"]
    token: str
    span: ToldSpan


class HoldMessage(TypedDict):
    """Asks before a step whether the run is still the server's; answered by `held`, by `abort`, or not."""

    kind: Literal["hold"]
    token: str


class EndedMessage(TypedDict):
    kind: Literal["ended"]
    token: str
    end: RunEnd
    stack: str | None


class _StoreMessage(TypedDict):
    kind: Literal["store"]
    id: str
    body: StoreCall


class StoreMessage(_StoreMessage, total=False):
    token: str
    """Of an attempt, or the id of a call; not of items."""


class AppHeadMessage(TypedDict):
    kind: Literal["app-head"]
    id: str
    status: int
    headers: list[list[str]]
    has_body: bool


class AppChunkMessage(TypedDict):
    """The next part of the answer, one at a time; None: that was all."""

    kind: Literal["app-chunk"]
    id: str
    chunk: bytes | None


class AppMoreMessage(TypedDict):
    """The app wants more of the request's body."""

    kind: Literal["app-more"]
    id: str


class AppFailedMessage(TypedDict):
    kind: Literal["app-failed"]
    id: str


ChildMessage = Union[
    AppHeadMessage,
    AppChunkMessage,
    AppMoreMessage,
    AppFailedMessage,
    PartMessage,
    AnswerMessage,
    FailureMessage,
    EventsMessage,
    UsageMessage,
    SpanMessage,
    HoldMessage,
    EndedMessage,
    StoreMessage,
]
