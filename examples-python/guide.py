"""An assistant that answers questions about Quarterdeck from its documentation: the pages in `docs/` and the README
of the repository that it was deployed from. The model calls the tool `search_docs`, reads what that found, and streams
an answer that quotes the best passage and names its sources. It is no language model: it searches and quotes, without a
key or a network, and says so when the documentation has nothing.
"""

import asyncio
import json
import math
import re
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Any, TypedDict
from uuid import uuid4

from conversation import latest_request
from langchain_core.language_models.chat_models import BaseChatModel, agenerate_from_stream
from langchain_core.messages import AIMessageChunk, AnyMessage
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import tool
from langgraph.graph import START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.prebuilt import ToolNode, tools_condition

page_size = 3
pace_seconds = 0.015
longest_quote = 1_400
least_coverage = 0.4
greeting = re.compile(r"(hi+|hello|hey|help|what (can|do) you do|who are you)\b[\s,.!?]*", re.IGNORECASE)
# How an answer is wanted to look ("Tell me with a table") is not what a request is about.
wanted_form = re.compile(
    r"(?:^|[\s.!?;,:(]+)(?:(?:and|but|please|can you|could you|would you)\s+)*"
    r"(?:(?:tell|show|give|explain|answer|reply|write|summari[sz]e|format|present|put|list|say)\s+"
    r"(?:(?:it|this|that|me|us|them|all|everything|(?:the|your) answer)\s+)*)?"
    r"(?:(?:with|in|as|using)\s+"
    r"(?:(?:a|an|the|one|two|three|few|some|short|brief|simple|small|numbered|bulleted|bullet)\s+)*"
    r"(?:tables?|lists?|bullets?|points|steps|sentences?|words|lines|paragraphs?|plain english)"
    r"|step by step|briefly|shortly|in short|in detail|in brief)\b(?:[\s,]*please)?",
    re.IGNORECASE,
)
small_words = set(
    "a an and are as at be by can do does for from how i in is it my of on or the to what when where which who why with".split()
)


class Section(TypedDict):
    page: str
    headings: list[str]
    text: str


def read_sections(root: Path) -> list[Section]:
    """Each heading of each page with what stands below it."""
    sections: list[Section] = []
    for file in [root / "README.md", *sorted((root / "docs").glob("*.md"))]:
        if not file.exists():
            continue
        headings: list[str] = []
        is_code = False
        for line in file.read_text(encoding="utf-8").splitlines():
            is_code ^= line.lstrip().startswith("```")
            heading = None if is_code else re.match(r"(#+)\s+(.*)", line)
            if heading:
                headings = [*headings[: len(heading[1]) - 1], heading[2]]
                page = file.relative_to(root).as_posix()
                sections.append({"page": page, "headings": headings, "text": ""})
            elif sections:
                sections[-1]["text"] += line + "\n"
    return [{**one, "text": one["text"].strip()} for one in sections if one["text"].strip()]


