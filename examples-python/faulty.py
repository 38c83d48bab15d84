"""A graph that fails on purpose, for seeing how a failed run looks and what is left of it. It collects the words
of the message, sorts them and delivers the result; by default the second of these steps raises "planned failure: …"
after the first has finished. `fail_at` (or the message: "fail at deliver") chooses another step, and "nowhere" lets
everything succeed.
"""

import operator
import re
from typing import Annotated

from conversation import latest_request, say
from langchain_core.messages import AnyMessage
from langgraph.graph import START, StateGraph
from langgraph.graph.message import add_messages
from typing_extensions import TypedDict

places = ("sort", "deliver", "nowhere")


class State(TypedDict, total=False):
    messages: Annotated[list[AnyMessage], add_messages]
    fail_at: str | None
    failing: str
    words: list[str]
    log: Annotated[list[str], operator.add]


def collect(state: State):
    request = latest_request(state.get("messages", []))
    found = re.search(r"\bfail\s+(?:at\s+|in\s+)?[\"“]?([\w-]+)", request, re.IGNORECASE)
    asked = state.get("fail_at") or (found[1] if found else places[0])
    place = asked.strip().lower() if asked.strip().lower() in places else places[0]
    words = re.findall(r"[\w'-]+", request)
    done = f"Collected {'1 word' if len(words) == 1 else f'{len(words)} words'}."
    outlook = (
        "Nothing is going to fail."
        if place == "nowhere"
        else f'The node "{place}" is going to fail.'
    )
    return {
        "words": words,
        "failing": place,
        # The choice belongs to this input only: a later message on the thread must not inherit it.
        "fail_at": None,
        "log": [done],
        "messages": [say(f"{done} {outlook}")],
    }


def sort(state: State):
    fail_if_planned("sort", state, "nothing was sorted")
    words = sorted(state["words"], key=str.lower)
    return {"words": words, "log": ["Sorted the words."], "messages": [say("Sorted the words.")]}


def deliver(state: State):
    fail_if_planned("deliver", state, "the sorted words were not delivered")
    return {"log": ["Delivered."], "messages": [say(f"In order: {', '.join(state['words'])}")]}


def fail_if_planned(place: str, state: State, loss: str) -> None:
    if state["failing"] == place:
        raise RuntimeError(
            f'planned failure: the node "{place}" failed as asked, so {loss}. '
            f'Before it: {state["log"][-1]} Send "fail at nowhere" to see the same graph succeed.'
        )


graph = (
    StateGraph(State)
    .add_node("collect", collect)
    .add_node("sort", sort)
    .add_node("deliver", deliver)
    .add_edge(START, "collect")
    .add_edge("collect", "sort")
    .add_edge("sort", "deliver")
    .compile(name="faulty")
)
