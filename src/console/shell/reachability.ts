import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../client/api-error.ts'

/** Whether the console's own server answers, as told by the requests that pages make anyway. */
export interface Reachability {
  subscribe: (listener: () => void) => () => void
  /** False from the first request that got no answer until one gets one. */
  getSnapshot: () => boolean
  /** Something else than a read or a write got no answer: the shell will ask. */
  suspect: () => void
}

/** Watches every read and write of a query client; adds no request of its own. */
export function watchReachability(queryClient: QueryClient): Reachability {
  const listeners = new Set<() => void>()
  let isReachable = true
  const set = (next: boolean) => {
    if (next === isReachable) return
    isReachable = next
    for (const listener of listeners) listener()
  }
  const onFailure = (error: unknown) => {
    if (!(error instanceof ApiError)) return
    if (isOutage(error)) set(false)
    // A server that is starting or stopping, or a proxy without one behind it, proves nothing.
    else if (error.status < 500) set(true)
  }
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'failed' || event.action.type === 'error') {
      onFailure(event.action.error)
    }
    // `manual` data was put there by hand and proves nothing.
    if (event.action.type === 'success' && !event.action.manual) set(true)
  })
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'failed' || event.action.type === 'error') {
      onFailure(event.action.error)
    }
    if (event.action.type === 'success') set(true)
  })
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => isReachable,
    suspect: () => set(false),
  }
}

/**
 * True when the console's own server did not answer: no answer at all, or that of a proxy in front of it.
 * Our server says in words why it cannot do something; a proxy sends a page or its stock phrase.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.kind === 'network') return true
  const isStock =
    error.serverText === null ||
    /^(bad gateway|service unavailable|gateway time-?out|no available server)\.?$/i.test(
      error.serverText,
    )
  return [502, 503, 504].includes(error.status) && isStock
}
