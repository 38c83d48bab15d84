"""A chat with a language model of your choice: anything that speaks the chat completions of OpenAI, on this machine
or elsewhere. Secrets of the deployment say where it is: `MODEL_BASE_URL`, `MODEL_NAME` and, if the server wants a key,
`MODEL_API_KEY`. The answer streams with the tokens used at its end, a stop ends the request, and what goes wrong ends
the run with a sentence that says what to do. The key is never part of an error, a message or the state.
"""

import json
import os
import re
from collections.abc import AsyncIterator
from typing import Annotated, Any, NamedTuple, TypedDict

import httpx
from langchain_core.language_models.chat_models import BaseChatModel, agenerate_from_stream
from langchain_core.messages import AIMessageChunk, AnyMessage
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_core.runnables import RunnableConfig
from langgraph.graph import START, StateGraph
from langgraph.graph.message import add_messages

where = "Add what is missing to the secrets of this deployment (Edit, Secrets) and save."
roles = {"human": "user", "ai": "assistant", "system": "system"}


class Settings(NamedTuple):
    base: str
    name: str
    key: str | None


def read_settings() -> Settings:
    """Anew for each call, and held by nothing that could be printed."""
    base, name, key = (
        os.environ.get(f"MODEL_{what}", "").strip() for what in ("BASE_URL", "NAME", "API_KEY")
    )
    missing = [
        "" if base else "MODEL_BASE_URL (for example http://127.0.0.1:11434/v1)",
        "" if name else "MODEL_NAME (the model to ask for)",
    ]
    if any(missing):
        raise ValueError(f"This agent needs {' and '.join(filter(None, missing))}. {where}")
    if not re.match(r"https?://[^/@\s]+(/\S*)?$", base):
        raise ValueError(
            "MODEL_BASE_URL is not an http or https address without a user name. Correct it in the secrets."
        )
    if not re.fullmatch(r"[\x21-\x7e]*", key):
        raise ValueError("MODEL_API_KEY holds characters that no header can carry. Enter it again.")
    return Settings(re.sub(r"(/chat/completions)?/*$", "", base), name, key or None)


