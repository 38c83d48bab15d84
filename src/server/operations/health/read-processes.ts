import type { StackProcess } from '../../../contract/gateway/stack.ts'
import type { Queryable } from '../../db/database.ts'

/** What a process tells of itself, to the others too. */
export interface ServerFacts {
  version: string
  executors: number
  isolation: string
  disk_free_bytes: number | null
  errors: number
  last_error_at: string | null
  host: string
  pid: number
}

/** The processes that are alive, the oldest first; of `own` what it is now, of the others what they told last. */
export async function readProcesses(
  db: Queryable,
  own: { serverId: string; startedAt: Date; facts: ServerFacts; now: Date },
): Promise<StackProcess[]> {
  const rows = await db.query<{
    server_id: string
    started_at: Date
    told_at: Date | null
    facts: Partial<ServerFacts>
  }>(
    `select server_id::text as server_id, started_at, told_at, facts from servers
     where lease_until > now() or server_id::text = $1`,
    [own.serverId],
  )
  const others = rows
    .filter(({ server_id }) => server_id !== own.serverId)
    .map(({ facts, ...row }) => ({ ...row, is_answering: false, ...facts }))
  // As the others see it, by the database's clock; before it has joined them, by its own.
  const kept = rows.find(({ server_id }) => server_id === own.serverId)
  const answering = {
    server_id: own.serverId,
    started_at: kept?.started_at ?? own.startedAt,
    told_at: own.now,
    is_answering: true,
    ...own.facts,
  }
  return [...others, answering]
    .sort((one, other) => one.started_at.getTime() - other.started_at.getTime())
    .map(({ started_at, told_at, ...rest }) => ({
      ...rest,
      started_at: started_at.toISOString(),
      told_at: told_at?.toISOString() ?? null,
    }))
}
