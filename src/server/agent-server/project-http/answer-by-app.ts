import type { Context } from 'hono'
import { HttpError } from '../../http/http-error.ts'
import type { ApiKey } from '../../http/require-key.ts'
import { ExecutorGoneError } from '../executors/executor-process.ts'
import type { ServedRevision } from '../executors/served-revision.ts'
import type { PassedRequest } from '../own-requests/passed-request.ts'
import { projectRequest } from './project-request.ts'

/**
 * An answer of the project's own app, or what that makes of the agent server's own (`passed`). It stands on this server's
 * origin: a page of it is one of a foreign origin to browsers (`sandbox`), and sets no cookie, so that no script of a
 * project acts as an operator.
 */
export async function answerByApp(
  context: Context,
  served: ServedRevision,
  apiKey: ApiKey,
  passed: PassedRequest | null = null,
): Promise<Response> {
  const { body, signal } = context.req.raw
  const request = projectRequest(context, apiKey)
  const answer = await served.askApp(request, body, signal, passed).catch((error: unknown) => {
    if (error instanceof ExecutorGoneError) throw new HttpError(503, error.message)
    throw error
  })
  const headers = new Headers(answer.headers)
  for (const name of [...headers.keys()]) if (kept.test(name)) headers.delete(name)
  headers.set(
    'content-security-policy',
    "sandbox allow-scripts allow-forms allow-popups; frame-ancestors 'none'",
  )
  return new Response(answer.body, { status: answer.status, headers })
}

/** What is the server's to say. */
const kept =
  /^(connection|keep-alive|transfer-encoding|content-length|set-cookie|service-worker-allowed|strict-transport-security)$/i
