"""The agent server of the project's own deployment, for its code."""

from __future__ import annotations

import os
import sys
from functools import wraps
from importlib.util import find_spec
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

from ..output import current_attempt

_key_names = ("LANGGRAPH_API_KEY", "LANGSMITH_API_KEY", "LANGCHAIN_API_KEY")


def provide_own_server(port: int, key: str) -> None:
    """Tells code of the project where it is: by the variables that published clients read, and by the modules that
    they look for where they are given no address. Variables that the project sets stay as they are."""
    os.environ.setdefault("PORT", str(port))
    if not any(os.environ.get(name) for name in _key_names):
        os.environ["LANGGRAPH_API_KEY"] = key
    try:
        import httpx
    except ImportError:
        # Then there is no client either.
        return
    parts = {"server": {"app": object()}, "asgi_transport": {"ASGITransport": _transport(httpx, port, key)}}
    package = None if find_spec("langgraph_api") else ModuleType("langgraph_api")
    if package:
        package.__path__ = []
        sys.modules["langgraph_api"] = package
    for name, content in parts.items():
        module = ModuleType(f"langgraph_api.{name}")
        vars(module).update(content)
        sys.modules[module.__name__] = module
        if package:
            setattr(package, name, module)


    _let_remote_graphs_in(port, key)


def _let_remote_graphs_in(port: int, key: str) -> None:
    """A remote graph with an address and no key is said to find the key in the environment, but hands on that it has
    none. At the port of its own process it has one."""
    try:
        from langgraph.pregel.remote import RemoteGraph
    except ImportError:
        return
    make = RemoteGraph.__init__

    @wraps(make)
    def make_with_key(self: Any, *args: Any, **given: Any) -> None:
        at = urlsplit(given.get("url") or "")
        if at.hostname in ("localhost", "127.0.0.1") and at.port == port and not given.get("api_key"):
            given["api_key"] = key
        make(self, *args, **given)

    RemoteGraph.__init__ = make_with_key  # type: ignore[method-assign]


def _transport(httpx: Any, port: int, key: str) -> type:
    class OwnTransport(httpx.AsyncBaseTransport):
        """Has each request answered over a connection of its own: clients are used in several loops."""

        def __init__(self, app: Any = None, **_more: Any) -> None:
            self.app = app

        async def handle_async_request(self, request: Any) -> Any:
            request.url = request.url.copy_with(scheme="http", host="127.0.0.1", port=port)
            request.headers["x-api-key"] = current_attempt.get() or key
            line = httpx.AsyncHTTPTransport()
            try:
                answer = await line.handle_async_request(request)
            except BaseException:
                await line.aclose()
                raise
            answer.stream = OwnStream(answer.stream, line)
            return answer

    class OwnStream(httpx.AsyncByteStream):
        def __init__(self, stream: Any, line: Any) -> None:
            self._stream = stream
            self._line = line

        async def __aiter__(self) -> Any:
            async for part in self._stream:
                yield part

        async def aclose(self) -> None:
            await self._stream.aclose()
            await self._line.aclose()

    return OwnTransport
