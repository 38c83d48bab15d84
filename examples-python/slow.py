"""A graph that takes its time, for trying out what happens to a run while it works: stop it and keep the
finished steps, roll it back, send a second message behind it. The input says how much there is to do, as fields
(`{"steps": 6, "seconds": 2}`) or in words ("6 steps of 2 seconds"). Every step is a superstep of the graph, so
each finished one has a checkpoint, a line in `log`, a message and a custom event.
"""

import asyncio
import operator
import re
from typing import Annotated

from conversation import latest_request, say
from langchain_core.messages import AnyMessage
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.types import StreamWriter
from typing_extensions import TypedDict


class Workload(TypedDict):
    steps: int
    seconds: float


class State(TypedDict, total=False):
    messages: Annotated[list[AnyMessage], add_messages]
    steps: int | None
    seconds: float | None
    workload: Workload
    completed: int
    log: Annotated[list[str], operator.add]


def workload_of(state: State) -> Workload:
    """Fields of the input win over the words of the message; 5 steps of 2 seconds are usual."""
    request = latest_request(state.get("messages", []))
    steps = re.search(r"(\d+)\s*(?:steps?|times|rounds?)\b", request, re.IGNORECASE)
    seconds = re.search(r"(\d+(?:[.,]\d+)?)\s*s(?:ec\w*)?\b", request, re.IGNORECASE)
    asked = state.get("steps") or (int(steps[1]) if steps else 5)
    length = state.get("seconds")
    if length is None:
        length = float(seconds[1].replace(",", ".")) if seconds else 2
    return {"steps": min(100, max(1, asked)), "seconds": min(60, max(0, length))}


def prepare(state: State):
    workload = workload_of(state)
    plan = f"{count(workload['steps'])} of {workload['seconds']:g} seconds each."
    return {
        "workload": workload,
        "completed": 0,
        # The fields belong to this input only: a later message on the thread must not inherit them.
        "steps": None,
        "seconds": None,
        "log": [f"prepared: {plan}"],
        "messages": [say(f"Starting {plan}")],
    }


async def work(state: State, writer: StreamWriter):
    workload, step = state["workload"], state["completed"] + 1
    progress = {"type": "progress", "step": step, **workload}
    writer({**progress, "status": "started"})
    await asyncio.sleep(workload["seconds"])
    writer({**progress, "status": "completed"})
    line = f"Step {step} of {workload['steps']} done."
    return {"completed": step, "log": [line], "messages": [say(line)]}


def finish(state: State):
    done = f"All done: {count(state['completed'])} completed."
    return {"log": ["finished"], "messages": [say(done)]}


def next_step(state: State) -> str:
    return "work" if state["completed"] < state["workload"]["steps"] else "finish"


def count(steps: int) -> str:
    return "1 step" if steps == 1 else f"{steps} steps"


graph = (
    StateGraph(State)
    .add_node("prepare", prepare)
    .add_node("work", work)
    .add_node("finish", finish)
    .add_edge(START, "prepare")
    .add_edge("prepare", "work")
    .add_conditional_edges("work", next_step, ["work", "finish"])
    .add_edge("finish", END)
    .compile(name="slow")
)
