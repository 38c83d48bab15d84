"""For how long nothing could be taken up."""

from __future__ import annotations

import asyncio
import time

_every_seconds = 0.05


class LoopDelay:
    """Watches from now on."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._longest = 0.0
        self._look()

    def longest_ms(self) -> float:
        """The longest time since it was asked last."""
        longest, self._longest = self._longest, 0.0
        return round(max(0.0, longest) * 1000, 1)

    def _look(self) -> None:
        due = time.monotonic() + _every_seconds

        def look() -> None:
            self._longest = max(self._longest, time.monotonic() - due)
            self._look()

        self._loop.call_later(_every_seconds, look)
