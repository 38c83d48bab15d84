"""An agent that asks before it acts. It plans one action from the message (a refund: "refund €84 for order 4411";
anything else becomes a task), pauses the run with an interrupt in the form that agent inboxes show, and goes on when
a person accepts it, edits it, answers in words or ignores it. There is no payment service behind it: an approved
action is written to the thread's `ledger`, and the agent says so.
"""

import operator
import re
from typing import Annotated, Any

from conversation import latest_request, say
from langchain_core.messages import AnyMessage
from langgraph.graph import START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.types import interrupt
from typing_extensions import TypedDict


class Action(TypedDict):
    action: str
    args: dict[str, Any]


class State(TypedDict, total=False):
    messages: Annotated[list[AnyMessage], add_messages]
    plan: Action | None
    ledger: Annotated[list[Action], operator.add]


def plan(state: State):
    """Reads the request; what it does not say is left empty for the person to fill in."""
    request = latest_request(state.get("messages", []))
    if not re.search(r"\brefund", request, re.IGNORECASE):
        return {"plan": {"action": "create_task", "args": {"title": request}}}
    order = re.search(r"\border\s*#?([\w-]*\d[\w-]*)", request, re.IGNORECASE)
    amount = re.search(r"[€$£]\s?(\d+(?:[.,]\d{1,2})?)", request)
    args = {
        "order_id": order[1] if order else "",
        "amount": float(amount[1].replace(",", ".")) if amount else None,
        "reason": request,
    }
    return {"plan": {"action": "issue_refund", "args": args}}


def review(state: State):
    """Asks until the answer can be carried out; the library replays earlier answers in order."""
    planned, remark = state["plan"], ""
    while True:
        answer = interrupt([request_for(planned, remark)])
        if isinstance(answer, list) and answer:
            answer = answer[0]
        kind = answer.get("type") if isinstance(answer, dict) else None
        if kind == "accept":
            return carried_out(planned)
        if kind == "edit" and isinstance(answer.get("args"), dict):
            return carried_out(edited(planned, answer["args"]), " with your changes")
        if kind == "ignore":
            return {"plan": None, "messages": [say(f"Rejected: I did not {summary_of(planned)}.")]}
        if kind == "response":
            said = f"I did not {summary_of(planned)}. You answered: “{answer.get('args')}”"
            return {"plan": None, "messages": [say(said)]}
        remark = "Answer with accept, edit, response or ignore."


def edited(planned: Action, args: dict[str, Any]) -> Action:
    """The whole action as it should be, or only the arguments that change."""
    if isinstance(args.get("args"), dict):
        return {"action": args.get("action", planned["action"]), "args": args["args"]}
    return {**planned, "args": {**planned["args"], **args}}


def carried_out(approved: Action, how: str = ""):
    text = f"Approved{how}: {summary_of(approved)}. I wrote it to the ledger of this thread."
    return {"plan": None, "ledger": [approved], "messages": [say(text)]}


def request_for(planned: Action, remark: str) -> dict[str, Any]:
    allowed = ("allow_accept", "allow_edit", "allow_respond", "allow_ignore")
    return {
        "action_request": planned,
        "config": dict.fromkeys(allowed, True),
        "description": f"The agent wants to {summary_of(planned)}. {remark}".strip(),
    }


def summary_of(planned: Action) -> str:
    args = planned["args"]
    if planned["action"] == "issue_refund":
        return f"refund {args.get('amount') or 'an unnamed amount'} for order {args.get('order_id') or '(not named)'}"
    return f"create the task “{args.get('title', '')}”"


graph = (
    StateGraph(State)
    .add_node("make_plan", plan)
    .add_node("review", review)
    .add_edge(START, "make_plan")
    .add_edge("make_plan", "review")
    .compile(name="approval")
)
