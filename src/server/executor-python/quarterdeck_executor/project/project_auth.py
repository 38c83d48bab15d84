"""The authorization of a project: an `Auth` of the published client, told by what it keeps its handlers in."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import uuid
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http import HTTPStatus
from typing import Any

from ..protocol import Call
from .auth_arguments import arguments_of, parameters_of
from .headers import sendable_header
from .http_scope import http_scope
from .load_exports import LoadError, load_export
from .users import User, handler_user, user_of

_what = "The authorization"
_ids = ("thread_id", "run_id", "assistant_id", "cron_id")
_most_threads = 64


class ProjectAuth:
    """Both answer with what travels to the server, or with a refusal. They raise what a handler raises, unless that
    is a refusal."""

    def __init__(self, auth: Any, parameters: list[str]) -> None:
        self._auth = auth
        self._parameters = parameters
        # Handlers that hang are in no run's way.
        self._threads = ThreadPoolExecutor(_most_threads, thread_name_prefix="auth")

    async def authenticate(self, call: Call) -> dict[str, Any]:
        """Who makes a request."""
        return await _refusable(self._user_of(call), HTTPStatus.UNAUTHORIZED)

    async def authorize(self, call: Call) -> dict[str, Any]:
        """Whether that user may, what of the records, and the value as the handler has left it."""
        return await _refusable(self._decision_on(call), HTTPStatus.FORBIDDEN)

    async def _user_of(self, call: Call) -> dict[str, Any]:
        scope = http_scope(call["url"], call["method"], call["headers"])
        arguments = arguments_of(self._parameters, scope)
        user = user_of(await self._called(self._auth._authenticate_handler, arguments))
        if not user.is_authenticated:
            raise _Refusal(HTTPStatus.UNAUTHORIZED)
        return {"user": user}

    async def _decision_on(self, call: Call) -> dict[str, Any]:
        resource, _, action = call["event"].partition(":")
        handler = self._handler_of(resource, action)
        value = _published(call["value"])
        if handler is None:
            return {"value": value, "filter": None}
        user = User(call["user"])
        context = self._auth.types.AuthContext(
            permissions=user.permissions,
            user=handler_user(user),
            resource=resource,
            action=action,
        )
        result = await handler(ctx=context, value=value)
        if result is False:
            raise _Refusal(HTTPStatus.FORBIDDEN)
        is_plain = result is None or result is True
        return {"value": value, "filter": None if is_plain else _filter_of(result, call["event"])}

    def _handler_of(self, resource: str, action: str) -> Callable[..., Awaitable[Any]] | None:
        """The nearest one decides; an event without one is allowed, as published."""
        for key in ((resource, action), (resource, "*"), ("*", action)):
            if handlers := self._auth._handlers.get(key):
                return handlers[-1]
        everything = self._auth._global_handlers
        return everything[-1] if everything else None

    async def _called(self, handler: Callable[..., Any], arguments: dict[str, Any]) -> Any:
        """A plain function must not keep up the loop."""
        call = partial(handler, **arguments)
        if _is_async(handler):
            return await call()
        context = contextvars.copy_context()
        answer = await asyncio.get_running_loop().run_in_executor(self._threads, context.run, call)
        return await answer if inspect.isawaitable(answer) else answer


def load_auth(directory: str, address: str) -> ProjectAuth:
    """Raises a LoadError where the address names no `Auth` that authenticates."""
    exported = load_export(directory, _what, address)
    place, _, name = address.rpartition(":")
    if not _is_auth(exported):
        raise LoadError(_what, f"the export “{name}” of {place} is no Auth of langgraph_sdk.")
    if exported._authenticate_handler is None:
        raise LoadError(
            _what,
            f"the Auth of {place} has no authenticate handler, so nobody could be told apart.",
        )
    try:
        return ProjectAuth(exported, parameters_of(exported._authenticate_handler))
    except ValueError as error:
        raise LoadError(_what, str(error)) from None


class _Refusal(Exception):
    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status_code = int(status)
        self.detail = status.phrase


async def _refusable(asked: Awaitable[dict[str, Any]], of_assertions: HTTPStatus) -> dict[str, Any]:
    """Whose assertion does not hold is refused with its words (published)."""
    try:
        return await asked
    except AssertionError as error:
        message = str(error) or of_assertions.phrase
        return {"refused": {"status": int(of_assertions), "message": message, "headers": []}}
    except Exception as error:
        refused = _refusal_in(error)
        if refused is None:
            raise
        return {"refused": refused}


def _refusal_in(error: Exception) -> dict[str, Any] | None:
    """An HTTP exception, of whichever library: it has a status that refuses."""
    status = getattr(error, "status_code", None)
    if not isinstance(status, int) or not 400 <= status <= 599:
        return None
    detail = getattr(error, "detail", None)
    message = detail if isinstance(detail, str) and detail else "Refused."
    headers = [
        sendable_header(str(name), str(value))
        for name, value in dict(getattr(error, "headers", None) or {}).items()
    ]
    return {"status": int(status), "message": message, "headers": headers}


def _published(value: dict[str, Any]) -> dict[str, Any]:
    """With ids and namespaces of the types that handlers are promised."""
    shaped = {name: _uuid(one) if name in _ids else one for name, one in value.items()}
    namespace = shaped.get("namespace")
    return {**shaped, "namespace": tuple(namespace)} if isinstance(namespace, list) else shaped


def _uuid(text: Any) -> Any:
    try:
        made = uuid.UUID(text)
    except (AttributeError, TypeError, ValueError):
        return text
    return made if str(made) == text else text


def _filter_of(result: Any, event: str) -> dict[str, Any]:
    """What has no value must not become a filter that lets everything through."""
    if not isinstance(result, Mapping):
        raise TypeError(f"The auth handler of {event} must return a filter, True, False or None.")
    for key, wanted in result.items():
        parts = list(wanted.values()) if isinstance(wanted, Mapping) else [wanted]
        flat = [one for part in parts for one in (part if isinstance(part, (list, tuple, set)) else [part])]
        if all(isinstance(one, (str, int, float)) for one in flat):
            continue
        raise TypeError(f"The filter of the auth handler of {event} has no value for “{key}”.")
    return dict(result)


def _is_auth(value: Any) -> bool:
    try:
        from langgraph_sdk import Auth
    except ImportError:
        return False
    return isinstance(value, Auth)


def _is_async(handler: Any) -> bool:
    inner = handler.func if isinstance(handler, partial) else handler
    return inspect.iscoroutinefunction(inner) or inspect.iscoroutinefunction(
        getattr(inner, "__call__", None)
    )
