"""What an authenticate handler is told of a request, by the names of its parameters (published)."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any
from urllib.parse import parse_qsl

Scope = dict[str, Any]

_id = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_ids_in_paths = re.compile(rf"/(thread|run|assistant|cron)s/({_id})(?=/|$)", re.IGNORECASE)


def _path_params(scope: Scope) -> dict[str, str]:
    return {f"{noun}_id": name for noun, name in _ids_in_paths.findall(scope["path"])}


def _query_params(scope: Scope) -> dict[str, str]:
    return dict(parse_qsl(scope["query_string"].decode(), keep_blank_values=True))


def _authorization(scope: Scope) -> str | None:
    value = dict(scope["headers"]).get(b"authorization")
    return None if value is None else value.decode("latin-1")


def _request(scope: Scope) -> Any:
    from starlette.requests import Request

    async def no_body() -> Any:
        raise RuntimeError("An authorization is not told the body of a request.")

    return Request(scope, no_body)


_told: dict[str, Callable[[Scope], Any]] = {
    "request": _request,
    "scope": lambda scope: scope,
    "user": lambda _scope: None,
    "path": lambda scope: scope["path"],
    "method": lambda scope: scope["method"],
    "path_params": _path_params,
    "query_params": _query_params,
    "headers": lambda scope: dict(scope["headers"]),
    "authorization": _authorization,
}


def parameters_of(handler: Callable[..., Any]) -> list[str]:
    """The names that a handler is given values for. Raises a ValueError, in a sentence, for one that there is no
    value for."""
    names: list[str] = []
    for name, parameter in inspect.signature(handler).parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        is_by_name = parameter.kind is not parameter.POSITIONAL_ONLY
        if name in _told and is_by_name:
            names.append(name)
        elif parameter.default is parameter.empty:
            reason = "the body of a request is not told" if name == "body" else "nothing is told by that name"
            raise ValueError(f"its authenticate handler asks for “{name}”, and {reason}.")
    if "request" in names and find_spec("starlette") is None:
        raise ValueError(
            "its authenticate handler asks for “request”, a Request of starlette. Add starlette to the project's dependencies."
        )
    return names


def arguments_of(names: list[str], scope: Scope) -> dict[str, Any]:
    return {name: _told[name](scope) for name in names}
