"""Gives every message that a step returns an id before anything else sees it."""

from __future__ import annotations

import uuid
from typing import Any

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import BaseMessage


class MessageIds(BaseCallbackHandler):
    """The library does so too late: a message would have no id in the stream and one in the state."""

    # Right away, ahead of the library's own handlers.
    run_inline = True

    def on_chain_end(self, outputs: Any, **_told: Any) -> None:
        _identify(outputs)
        for part in (outputs, getattr(outputs, "update", None)):
            if isinstance(part, dict):
                for value in part.values():
                    _identify(value)


def _identify(value: Any) -> None:
    if isinstance(value, (list, tuple)):
        for item in value:
            _identify(item)
    elif isinstance(value, BaseMessage) and value.id is None:
        value.id = str(uuid.uuid4())
