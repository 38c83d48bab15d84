"""An app of Starlette or FastAPI leaves to the agent server what that answers: its middleware stands around both, as at
published servers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any
from urllib.parse import quote, unquote

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

pass_key = "quarterdeck.pass"
"""Of a scope: what the agent server is asked with for the answer."""

_of_connection = frozenset(
    (
        b"connection",
        b"keep-alive",
        b"transfer-encoding",
        b"content-length",
        b"te",
        b"trailer",
        b"upgrade",
        b"expect",
        b"host",
        b"accept-encoding",
    )
)


def leave_rest_to_server(app: Any, port: int) -> list[str]:
    """Answers the first parts of the addresses at which the app has a word, `*` for all: none where it is of another
    framework, or where there is no client to ask the server with."""
    router = getattr(app, "router", None)
    inner = getattr(router, "middleware_stack", None)
    if inner is None or not hasattr(app, "user_middleware"):
        return []
    try:
        import httpx
    except ImportError:
        return []
    server = _AgentServer(httpx, port)

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        is_left = pass_key in scope and not _is_routed(router.routes, scope)
        await (server if is_left else inner)(scope, receive, send)

    router.middleware_stack = answer
    if app.user_middleware:
        return ["*"]
    return sorted({_first_part(route) for route in router.routes} - {""})


def _is_routed(routes: Iterable[Any], scope: Message) -> bool:
    # 2 stands for a route that fits wholly, also by its method.
    return any(_first_part(route) and route.matches(scope)[0].value == 2 for route in routes)


def _first_part(route: Any) -> str:
    """`*` for a router within the app. Nothing for a route of every address, as for the pages of a project: that takes
    nothing from the server."""
    path = getattr(route, "path", None)
    if path is None:
        return "*"
    first = path.lstrip("/").split("/")[0]
    return "" if first.startswith("{") else first


class _AgentServer:
    """What it answers, as an ASGI app."""

    def __init__(self, httpx: Any, port: int) -> None:
        self._httpx = httpx
        self._port = port

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        body = await _body_of(receive)
        if body is None:
            return
        work = asyncio.ensure_future(self._answer(scope, body, send))
        left = asyncio.ensure_future(_client_left(receive))
        try:
            await asyncio.wait([work, left], return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                work.result()
        finally:
            for task in (work, left):
                task.cancel()
            await asyncio.gather(work, left, return_exceptions=True)

    async def _answer(self, scope: Message, body: bytes, send: Send) -> None:
        # A connection of its own: one that was kept may be closed by the server just then.
        async with (
            self._httpx.AsyncClient(timeout=None, trust_env=False) as client,
            client.stream(scope["method"], self._url(scope), headers=_asked(scope), content=body) as answer,
        ):
            told = [(name.lower(), value) for name, value in answer.headers.raw]
            headers = [header for header in told if header[0] not in _of_connection]
            await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
            async for part in answer.aiter_raw():
                await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _url(self, scope: Message) -> str:
        """As it came, unless a middleware has changed it."""
        raw = scope.get("raw_path", b"").decode("ascii", "replace")
        path = raw if unquote(raw) == scope["path"] else quote(scope["path"])
        query = scope.get("query_string", b"").decode("ascii", "replace")
        return f"http://127.0.0.1:{self._port}{path}" + (f"?{query}" if query else "")


def _asked(scope: Message) -> list[tuple[bytes, bytes]]:
    kept = [(name, value) for name, value in scope["headers"] if name.lower() not in _of_connection]
    return [*kept, (b"accept-encoding", b"identity"), (b"x-quarterdeck-pass", scope[pass_key].encode())]


async def _body_of(receive: Receive) -> bytes | None:
    """None where the client has left before its end."""
    parts = []
    while (message := await receive())["type"] == "http.request":
        parts.append(message.get("body") or b"")
        if not message.get("more_body"):
            return b"".join(parts)
    return None


async def _client_left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
