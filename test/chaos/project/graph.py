"""The same as graph.ts, in Python."""

import asyncio
import operator
import uuid
from typing import Annotated, Any, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.types import StreamWriter


class State(TypedDict, total=False):
    plan: dict[str, Any]
    done: int
    log: Annotated[list[dict[str, Any]], operator.add]


executor = str(uuid.uuid4())
"""Tells which process told an event: an attempt works in one."""


async def work(state: State, writer: StreamWriter) -> State:
    plan, step = state["plan"], state.get("done", 0) + 1
    token = str(uuid.uuid4())
    for tell in range(plan["tells"]):
        await asyncio.sleep(plan["ms"] / 1000)
        writer({"run": plan["run"], "step": step, "tell": tell, "token": token, "executor": executor})
    if plan["fails"] == step:
        raise ValueError("planned failure")
    return {"done": step, "log": [{"run": plan["run"], "step": step, "token": token}]}


def further(state: State) -> str:
    return "step" if state["done"] < state["plan"]["steps"] else END


graph = (
    StateGraph(State)
    .add_node("step", work)
    .add_edge(START, "step")
    .add_conditional_edges("step", further, ["step", END])
    .compile()
)
