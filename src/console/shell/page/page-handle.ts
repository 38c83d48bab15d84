import type { QueryClient } from '@tanstack/react-query'
import type { Params, UIMatch } from 'react-router-dom'
import type { FirstReads } from '../../../contract/pages/first-reads.ts'
import type { Api } from '../../api.tsx'
import type { Section } from '../navigation/sections.ts'

/** What a page tells the shell about itself, exported as `handle`. Parents of a route may have one too. */
export interface PageHandle {
  /**
   * A hook: the page's name in the breadcrumb and the document title. It may read a query of the route's
   * params; null while the name is not known. Without it the route has no crumb of its own.
   */
  useTitle?: (params: Params) => string | null
  /** Where its breadcrumb leads when it is not the last one. */
  to?: (params: Params) => string
  /** It says too little without the crumb above it, which is shown on narrow screens too. */
  needsParent?: boolean
  section?: Section
  /**
   * `fill`: the page gets exactly the room below the top bar, without padding; it scrolls inside. `whole`: it covers the
   * console besides, which then reads nothing for itself.
   */
  layout?: 'page' | 'fill' | 'whole'
  /**
   * Addresses with the same answer share one page: going from one to the other keeps what it holds. Without
   * it every address starts anew.
   */
  keeps?: (params: Params) => string
  /** What the page begins with, as the contract has it. */
  firstReads?: FirstReads
  /** It says itself that what it began with was deleted elsewhere; else the shell does. */
  tellsItsEnd?: boolean
  /**
   * Begins what follows from the first reads, from what only a browser knows (its clock), or from who looks, when the
   * console starts on the page, so that none waits for what is drawn before it; resolves when all have ended. What is
   * not for every viewer asks `whoMayAsk` before. `address` is what stands behind the question mark.
   */
  readAhead?: (
    queryClient: QueryClient,
    api: Api,
    params: Params,
    address: URLSearchParams,
  ) => Promise<unknown>
}

/** A route's match whose handle is a page's. */
export type PageMatch = Omit<UIMatch, 'handle'> & { handle: PageHandle }

/** The matches that say something about themselves, outermost first. */
export function pageMatches(matches: UIMatch[]): PageMatch[] {
  return matches.filter((match): match is PageMatch => isPageHandle(match.handle))
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null
}

/** The entry of the side that the page belongs to. */
export function sectionOf(matches: PageMatch[]): Section | undefined {
  return matches.findLast(({ handle }) => handle.section)?.handle.section
}

/** Changes when the page that is shown has to start anew: the outermost `keeps`, else the address. */
export function pageKey(matches: PageMatch[], pathname: string): string {
  const keeper = matches.find(({ handle }) => handle.keeps)
  return keeper?.handle.keeps?.(keeper.params) ?? pathname
}
