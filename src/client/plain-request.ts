import type { Endpoint, EndpointInput, EndpointOutput } from '../contract/endpoint.ts'
import { call, type Transport } from './api.ts'
import { ApiError } from './api-error.ts'

/** Servers that refused what only ours know, by address and endpoint: they are asked plainly from then on. */
const plainServers = new Set<string>()

/**
 * Calls an endpoint with what only servers of our kind know, and where that is refused (400 or 422) once more
 * without it. Reads only: a refused request has changed nothing, but an accepted one is not sent twice.
 * @param input.body with the extension
 * @param plain the body as the published interface has it
 * @throws as `call`; of two refusals the plain one's
 */
export async function callWithExtension<E extends Endpoint>(
  transport: Transport,
  endpoint: E,
  input: EndpointInput<E> & { signal?: AbortSignal },
  plain: EndpointInput<E>,
): Promise<EndpointOutput<E>> {
  const { signal } = input
  const known = `${transport.baseUrl} ${endpoint.name}`
  if (plainServers.has(known)) return call(transport, endpoint, { ...plain, signal })
  try {
    return await call(transport, endpoint, input)
  } catch (error) {
    const isRefused = error instanceof ApiError && [400, 422].includes(error.status)
    if (!isRefused) throw error
    const answer = await call(transport, endpoint, { ...plain, signal })
    plainServers.add(known)
    return answer
  }
}
