"""The graphs of ../project/graphs.ts."""

from typing import TypedDict

from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langgraph.graph import START, MessagesState, StateGraph


class Count(TypedDict):
    count: int


async def add(state: Count):
    return {"count": state["count"] + 1}


# One step that does next to nothing: what a run costs besides its own work.
trivial = StateGraph(Count).add_node("add", add).add_edge(START, "add").compile()


class Answer(MessagesState):
    tokens: int


async def respond(state: Answer):
    model = FakeListChatModel(responses=["x" * state["tokens"]])
    return {"messages": [await model.ainvoke(state["messages"])]}


# A model that answers with so many tokens as fast as they are taken.
tokens = StateGraph(Answer).add_node("respond", respond).add_edge(START, "respond").compile()
