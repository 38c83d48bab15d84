import type { Endpoint, EndpointInput, EndpointOutput } from '../contract/endpoint.ts'
import { parseJson } from '../contract/exact-json.ts'
import { ApiError } from './api-error.ts'
import { type PreparedRequest, prepareRequest, type Transport } from './request.ts'

export type { Transport }

/**
 * Calls an endpoint, once: nothing is retried and no redirect followed.
 * @returns its answer, parsed by the endpoint's schema: unknown fields stay; undefined where the
 *   server answers without a body
 * @throws ApiError, or the reason of the signal (an AbortError) once it has aborted; a signal that has
 *   aborted before sends nothing. A missing value of the path is a TypeError.
 */
export async function call<E extends Endpoint>(
  transport: Transport,
  endpoint: E,
  input: EndpointInput<E> & { signal?: AbortSignal } = {},
): Promise<EndpointOutput<E>> {
  input.signal?.throwIfAborted()
  const request = prepareRequest(transport, endpoint, input)
  const { response, text } = await exchange(transport, request, input.signal)
  const answer = readAnswer(request, response, text)
  const parsed = endpoint.response.safeParse(answer)
  if (parsed.success) return parsed.data as EndpointOutput<E>
  // A figure of more digits than a number holds is one for us all the same.
  const rounded = endpoint.response.safeParse(answer === undefined ? answer : JSON.parse(text))
  if (rounded.success) return rounded.data as EndpointOutput<E>
  const path = parsed.error.issues[0]?.path.join('.')
  throw request.notUnderstood(
    response,
    path ? `“${path}” is not as expected` : 'it has another form than expected',
  )
}

/** Sends what is prepared and reads the answer. Throws as `call`. */
export async function exchange(
  transport: Transport,
  request: PreparedRequest,
  signal?: AbortSignal,
) {
  const fetch = transport.fetch ?? globalThis.fetch
  try {
    const response = await fetch(request.url, { ...request.init, signal })
    if (response.ok) return { response, text: await response.text() }
    throw await request.refusal(response)
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof ApiError ? error : request.noAnswer()
  }
}

/** JSON whatever the content type says: a run that is waited for comes as text after blank lines. */
function readAnswer(request: PreparedRequest, response: Response, text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return parseJson(text)
  } catch {
    // "Accepted" needs no body, and what a server writes there is not an answer yet.
    if (response.status === 202) return undefined
    throw request.notUnderstood(response, 'it is not JSON')
  }
}
