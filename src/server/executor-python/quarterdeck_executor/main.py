"""The executor's main thread: the loop that the graphs run in."""

from __future__ import annotations

import asyncio
import faulthandler
from queue import SimpleQueue
from typing import Any

from .channel import Channel, claim_line
from .executor import Executor
from .output import mark_output
from .protocol import ParentMessage
from .runs.run_threads import RunThreads
from .runs.stopping import Stopping

_line_descriptor = 3


def main() -> None:
    channel = Channel(claim_line(_line_descriptor))
    faulthandler.enable()
    streams = mark_output()
    loop = asyncio.new_event_loop()
    threads = RunThreads()
    loop.set_default_executor(threads)
    executor = Executor(loop, channel, Stopping(loop, threads), streams)
    loads: SimpleQueue[Any] = SimpleQueue()

    def receive(message: ParentMessage) -> None:
        if message["kind"] == "call" and message["body"]["call"] in ("prepare", "load"):
            loads.put(message)
        else:
            executor.receive(message)

    channel.start(receive)
    while (message := loads.get())["body"]["call"] == "prepare":
        executor.prepare(message["id"], message["body"])
    executor.load(message["id"], message["body"])
    asyncio.set_event_loop(loop)
    while True:
        try:
            loop.run_forever()
        except (SystemExit, KeyboardInterrupt):
            # A step that ends its program ends its run: others go on.
            continue
