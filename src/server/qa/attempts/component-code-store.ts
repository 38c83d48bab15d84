import { createHash } from 'node:crypto'
import type { ComponentCode } from '../../../client/load-component.ts'
import { parseJson, writeJson } from '../../../contract/exact-json.ts'
import { first, type Queryable } from '../../db/database.ts'

/** Keeps what draws the components of an attempt; what other attempts of its session have as well stands there once. */
export async function keepComponentCode(
  tx: Queryable,
  sessionId: string,
  attemptId: string,
  code: ComponentCode,
): Promise<void> {
  const text = writeJson(code)
  const codeId = createHash('sha256').update(text).digest('hex')
  await tx.query(
    `insert into qa_component_code (session_id, code_id, code) values ($1, $2, $3)
     on conflict do nothing`,
    [sessionId, codeId, text],
  )
  await tx.query(
    'update qa_attempts set component_code = $3 where session_id = $1 and attempt_id = $2',
    [sessionId, attemptId, codeId],
  )
}

/** What draws the components of an attempt of a session; null where nothing is kept. */
export async function findComponentCode(
  db: Queryable,
  sessionId: string,
  attemptId: string,
): Promise<ComponentCode | null> {
  const rows = await db.query<{ code: string }>(
    `select c.code from qa_attempts a
     join qa_component_code c on c.session_id = a.session_id and c.code_id = a.component_code
     where a.session_id = $1 and a.attempt_id = $2`,
    [sessionId, attemptId],
  )
  const row = first(rows)
  return row ? (parseJson(row.code) as ComponentCode) : null
}
