"""The routes of a project: an app of Starlette or FastAPI, or whatever else speaks ASGI."""

from __future__ import annotations

import asyncio
import inspect
import logging
from typing import Any

from ..failures import cause_of, sentence_of, stack_of
from ..protocol import AppMessage, AppRequest
from .http_scope import http_scope
from .leave_to_server import leave_rest_to_server, pass_key
from .load_exports import LoadError, load_export
from .open_request import Message, OpenRequest, Send

_what = "The app of http"
_log = logging.getLogger(__name__)


class HttpApp:
    """In the loop."""

    def __init__(self, app: Any, send: Send, reach: list[str]) -> None:
        self.reach = reach
        """The first parts of the addresses at which it has a word where the agent server answers, `*` for all."""
        self._app = app
        self._send = send
        self._open: dict[str, OpenRequest] = {}
        self._work: set[asyncio.Task[Any]] = set()
        self._state: dict[str, Any] = {}
        """What the app's startup leaves to its requests."""

    async def start(self) -> None:
        """Runs the startup of the app, if it has one. Raises a LoadError where that fails."""
        told: asyncio.Queue[Message] = asyncio.Queue()
        has_asked = False

        async def receive() -> Message:
            nonlocal has_asked
            if has_asked:
                # The process ends with all that is in it: there is no shutdown to wait for.
                await asyncio.get_running_loop().create_future()
            has_asked = True
            return {"type": "lifespan.startup"}

        async def live() -> None:
            scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": self._state}
            await self._app(scope, receive, told.put)

        life = self._begin(live())
        answer = asyncio.ensure_future(told.get())
        await asyncio.wait([life, answer], return_when=asyncio.FIRST_COMPLETED)
        if answer.done():
            message = answer.result()
            if message["type"] == "lifespan.startup.failed":
                raise _failed_startup(str(message.get("message") or ""))
            return
        answer.cancel()
        error = life.exception()
        # One that knows nothing of a startup says so by failing before it asks what it is about.
        if error is not None and has_asked:
            raise LoadError(_what, f"its startup failed with “{sentence_of(cause_of(error))}”") from error

    def receive(self, message: AppMessage) -> None:
        if message["kind"] == "app-request":
            request = self._open[message["id"]] = OpenRequest(message, self._send)
            self._begin(self._answer(message, request))
        elif request := self._open.get(message["id"]):
            if message["kind"] == "app-body":
                request.body_came(message["chunk"])
            elif message["kind"] == "app-taken":
                request.was_taken()
            else:
                request.client_left()

    async def _answer(self, asked: AppRequest, request: OpenRequest) -> None:
        scope = http_scope(asked["url"], asked["method"], asked["headers"])
        if token := asked.get("pass_token"):
            scope[pass_key] = token
        try:
            await self._app({**scope, "state": dict(self._state)}, request.receive, request.send)
            if not request.is_answered and not request.has_left:
                raise RuntimeError("The app has left a request without its answer.")
        except BaseException as error:
            if not request.has_left:
                _log.error("%s", stack_of(error))
            if not request.has_left and not request.is_answered:
                self._send({"kind": "app-failed", "id": asked["id"]})
        finally:
            del self._open[asked["id"]]

    def _begin(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.ensure_future(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return task


def load_http_app(directory: str, address: str, send: Send, port: int) -> HttpApp:
    """`port`: of the agent server. Raises a LoadError where the address names nothing that speaks ASGI."""
    exported = load_export(directory, _what, address)
    if not _speaks_asgi(exported):
        place, _, name = address.rpartition(":")
        raise LoadError(
            _what,
            f"the export “{name}” of {place} is no ASGI app, as Starlette and FastAPI make them.",
        )
    return HttpApp(exported, send, leave_rest_to_server(exported, port))


def _speaks_asgi(app: Any) -> bool:
    if not callable(app) or inspect.isclass(app):
        return False
    try:
        inspect.signature(app).bind({}, None, None)
    except TypeError:
        return False
    except ValueError:
        # What is not written in Python does not say what it takes.
        return True
    return True


def _failed_startup(message: str) -> LoadError:
    """Frameworks tell the whole traceback."""
    _log.error("%s", message)
    last = message.strip().split("\n")[-1]
    return LoadError(_what, f"its startup failed with “{last}”" if last else "its startup failed.")