async def completions(settings: Settings, messages: list[dict[str, Any]]) -> AsyncIterator[dict[str, Any]]:
    """What comes, event by event; a server that does not stream answers with one."""
    body = {
        "model": settings.name,
        "messages": messages,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    headers = {} if settings.key is None else {"Authorization": f"Bearer {settings.key}"}
    address = f"{settings.base}/chat/completions"
    is_complete = False
    try:
        # A key must not follow a redirect to somewhere else.
        async with (
            httpx.AsyncClient(timeout=httpx.Timeout(10, read=300), follow_redirects=False) as client,
            client.stream("POST", address, json=body, headers=headers) as response,
        ):
            if response.status_code != 200:
                await response.aread()
                raise ValueError(refusal(settings, response))
            if "text/event-stream" not in response.headers.get("content-type", ""):
                yield parsed(settings, (await response.aread()).decode())
                return
            async for line in response.aiter_lines():
                if line == "data: [DONE]":
                    return
                if line.startswith("data:"):
                    event = parsed(settings, line[5:])
                    is_complete |= any(one.get("finish_reason") for one in event.get("choices") or [])
                    yield event
    except httpx.ConnectError:
        raise ValueError(
            f"The model server at {settings.base} cannot be reached. "
            "Check that it runs, and that MODEL_BASE_URL in the secrets is right."
        ) from None
    except httpx.HTTPError as error:
        if not is_complete:
            raise ValueError(
                f"The model server at {settings.base} broke off in the middle of its answer ({type(error).__name__})."
            ) from None
    if not is_complete:
        raise ValueError(f"The model server at {settings.base} broke off in the middle of its answer.")


def refusal(settings: Settings, response: httpx.Response) -> str:
    server, status = f"The model server at {settings.base}", response.status_code
    if status in (401, 403):
        # The server's own words may repeat a part of the key, so they are left out here.
        return (
            f"{server} wants a key ({status}). Add MODEL_API_KEY to the secrets of this deployment."
            if settings.key is None
            else f"{server} refused the key ({status}). Correct MODEL_API_KEY in the secrets of this deployment."
        )
    said = response.text.strip()[:300].replace(settings.key or "\0", "[key]")
    words = f" It said: {said}" if said and not said.startswith("<") else ""
    if status == 404:
        return f'{server} knows no model "{settings.name}", or nothing is at that address (404). Check MODEL_NAME and MODEL_BASE_URL in the secrets.{words}'
    if status == 429:
        return f"{server} has had too many requests, or the quota is used up (429). Try again later.{words}"
    return f"{server} answered with status {status}.{words}"


def parsed(settings: Settings, text: str) -> dict[str, Any]:
    try:
        event = json.loads(text)
    except ValueError:
        event = None
    if not isinstance(event, dict) or not isinstance(event.get("choices") or [], list):
        raise ValueError(
            f"What {settings.base} sent is no chat completion. Check that MODEL_BASE_URL is an OpenAI-compatible address."
        )
    if event.get("error"):
        raise ValueError(f"The model server at {settings.base} failed while it answered.")
    return event


class OpenAIChatModel(BaseChatModel):
    @property
    def _llm_type(self) -> str:
        return "openai-compatible"

    def _generate(self, messages: list[AnyMessage], *given: Any, **more: Any) -> ChatResult:
        raise NotImplementedError("This model is asked by ainvoke or astream.")

    async def _agenerate(self, messages: list[AnyMessage], *given: Any, **more: Any) -> ChatResult:
        return await agenerate_from_stream(self._astream(messages))

    async def _astream(
        self, messages: list[AnyMessage], *given: Any, run_manager: Any = None, **more: Any
    ) -> AsyncIterator[ChatGenerationChunk]:
        settings = read_settings()
        ending: dict[str, Any] = {"content": ""}
        async for event in completions(settings, messages_for(messages)):
            if usage := event.get("usage"):
                ending["usage_metadata"] = usage_of(usage)
            choice = (event.get("choices") or [{}])[0]
            if reason := choice.get("finish_reason"):
                told = {"finish_reason": reason, "model_name": event.get("model") or settings.name}
                ending["response_metadata"] = told
            text = (choice.get("delta") or choice.get("message") or {}).get("content")
            if text:
                chunk = ChatGenerationChunk(message=AIMessageChunk(content=text))
                if run_manager:
                    await run_manager.on_llm_new_token(chunk.text, chunk=chunk)
                yield chunk
        # Once, at the end: joining chunks adds their numbers up.
        yield ChatGenerationChunk(message=AIMessageChunk(**ending))


def usage_of(usage: dict[str, Any]) -> dict[str, Any]:
    given, told = usage.get("prompt_tokens") or 0, usage.get("completion_tokens") or 0
    total = usage.get("total_tokens") or given + told
    return {"input_tokens": given, "output_tokens": told, "total_tokens": total}


def messages_for(messages: list[AnyMessage]) -> list[dict[str, Any]]:
    """Text and images; tool calls and empty answers are left out."""
    told = []
    for message in messages:
        content = message.content
        if not isinstance(content, str):
            kinds = ("text", "image_url")
            content = [part for part in content if isinstance(part, dict) and part.get("type") in kinds]
        if content and message.type in roles:
            told.append({"role": roles[message.type], "content": content})
    return told


class State(TypedDict):
    messages: Annotated[list[AnyMessage], add_messages]


model = OpenAIChatModel()


async def chat(state: State, config: RunnableConfig):
    return {"messages": [await model.ainvoke(state["messages"], config)]}


graph = StateGraph(State).add_node("chat", chat).add_edge(START, "chat").compile(name="model")
