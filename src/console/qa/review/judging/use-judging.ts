import { hashKey, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useEffect, useReducer, useState, useSyncExternalStore } from 'react'
import { ApiError } from '../../../../client/api-error.ts'
import { judgedElsewhereCode } from '../../../../contract/errors.ts'
import { getReviewItem, putVerdict, type Verdict } from '../../../../contract/qa/reviews.ts'
import { useApi, useCall } from '../../../api.tsx'
import { reviewItemQuery, whatSessionsChange } from '../../../objects/qa/qa-queries.ts'
import { useGateway } from '../../../shell/gateway-context.ts'
import { keptVerdicts, tabStorage } from '../saving/kept-verdicts.ts'
import { createOutbox, type Outbox, type OutboxState, type Saved } from '../saving/outbox.ts'
import { type Judging, type JudgingAction, judgingReducer, saysSame } from './judging.ts'
import { playRefusal } from './refusal-sound.ts'
import { useVisibleTimes, type VisibleTimes } from './use-visible-time.ts'
import { createWaitingKeys, type WaitingKeys } from './waiting-keys.ts'

/** What is judged in a session as long as the page is open, and how it gets to the server. */
export interface SessionJudging {
  readonly judging: Judging
  readonly dispatch: Dispatch<JudgingAction>
  readonly outbox: Outbox
  readonly state: OutboxState
  readonly times: VisibleTimes
  readonly keys: WaitingKeys
  /** An answer was pressed before its case was shown. */
  readonly isTooEarly: boolean
  /** Says so, with a sound. */
  readonly refuseKey: () => void
  /** A key counted, so that nothing is said of those before. */
  readonly takeKey: () => void
  /** What those hear who do not see the page. */
  readonly said: string
  readonly say: (words: string) => void
}

/**
 * Takes up what did not get through before the tab was loaded again.
 * @param reviewer whose verdicts they are
 * @param as the name that they go under, where nobody signs in under one
 */
export function useJudging(sessionId: string, reviewer: string, as: string | null): SessionJudging {
  const api = useApi()
  const queryClient = useQueryClient()
  const { mutateAsync } = useCall(api.gateway, putVerdict)
  const [said, say] = useState('')
  const [keys] = useState(() => createWaitingKeys(Date.now))
  const [isTooEarly, setTooEarly] = useState(false)
  const [kept] = useState(() => keptVerdicts(tabStorage(), sessionId, reviewer))
  const [judging, dispatch] = useReducer(judgingReducer, null, () => ({
    cases: Object.fromEntries(kept.all().map(([index, verdict]) => [index, { verdict }])),
    past: [],
  }))
  const [outbox] = useState(() => {
    const onSaved = (index: number, verdict: Verdict, { at, judged, words }: Saved) => {
      say(words ? `Saved. ${words}.` : 'Saved.')
      const { queryKey } = reviewItemQuery(api, sessionId, index)
      const own = hashKey(queryKey)
      // One that was asked for before may come without it.
      void queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(
        queryKey,
        (item) => item && { ...item, verdict, saved_at: at, judged },
      )
      for (const changed of whatSessionsChange(api)) {
        void queryClient.invalidateQueries({
          queryKey: changed,
          predicate: (query) => query.queryHash !== own,
          // The case that is shown meanwhile says how many are judged; the rest is read when it is shown.
          refetchType: changed[1] === getReviewItem.name ? 'active' : 'none',
        })
      }
    }
    return createOutbox({
      send: (index, verdict, over) =>
        mutateAsync({
          params: { session_id: sessionId, index: String(index) },
          query: { ...(as !== null && { as }), ...(over !== undefined && { over }) },
          body: verdict,
        }),
      savedAt(index) {
        const item = queryClient.getQueryData(reviewItemQuery(api, sessionId, index).queryKey)
        return item && (item.saved_at ?? 'none')
      },
      isJudgedElsewhere,
      kept,
      onSaved,
      isFinal: (error) =>
        error instanceof ApiError && error.status === 409 && !isJudgedElsewhere(error),
      async unsavedWords(index, verdict) {
        const query = reviewItemQuery(api, sessionId, index)
        const item = await queryClient
          .fetchQuery({ ...query, staleTime: 0 })
          .catch(() => queryClient.getQueryData(query.queryKey))
        if (item?.verdict && saysSame(item.verdict, verdict)) return null
        const saved = [item?.verdict?.note, item?.verdict?.correction]
        return [verdict.note, verdict.correction]
          .filter((text) => text.trim() !== '' && !saved.includes(text))
          .join('\n\n')
      },
      onDropped(index) {
        dispatch({ do: 'forget', index })
        for (const queryKey of whatSessionsChange(api)) {
          void queryClient.invalidateQueries({ queryKey })
        }
      },
    })
  })
  useEffect(() => {
    for (const [index, verdict, ...before] of kept.all()) outbox.put(index, verdict, '', ...before)
  }, [kept, outbox])
  useRetries(outbox)
  useQuestionBeforeClosing(outbox)
  const state = useSyncExternalStore(outbox.subscribe, outbox.getSnapshot)
  const times = useVisibleTimes()
  const refuseKey = () => {
    setTooEarly(true)
    playRefusal()
  }
  const takeKey = () => setTooEarly(false)
  return {
    ...{ judging, dispatch, outbox, state, times },
    ...{ keys, isTooEarly, refuseKey, takeKey, said, say },
  }
}

function isJudgedElsewhere(error: unknown): boolean {
  return error instanceof ApiError && error.code === judgedElsewhereCode
}

/** Reads may get through where writes do not: then it is not tried without a pause. */
const retryMs = 2_000

/** What got no answer is sent again soon after the server answers. */
function useRetries(outbox: Outbox): void {
  const { reachability } = useGateway()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = reachability.subscribe(() => {
      if (timer || !reachability.getSnapshot() || !outbox.getSnapshot().failure) return
      timer = setTimeout(() => {
        timer = undefined
        outbox.retry()
      }, retryMs)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [reachability, outbox])
}

/** What is kept for the tab is gone with it. */
function useQuestionBeforeClosing(outbox: Outbox): void {
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      const { open, refused } = outbox.getSnapshot()
      if (open.length > 0 || refused.length > 0) event.preventDefault()
    }
    addEventListener('beforeunload', onBeforeUnload)
    return () => {
      removeEventListener('beforeunload', onBeforeUnload)
      outbox.flush()
    }
  }, [outbox])
}
