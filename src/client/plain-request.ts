import type { Endpoint, EndpointInput, EndpointOutput } from '../contract/endpoint.ts'
import { call, type Transport } from './api.ts'
import { ApiError } from './api-error.ts'

/** How many forms of a request a server has refused, by address and endpoint: it is not asked with those again. */
const refused = new Map<string, number>()

/**
 * Calls an endpoint with what not every server takes, and where that is refused (400 or 422) once more in the next
 * plainer form. Reads only: a refused request has changed nothing, but an accepted one is not sent twice.
 * @param forms the input, with the most first
 * @param options.first the form to begin with, where it is known what the server takes
 * @throws as `call`; of several refusals the last one's
 */
export async function callPlainer<E extends Endpoint>(
  transport: Transport,
  endpoint: E,
  forms: readonly [EndpointInput<E>, EndpointInput<E>, ...EndpointInput<E>[]],
  { signal, first = 0 }: { signal?: AbortSignal; first?: number } = {},
): Promise<EndpointOutput<E>> {
  const known = `${transport.baseUrl} ${endpoint.name}`
  for (let form = refused.get(known) ?? first; ; form += 1) {
    try {
      const answer = await call(transport, endpoint, {
        ...forms[form],
        signal,
      } as (typeof forms)[0])
      // What it was not asked for it did not refuse: a later test may find that it takes it.
      if (form > first) refused.set(known, form)
      return answer
    } catch (error) {
      const isRefused = error instanceof ApiError && [400, 422].includes(error.status)
      if (!isRefused || form + 1 >= forms.length) throw error
    }
  }
}
