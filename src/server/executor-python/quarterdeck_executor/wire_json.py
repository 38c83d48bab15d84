"""JSON in one line, as the wire has it."""

from __future__ import annotations

import base64
import dataclasses
import json
import math
from collections.abc import Mapping
from typing import Any

import orjson
from langgraph.types import Interrupt

_options = orjson.OPT_NON_STR_KEYS | orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_PASSTHROUGH_DATACLASS
_deepest = 100


def wire_json(value: Any) -> str:
    """Messages are flat, errors are name and message, sets are lists, what refers back to itself is cut."""
    try:
        return orjson.dumps(value, default=_to_wire, option=_options).decode()
    except (TypeError, ValueError, RecursionError):
        return json.dumps(_plain(value, ()), ensure_ascii=False, separators=(",", ":"))


def _to_wire(value: Any) -> Any:
    if isinstance(value, type):
        return value.__name__
    if isinstance(value, Interrupt):
        return interrupt_of(value)
    if isinstance(value, BaseException):
        return {"name": type(value).__name__, "message": str(value)}
    if callable(dump := getattr(value, "model_dump", None)):
        return dump()
    if dataclasses.is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, tuple):
        return value._asdict() if hasattr(value, "_asdict") else list(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return base64.b64encode(value).decode()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (set, frozenset)) or hasattr(value, "popleft"):
        return list(value)
    return str(value)


def interrupt_of(interrupt: Interrupt) -> dict[str, Any]:
    """A question, with the form of its answer where the graph gives one."""
    told = {"value": interrupt.value, "id": interrupt.id}
    schema = getattr(interrupt, "response_schema", None)
    return told if schema is None else {**told, "response_schema": schema}


def _plain(value: Any, above: tuple[int, ...]) -> Any:
    """For what is no JSON as it is: cycles, odd keys, numbers of more than 64 bits, half characters."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, str):
        return str(value).encode("utf-8", "replace").decode()
    if isinstance(value, int):
        return int(value)
    if id(value) in above or len(above) > _deepest:
        return "[circular]"
    path = (*above, id(value))
    if isinstance(value, Mapping):
        return {_key(key): _plain(item, path) for key, item in value.items()}
    if isinstance(value, (list, tuple)) and not hasattr(value, "_asdict"):
        return [_plain(item, path) for item in value]
    try:
        return orjson.loads(orjson.dumps(value, option=_options))
    except (TypeError, ValueError, RecursionError):
        return _plain(_to_wire(value), path)


def _key(key: Any) -> str:
    if key is None or isinstance(key, bool):
        return {None: "null", True: "true", False: "false"}[key]
    return _plain(key if isinstance(key, str) else str(key), ())