def terms_of(text: str) -> list[str]:
    """The words that say something, without their endings."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    return [re.sub(r"(ing|ed|es|s)$", "", word) for word in words if word not in small_words]


class Library:
    """Finds sections by the usual measure: rare words weigh more, long sections less, headings most."""

    def __init__(self, sections: list[Section]) -> None:
        self._sections = sections
        self._counts = [
            Counter(terms_of(one["text"]) + 4 * terms_of(" ".join(one["headings"]))) for one in sections
        ]
        self._lengths = [sum(count.values()) for count in self._counts]
        self._average = sum(self._lengths) / max(1, len(sections))
        holders = Counter(term for count in self._counts for term in count)
        self._weights = {
            term: math.log(1 + (len(sections) - held + 0.5) / (held + 0.5))
            for term, held in holders.items()
        }
        self.topics = [one["headings"][0] for one in sections if len(one["headings"]) == 1]

    def search(self, question: str) -> list[Section]:
        asked = set(terms_of(question))
        # A word that no page has makes it less likely that any page is about the question.
        unknown = math.log(1 + len(self._sections))
        whole = sum(self._weights.get(term, unknown) for term in asked)
        hits = []
        for section, count, length in zip(self._sections, self._counts, self._lengths):
            found = [term for term in asked if term in count]
            if sum(self._weights[term] for term in found) < least_coverage * max(whole, 1e-9):
                continue
            dampening = 1.2 * (0.25 + 0.75 * length / self._average)
            score = sum(
                self._weights[term] * count[term] * 2.2 / (count[term] + dampening) for term in found
            )
            hits.append((score, section))
        return [section for _, section in sorted(hits, key=lambda hit: -hit[0])]


library = Library(read_sections(Path(__file__).resolve().parent.parent))


@tool
def search_docs(query: str) -> str:
    """Searches the documentation of Quarterdeck and returns the sections that fit."""
    found = library.search(query)
    return json.dumps({"query": query, "found": len(found), "results": found[:page_size]})


def answer_from(found: dict[str, Any]) -> str:
    results: list[Section] = found["results"]
    if not results:
        nothing = f"I found nothing about “{found['query']}” in the documentation of Quarterdeck, and I do not want to guess."
        return f"{nothing}\n\n{topic_list()}"
    best = results[0]
    quote = best["text"]
    if len(quote) > longest_quote:
        quote = quote[:longest_quote].rsplit("\n\n", 1)[0] + "\n\n…"
    sources = "\n".join(f"- {' › '.join(one['headings'])} (`{one['page']}`)" for one in results)
    return f"**{' › '.join(best['headings'][-2:])}**\n\n{quote}\n\n---\n\n**Sources**\n\n{sources}"


def topic_list() -> str:
    return "These are the topics that I know about:\n\n" + "\n".join(f"- {one}" for one in library.topics)


class GuideModel(BaseChatModel):
    """To the graph, and to everybody who listens, a chat model as any other: it calls a tool and streams."""

    @property
    def _llm_type(self) -> str:
        return "quarterdeck-guide"

    def _generate(self, messages: list[AnyMessage], *given: Any, **more: Any) -> ChatResult:
        raise NotImplementedError("This model is asked by ainvoke or astream.")

    async def _agenerate(self, messages: list[AnyMessage], *given: Any, **more: Any) -> ChatResult:
        return await agenerate_from_stream(self._astream(messages))

    async def _astream(
        self, messages: list[AnyMessage], *given: Any, run_manager: Any = None, **more: Any
    ) -> AsyncIterator[ChatGenerationChunk]:
        for fields in pieces_of(messages):
            chunk = ChatGenerationChunk(message=AIMessageChunk(**fields))
            if run_manager:
                await run_manager.on_llm_new_token(chunk.text, chunk=chunk)
            yield chunk
            # Slow enough that a person can read along and press Stop in the middle.
            await asyncio.sleep(pace_seconds)


def pieces_of(messages: list[AnyMessage]) -> list[dict[str, Any]]:
    """What is streamed: a call of the tool, or an answer word by word."""
    request = latest_request(messages)
    if messages[-1].type == "tool":
        text = answer_from(json.loads(messages[-1].text))
    elif request == "" or greeting.fullmatch(request):
        text = f"I answer questions about Quarterdeck from its own documentation.\n\n{topic_list()}"
    else:
        query = wanted_form.sub(" ", request).strip(" :,.;-")
        query = query if terms_of(query) else request
        call = {"name": "search_docs", "args": json.dumps({"query": query}), "index": 0}
        call["id"] = f"call_{uuid4()}"
        return [{"content": "", "tool_call_chunks": [{**call, "type": "tool_call_chunk"}]}]
    return [{"content": word} for word in re.findall(r"\s*\S+\s*", text)]


class State(TypedDict):
    messages: Annotated[list[AnyMessage], add_messages]


model = GuideModel()


async def agent(state: State, config: RunnableConfig):
    return {"messages": [await model.ainvoke(state["messages"], config)]}


graph = (
    StateGraph(State)
    .add_node("agent", agent)
    .add_node("tools", ToolNode([search_docs]))
    .add_edge(START, "agent")
    .add_conditional_edges("agent", tools_condition)
    .add_edge("tools", "agent")
    .compile(name="guide")
)
