import type { AuditEntry } from '../../../contract/gateway/audit.ts'
import type { Queryable } from '../../db/database.ts'
import { storableJson } from '../../storable-text.ts'
import type { Actor } from '../operators/sessions.ts'

/** What is kept of one write; never a whole body, a query or a credential. */
export interface AuditFacts {
  at: Date
  actor: Actor | null
  /** Where nobody is signed in: what somebody typed as their name to sign in, or what a program came with. */
  typed_name: string | null
  remote_address: string
  method: string
  path: string
  /** The name of the endpoint; null for an address that has none. */
  action: string | null
  connection_id: string | null
  deployment_id: string | null
  /** What it is about, by its name. */
  subject_name: string | null
  changes: AuditEntry['changes']
  status: number
  duration_ms: number
  request_id: string | null
}

/** Whatever was sent is kept: a write is not left out of the log for a character in it. */
export async function insertEntries(db: Queryable, entries: readonly AuditFacts[]): Promise<void> {
  const rows = entries.map(({ actor, typed_name, path, ...facts }) => ({
    ...facts,
    user_id: actor?.user?.id ?? null,
    user_name: actor?.user?.name ?? typed_name,
    role: actor?.role ?? null,
    path: shownPath(path),
    duration_ms: Math.round(facts.duration_ms),
  }))
  await db.query(
    `insert into audit_log (${columns})
     select ${columns} from jsonb_to_recordset($1::text::jsonb) as entry (
       at timestamptz, user_id uuid, user_name text, role text, remote_address text, action text,
       method text, path text, connection_id text, deployment_id text, subject_name text,
       changes jsonb, status integer, duration_ms integer, request_id text)`,
    [storableJson(rows)],
  )
}

/** Deletes the entries of before a moment. */
export async function deleteOldEntries(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from audit_log where at < $1', [before])
}

const columns = `at, user_id, user_name, role, remote_address, action, method, path, connection_id,
  deployment_id, subject_name, changes, status, duration_ms, request_id`

/** A path as the log shows it: the token of a feedback address is a credential. */
function shownPath(path: string): string {
  return path.replace(/(\/feedback\/tokens\/)[^/]+/, '$1…').slice(0, 500)
}
