import type {
  AuthAnswer,
  AuthorizeRequest,
  AuthRefusal,
  AuthRequest,
  AuthUser,
} from '../protocol/project-requests.ts'
import { ExportError, LoadError, loadExport } from './load-export.ts'

/** The authorization of a project: an `Auth` of the published client, told by what it keeps its handlers in. */
export interface ProjectAuth {
  /** Who makes a request. Rejects with what a handler throws, unless that is a refusal. */
  authenticate(request: AuthRequest): Promise<AuthAnswer<{ user: AuthUser }>>
  /** Whether that user may, what of the records, and the value as the handler has left it. */
  authorize(
    request: AuthorizeRequest,
  ): Promise<AuthAnswer<{ value: Record<string, unknown>; filter: unknown }>>
}

type Handler = (input: unknown) => unknown

interface Handlers {
  authenticate?: Handler
  callbacks?: Record<string, Handler>
}

/** Rejects with a LoadError where the address names no `Auth` that authenticates. */
export async function loadAuth(directory: string, address: string): Promise<ProjectAuth> {
  const cannot = (problem: string, cause?: unknown) =>
    new LoadError(`The authorization cannot be loaded: ${problem}`, cause)
  const { value, place, name } = await loadExport(directory, address).catch((error: unknown) => {
    throw error instanceof ExportError ? cannot(error.message, error.cause) : error
  })
  const handlers = (value as { '~handlerCache'?: Handlers })['~handlerCache']
  if (!handlers) {
    throw cannot(`the export “${name}” of ${place} is no Auth of @langchain/langgraph-sdk/auth.`)
  }
  const { authenticate } = handlers
  if (!authenticate) {
    throw cannot(`the Auth of ${place} has no authenticate handler, so nobody could be told apart.`)
  }
  return {
    authenticate: (request) =>
      refusable(async () => {
        const { url, method, headers } = request
        return { user: userOf(await authenticate(new Request(url, { method, headers }))) }
      }),
    authorize: (request) => refusable(() => authorize(handlers.callbacks ?? {}, request)),
  }
}

/** The nearest handler of an event decides; an event without one is allowed, as published. */
async function authorize(
  callbacks: Record<string, Handler>,
  { event, value, user }: AuthorizeRequest,
) {
  const [resource = '', action = ''] = event.split(':')
  const name = [event, resource, `*:${action}`, '*'].find((key) => callbacks[key])
  const handler = name === undefined ? undefined : callbacks[name]
  if (!handler) return { value, filter: null }
  const { permissions } = user
  const result = await handler({ event, resource, action, value, user, permissions })
  if (result === undefined || result === null || result === true) return { value, filter: null }
  if (result === false) throw new Refusal({ status: 403, message: 'Forbidden', headers: [] })
  return { value, filter: filterOf(result, event) }
}

/** A value that JSON would leave out must not become a filter that lets everything through. */
function filterOf(result: unknown, event: string): object {
  if (!isPlain(result)) {
    throw new TypeError(
      `The auth handler of ${event} must answer a filter, true, false or nothing.`,
    )
  }
  for (const [key, wanted] of Object.entries(result)) {
    const parts = isPlain(wanted) ? Object.values(wanted) : [wanted]
    if (parts.flat().every((part) => part !== undefined && typeof part !== 'function')) continue
    throw new TypeError(`The filter of the auth handler of ${event} has no value for “${key}”.`)
  }
  return result
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** A user in full, whichever way the handler told it. One that says it is not authenticated is refused. */
function userOf(told: unknown): AuthUser {
  if (typeof told === 'string' && told !== '') {
    return { identity: told, display_name: told, is_authenticated: true, permissions: [] }
  }
  const user = Object(told) as Record<string, unknown>
  const { identity, permissions, display_name, is_authenticated = true } = user
  if (typeof identity !== 'string' || identity === '') {
    throw new TypeError('The authenticate handler must answer an identity, or an object with one.')
  }
  if (is_authenticated === false) {
    throw new Refusal({ status: 401, message: 'Unauthorized', headers: [] })
  }
  return {
    ...user,
    identity,
    display_name: typeof display_name === 'string' ? display_name : identity,
    is_authenticated: true,
    permissions: Array.isArray(permissions) ? permissions.map(String) : [],
  }
}

class Refusal extends Error {
  readonly refused: AuthRefusal

  constructor(refused: AuthRefusal) {
    super(refused.message)
    this.refused = refused
  }
}

async function refusable<Result>(ask: () => Promise<Result>): Promise<AuthAnswer<Result>> {
  try {
    return await ask()
  } catch (error) {
    const refused = error instanceof Refusal ? error.refused : refusalIn(error)
    if (refused) return { refused }
    throw error
  }
}

/** An HTTP exception, of whichever library: it has a status that refuses. */
function refusalIn(error: unknown): AuthRefusal | null {
  const { status, message, headers } = Object(error) as Record<string, unknown>
  const isRefusing = Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599
  if (!isRefusing) return null
  const told = headers ? [...new Headers(headers as HeadersInit)] : []
  const words = typeof message === 'string' && message !== '' ? message : 'Refused.'
  return { status: Number(status), message: words, headers: told }
}
