import type { Context } from 'hono'
import type { Queryable } from '../db/database.ts'
import { listOpenBlind } from './session-store.ts'
import { isBlindTo, type Reader } from './who-sees.ts'

/**
 * What the gateway keeps from those who judge blind: to see where an answer was made is to see which target gave it.
 * @param deps.readerOf throws 401 where nobody is signed in
 */
export function judgedBlind(deps: { database: Queryable; readerOf: (context: Context) => Reader }) {
  const { database, readerOf } = deps
  return {
    async sessionsOf(context: Context): Promise<string[]> {
      const open = await listOpenBlind(database)
      if (open.length === 0) return []
      const reader = readerOf(context)
      const hidden = open.filter((session) => isBlindTo(session, reader))
      return hidden.map(({ session_id }) => session_id)
    },
    async madeBy(sessions: readonly string[], ids: readonly string[]): Promise<string[]> {
      const rows = await database.query<{ id: string }>(
        `select distinct made.id from qa_attempts a
         cross join lateral (
           select a.thread_id as id union all select jsonb_array_elements_text(a.run_ids)
         ) made
         where a.session_id = any($1::uuid[]) and made.id = any($2::text[])`,
        [sessions, ids.map((id) => id.toLowerCase())],
      )
      return rows.map(({ id }) => id)
    },
  }
}
