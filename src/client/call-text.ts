import type { Endpoint, EndpointInput } from '../contract/endpoint.ts'
import { exchange } from './api.ts'
import { prepareRequest, type Transport } from './request.ts'

/**
 * Calls an endpoint whose answer is no JSON, once, as `call` does.
 * @returns the answer's text @throws as `call`
 */
export async function callText<E extends Endpoint>(
  transport: Transport,
  endpoint: E,
  input: EndpointInput<E> & { signal?: AbortSignal },
): Promise<string> {
  input.signal?.throwIfAborted()
  const { text } = await exchange(
    transport,
    prepareRequest(transport, endpoint, input),
    input.signal,
  )
  return text
}
