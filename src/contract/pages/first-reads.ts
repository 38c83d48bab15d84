import type * as z from 'zod/mini'
import type { Endpoint, EndpointInput } from '../endpoint.ts'
import type { CapabilityName } from '../gateway/connections.ts'
import { type PageName, type PageParams, pageNames, pages } from '../pages.ts'

/** One request that a page begins with. */
export interface Read<E extends Endpoint = Endpoint> {
  readonly endpoint: E
  readonly input: EndpointInput<E>
  /** Whose agent server is asked. */
  readonly deploymentId?: string
  /** An agent server that is connected by itself does not have it. */
  readonly needsControlPlane?: boolean
  /** A server that was found not to have it is not asked. */
  readonly needs?: CapabilityName
  /** Where the console keeps the answer: as one, as the first page of a list, or in a conversation’s session. */
  readonly keptAs: 'answer' | 'list' | 'session'
}

/** An endpoint that gives a list in pages. */
export type ListEndpoint = Endpoint<
  z.ZodMiniType,
  z.ZodMiniType,
  z.ZodMiniType,
  z.ZodMiniType<{ resources: unknown[] }>
>

/** The first page of a list, and the way to the others. */
export interface ListRead<E extends ListEndpoint> extends Read<E> {
  readonly keptAs: 'list'
  /** How many a page holds. */
  readonly limit: number
  /** @param offset how many stand before the page */
  readonly pageAt: (offset: number) => EndpointInput<E>
}

/** @param inputOf what is asked for one page of the list */
export function listRead<E extends ListEndpoint>(
  endpoint: E,
  limit: number,
  inputOf: (page: { limit: number; offset: number }) => EndpointInput<E>,
): ListRead<E> {
  const pageAt = (offset: number) => inputOf({ limit, offset })
  return { endpoint, input: pageAt(0), keptAs: 'list', limit, pageAt }
}

/** Whether a read is of a list in pages. */
export function isList(read: Read): read is ListRead<ListEndpoint> {
  return read.keptAs === 'list'
}

/**
 * What a page begins with, said once: the page’s `handle` carries it, the console reads it ahead of drawing,
 * and the server names it in the page, so that browsers ask for it beside the scripts.
 */
export interface FirstReads {
  readonly pages: readonly PageName[]
  /** @param params of the page's address, decoded */
  readonly reads: (params: Readonly<Record<string, string | undefined>>) => readonly Read[]
}

/** What one page begins with. */
export function firstReads<Name extends PageName>(
  name: Name,
  reads: (params: PageParams<Name>) => readonly Read[],
): FirstReads {
  // Whoever has matched the pattern has something at each of its places.
  return { pages: [name], reads: (params) => reads(params as PageParams<Name>) }
}

/** What a page and all below its address begin with, beside what each has of its own. */
export function firstReadsBelow<Name extends PageName>(
  name: Name,
  reads: (params: PageParams<Name>) => readonly Read[],
): FirstReads {
  const { path } = pages[name]
  const below = pageNames.filter((other) => pages[other].path.startsWith(`${path}/`))
  return { ...firstReads(name, reads), pages: [name, ...below] }
}
