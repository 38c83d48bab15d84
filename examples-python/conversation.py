"""What the examples share: what was asked, and how they answer."""

from typing import Any

from langchain_core.messages import AIMessage, AnyMessage


def latest_request(messages: list[AnyMessage]) -> str:
    """The text of the newest message of a person; empty when there is none."""
    for message in reversed(messages):
        if message.type == "human":
            return text_of(message.content).strip()
    return ""


def text_of(content: Any) -> str:
    if isinstance(content, str):
        return content
    parts = (part if isinstance(part, str) else part.get("text", "") for part in content)
    return "".join(parts)


def say(text: str) -> AIMessage:
    return AIMessage(content=text)
