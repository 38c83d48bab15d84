import type * as z from 'zod/mini'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { Asker } from './asker.ts'

/** A request to an endpoint, parsed. */
export interface AskedInput<E extends Endpoint> {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}

/** What the project's authorization is asked for an endpoint, and how what it changes comes into the request. */
export interface EndpointRule {
  endpoint: Endpoint
  /** Rejects with the refusal; answers the parts of the request that are changed. */
  admit(ask: Asker, input: never): Promise<object | undefined>
}

export function rule<E extends Endpoint>(
  endpoint: E,
  admit: (ask: Asker, input: AskedInput<E>) => Promise<Partial<AskedInput<E>> | undefined>,
): EndpointRule {
  return { endpoint, admit }
}
