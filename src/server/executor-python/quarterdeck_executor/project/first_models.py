"""What the models of pydantic refuse by which a graph's first steps read the state."""

from __future__ import annotations

import inspect
from typing import Any

from langgraph.channels.last_value import LastValue
from langgraph.graph import START
from pydantic import BaseModel, ValidationError

_of_validators = {"value_error", "assertion_error"}
"""Code of the project, which may look at what only the thread has."""


def first_models(builder: Any) -> list[type[BaseModel]]:
    """Of the steps that begin whatever the input is. One that prepares what it is given may take anything."""
    first = [builder.nodes.get(end) for start, end in builder.edges if start == START]
    schemas = [getattr(step, "input_schema", None) for step in first]
    return [one for one in schemas if _is_model(one) and not _prepares(one)]


def model_faults(graph: Any, given: dict[str, Any]) -> list[tuple[list[str | int], str]]:
    """For each fault its place and why. Of fields that hold what they are given, as others depend on the
    thread; what is missing may be there already."""
    plain = {
        name: value for name, value in given.items() if type(graph.channels.get(name)) is LastValue
    }
    found: dict[tuple[str | int, ...], str] = {}
    for model in first_models(graph.builder):
        own = {name: value for name, value in plain.items() if name in model.model_fields}
        try:
            model(**own)
        except ValidationError as error:
            for fault in error.errors(include_url=False, include_context=False, include_input=False):
                place = fault["loc"]
                if place and place[0] in own and fault["type"] not in _of_validators:
                    found.setdefault(place, fault["msg"])
        except Exception:
            # Code of the project that the whole state may be right for.
            continue
    return [(list(place), message) for place, message in found.items()]


def _is_model(schema: Any) -> bool:
    return inspect.isclass(schema) and issubclass(schema, BaseModel)


def _prepares(model: type[BaseModel]) -> bool:
    validators = model.__pydantic_decorators__.model_validators.values()
    return any(validator.info.mode != "after" for validator in validators)
