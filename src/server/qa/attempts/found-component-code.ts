import type { ComponentCode } from '../../../client/load-component.ts'
import type { Queryable } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import { findComponentCode } from './component-code-store.ts'

/** What draws the components of an attempt. Throws 404 where nothing is kept; the attempt may be none. */
export async function foundComponentCode(
  db: Queryable,
  sessionId: string,
  attemptId: string | null,
): Promise<ComponentCode> {
  const code = attemptId === null ? null : await findComponentCode(db, sessionId, attemptId)
  if (code) return code
  throw new HttpError(404, 'What draws it was not read when it was said.')
}
