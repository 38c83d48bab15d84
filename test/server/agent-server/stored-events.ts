import type { LoggedEvent } from '../../../src/server/agent-server/streams/log/logged-event.ts'
import { listEvents } from '../../../src/server/agent-server/streams/log/run-event-store.ts'
import type { Queryable } from '../../../src/server/db/database.ts'

/** What is stored of a run's log, from its first event on. */
export function storedEvents(database: Queryable, runId: string): Promise<LoggedEvent[]> {
  return listEvents(database, runId, -1, 10_000)
}
