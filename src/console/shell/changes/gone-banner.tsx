import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useMatches } from 'react-router-dom'
import { ApiError } from '../../../client/api-error.ts'
import type { Api } from '../../api.tsx'
import { readQuery } from '../../reads.ts'
import { pageMatches } from '../page/page-handle.ts'

/** Says that what the page is about is not there any more: it was deleted elsewhere while the page stood open. */
export function GoneBanner({ api }: { api: Api }) {
  const gone = useGone(api)
  return (
    <div role="status">
      {gone && (
        <div className="flex items-center gap-2 border-b bg-warn-soft px-5 py-1.5 text-ink">
          <Trash2 aria-hidden size={14} strokeWidth={1.8} className="flex-none text-warn" />
          <span className="min-w-0 break-words">
            <b className="font-semibold">It was deleted elsewhere.</b> {gone.serverText} What you
            see is how it was read last.
          </span>
        </div>
      )}
    </div>
  )
}

/** The refusal of what the page began with, once that was read; a conversation tells its own end. */
function useGone(api: Api): ApiError | null {
  const cache = useQueryClient().getQueryCache()
  const keys = pageMatches(useMatches())
    .filter(({ handle }) => !handle.tellsItsEnd)
    .map(({ handle, params }) => handle.firstReads?.reads(params) ?? [])
    .filter((reads) => reads.every(({ keptAs }) => keptAs !== 'session'))
    .flatMap((reads) => reads.filter(({ keptAs }) => keptAs === 'answer'))
    .map((read) => readQuery(api, read).queryKey)
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => {
      for (const queryKey of keys) {
        const state = cache.find({ queryKey })?.state
        const error = state?.data === undefined ? null : state.error
        if (error instanceof ApiError && [404, 410].includes(error.status ?? 0)) return error
      }
      return null
    },
  )
}
