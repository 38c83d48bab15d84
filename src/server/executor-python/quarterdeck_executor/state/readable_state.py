"""States that can be read, whatever the steps of a thread have left."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from langgraph.pregel import Pregel
from langgraph.types import StateSnapshot

from .saver import ForeignThreadError, ThreadSaver

_states_at_once = 4


async def readable_state(
    graph: Pregel, saver: ThreadSaver, place: Any, *, subgraphs: bool = False
) -> StateSnapshot:
    """A state of a thread, over the saver that the graph reads by. What a step has left that the graph's own
    channels refuse, such as a message that is none, counts as not done: without it the state is that of the
    last step before. Raises what the graph refused where it cannot be read in that way either."""
    try:
        return await graph.aget_state(place, subgraphs=subgraphs)
    except ForeignThreadError:
        raise
    except Exception as error:
        saver.hides_results = True
        try:
            state = await graph.aget_state(place, subgraphs=subgraphs)
            saver.had_to_hide = True
            return state
        except Exception:
            raise error from None
        finally:
            saver.hides_results = False


async def readable_history(
    graph: Pregel, saver: ThreadSaver, place: Any, *, before: Any, limit: int, filter: Any
) -> AsyncIterator[StateSnapshot]:
    """As `readable_state`, for a page of a thread's states: a few at a time, since the library holds as many
    as it is asked for."""
    while limit > 0:
        asked, read = min(limit, _states_at_once), 0
        try:
            async for state in graph.aget_state_history(
                place, before=before, limit=asked, filter=filter
            ):
                before, limit, read = state.config, limit - 1, read + 1
                yield state
        except ForeignThreadError:
            raise
        except Exception:
            if saver.hides_results:
                raise
            saver.hides_results = True
            continue
        if read < asked:
            return
