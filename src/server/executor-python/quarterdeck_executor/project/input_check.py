"""What a graph refuses of its input before its first step."""

from __future__ import annotations

import dataclasses
import inspect
from typing import Any

from langchain_core.messages import convert_to_messages
from langgraph.graph.message import add_messages
from langgraph.pregel import Pregel
from pydantic import BaseModel, ValidationError

from ..failures import message_of
from ..runs.graph_input import context_of
from .first_models import first_models, model_faults

_whole_state = "__root__"


def input_rule_of(graph: Any) -> dict[str, Any] | None:
    """What the library itself refuses. None where nothing is known of it, as of functions: whatever it is
    then told, its own steps may take. Models of pydantic are looked at by the steps: what the first ones
    refuse is known before."""
    builder = getattr(graph, "builder", None)
    schemas = getattr(builder, "schemas", None)
    fields = schemas.get(builder.input_schema) if isinstance(schemas, dict) else None
    has_context = _refuses_contexts(graph)
    if not isinstance(graph, Pregel) or not fields or _whole_state in fields:
        unknown = {"is_object": False, "messages": [], "has_schema": False}
        return {**unknown, "has_context": True} if has_context else None
    return {
        "is_object": True,
        "messages": [name for name in fields if _holds_messages(graph.channels.get(name))],
        "has_schema": bool(first_models(builder)),
        "has_context": has_context,
    }


def input_faults(graph: Any, given: Any) -> list[dict[str, Any]]:
    """What the graph would certainly fail on, whatever its thread holds."""
    rule = input_rule_of(graph)
    if rule is None or not given:
        return []
    if not isinstance(given, dict) and rule["is_object"]:
        return [_fault([], "The graph takes an object with the fields of its state.")]
    named = [name for name in rule["messages"] if name in given]
    faults = [fault for name in named for fault in _message_faults(name, given[name])]
    typed = model_faults(graph, given) if rule["has_schema"] else []
    return faults + [_fault(place, f"The graph takes no such value. {why}") for place, why in typed]


def context_faults(
    graph: Any, context: dict[str, Any] | None, configurable: dict[str, Any]
) -> list[dict[str, Any]]:
    """What the graph would fail on of a context, or where none is given of the configurable values, as of each run."""
    if not _refuses_contexts(graph):
        return []
    schema = graph.context_schema
    given = context_of(graph, context, configurable) or {}
    try:
        schema(**given)
    except ValidationError as error:
        return [
            _fault(list(fault["loc"]), fault["msg"])
            for fault in error.errors(include_url=False, include_context=False, include_input=False)
        ]
    except Exception as error:
        missing = [name for name in _needed(schema) if name not in given]
        if missing:
            return [_fault([name], "This field is missing.") for name in missing]
        return [_fault([], message_of(error).split(chr(10))[0])]
    return []


def _refuses_contexts(graph: Any) -> bool:
    """The library makes models and dataclasses of them; all else it takes as it is."""
    schema = getattr(graph, "context_schema", None)
    is_model = inspect.isclass(schema) and issubclass(schema, BaseModel)
    return isinstance(graph, Pregel) and (is_model or dataclasses.is_dataclass(schema))


def _needed(schema: Any) -> list[str]:
    if not dataclasses.is_dataclass(schema):
        return []
    missing = dataclasses.MISSING
    return [
        field.name
        for field in dataclasses.fields(schema)
        if field.init and field.default is missing and field.default_factory is missing
    ]


def _holds_messages(channel: Any) -> bool:
    reducer = getattr(channel, "operator", None)
    return getattr(reducer, "func", reducer) is add_messages


def _message_faults(field: str, value: Any) -> list[dict[str, Any]]:
    is_list = isinstance(value, list)
    faults = []
    for index, message in enumerate(value if is_list else [value]):
        try:
            convert_to_messages([message])
        except Exception as error:
            place: list[str | int] = [field, index] if is_list else [field]
            faults.append(_fault(place, f"The graph takes no such message.{_reason(error)}"))
    return faults


def _reason(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return f" {'.'.join(map(str, first['loc']))}: {first['msg']}"
    # What the library did not look for has no words of its own.
    return "" if isinstance(error, NotImplementedError) else f" {message_of(error).split(chr(10))[0]}"


def _fault(path: list[str | int], message: str) -> dict[str, Any]:
    return {"path": path, "message": message}
