"""What a graph tells of itself."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

from langgraph.pregel import Pregel
from pydantic import create_model


async def drawing_of(graph: Pregel, xray: bool | int) -> dict[str, Any]:
    """How it is drawn: its nodes and the ways between them."""
    drawn = await graph.aget_graph(xray=xray)
    told = drawn.to_json()
    nodes = []
    for node in told["nodes"]:
        own = drawn.nodes.get(node["id"])
        metadata = own.metadata if own else None
        is_place = node["id"] in ("__start__", "__end__")
        kind = {"type": "schema"} if is_place else {}
        nodes.append({**node, **kind, **({"metadata": metadata} if metadata else {})})
    edges = [{**edge, "conditional": bool(edge.get("conditional"))} for edge in told["edges"]]
    return {"nodes": nodes, "edges": edges}


def schemas_of(graph: Pregel) -> dict[str, Any]:
    """What it takes and gives, as JSON Schemas."""
    return {
        "input_schema": _declared(graph.get_input_jsonschema)
        or _declared(lambda: _fields_of(graph, "input")),
        "output_schema": _declared(graph.get_output_jsonschema)
        or _declared(lambda: _fields_of(graph, "output")),
        "state_schema": _declared(lambda: _schema_of(graph, graph.stream_channels_list))
        or _declared(lambda: _names_of(graph)),
        "config_schema": _declared(graph.get_config_jsonschema),
        "context_schema": _declared(graph.get_context_jsonschema),
    }


async def subgraphs_of(graph: Pregel, namespace: str | None, recurse: bool) -> dict[str, Any]:
    """By namespace, as the states of subgraphs have it."""
    found = graph.aget_subgraphs(namespace=namespace, recurse=recurse)
    return {name: schemas_of(subgraph) async for name, subgraph in found}


def _fields_of(graph: Any, part: str) -> Any:
    """For what pydantic does not take as it is, such as a `typing.TypedDict` before Python 3.12."""
    declared = getattr(graph.builder, f"{part}_schema")
    return _schema_of(graph, list(graph.builder.schemas[declared]))


def _schema_of(graph: Pregel, names: Sequence[str]) -> Any:
    """Of these fields of its state."""
    fields: Any = {name: (graph.channels[name].ValueType, None) for name in names}
    return create_model(graph.get_name("State"), **fields).model_json_schema()


def _names_of(graph: Pregel) -> dict[str, Any]:
    """The names of its fields alone."""
    return {"type": "object", "properties": {name: {} for name in graph.stream_channels_list}}


def _declared(read: Callable[[], Any]) -> Any:
    """Some types have no JSON Schema (a function, a class of the project): such a schema is told as none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return read()
    except Exception:
        return None
