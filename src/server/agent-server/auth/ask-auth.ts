import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { parseJson } from '../../../contract/exact-json.ts'
import type {
  AuthAnswer,
  AuthorizeRequest,
  AuthRequest,
  AuthUser,
} from '../../executor/protocol/project-requests.ts'
import { HttpError } from '../../http/http-error.ts'
import { type AuthFilter, readFilter } from '../access/auth-filter.ts'
import { ExecutorGoneError } from '../executors/executor-process.ts'
import type { ServedRevision } from '../executors/served-revision.ts'

/** A handler that has not answered by then has refused. */
const limitMs = 10_000

/** A refusal of the project's own authorization, in its words and with its headers. */
export class AuthRefusedError extends HttpError {
  readonly headers: readonly (readonly [name: string, value: string])[]

  constructor(status: number, message: string, headers: AuthRefusedError['headers']) {
    super(status as ContentfulStatusCode, message)
    this.headers = headers
  }
}

/** Who makes a request. Rejects with the handler's refusal, 503 where it does not answer, 500 where it fails. */
export async function authenticate(
  served: ServedRevision,
  request: AuthRequest,
): Promise<AuthUser> {
  const { user } = await ask<{ user: AuthUser }>(served, { call: 'authenticate', ...request })
  return user
}

/** What a handler makes of an event. Rejects as `authenticate`. */
export async function authorize(
  served: ServedRevision,
  request: AuthorizeRequest,
): Promise<{ value: Record<string, unknown>; filter: AuthFilter | null }> {
  const { value, filter } = await ask<{ value: Record<string, unknown>; filter: unknown }>(served, {
    call: 'authorize',
    ...request,
  })
  try {
    return { value, filter: readFilter(filter) }
  } catch (error) {
    served.revision.onLog('ERROR', (error as Error).message)
    throw failed()
  }
}

async function ask<Allowed>(
  served: ServedRevision,
  call: Parameters<ServedRevision['read']>[0],
): Promise<Allowed> {
  let answer: AuthAnswer<Allowed>
  try {
    answer = parseJson(await served.read(call, limitMs)) as AuthAnswer<Allowed>
  } catch (error) {
    // The stack is in the log by now.
    if (!(error instanceof ExecutorGoneError)) throw failed()
    throw new HttpError(
      503,
      `The project’s own authorization did not answer, so nothing is let in. ${error.message}`,
    )
  }
  if (!(typeof answer === 'object' && answer !== null && 'refused' in answer)) return answer
  const { status, message, headers } = answer.refused
  throw new AuthRefusedError(status, message, headers)
}

function failed(): HttpError {
  return new HttpError(
    500,
    'The project’s own authorization failed, so nothing is let in. The deploy log of the revision says why.',
  )
}
