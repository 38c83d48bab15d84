import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { createFeedbackAddresses } from '../../../chat/votes/feedback-addresses.ts'
import { call } from '../../../client/api.ts'
import type { Run } from '../../../contract/agent-server/runs.ts'
import { refusalOf } from '../../../contract/gateway/connections.ts'
import { type Feedback, listFeedback } from '../../../contract/tracing/feedback.ts'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { type Api, queryKey, useApi } from '../../api.tsx'
import { feedbackTarget } from '../../objects/qa/feedback-target.ts'
import { demandRun } from '../gone/demand-run.ts'
import { useRunIsGone } from '../gone/run-is-gone.ts'
import { feedbackOf, type Judged, judgedIn, notJudged, verdictKey } from './verdict.ts'

/** What people said of a run. */
export function runFeedbackQuery(api: Api, deploymentId: string, run: Run) {
  const asked = { query: { run: run.run_id } }
  return queryOptions({
    queryKey: queryKey(api.tracing, listFeedback, asked),
    queryFn: async ({ client, queryKey: key, signal }): Promise<Feedback[]> => {
      const votes = await call(api.tracing, listFeedback, { ...asked, signal })
      const had = client.getQueryData<Feedback[]>(key)?.length ?? 0
      if (votes.length === 0 && had > 0) await demandRun(api.agent(deploymentId), run, signal)
      return votes
    },
  })
}

/** A verdict can be changed as long as its address is good. */
const addressDays = 365

/**
 * The verdict on a run: what stands, or what was pressed and typed and is not recorded yet. Changes are sent one after the
 * other, each to the same address, where it takes the place of the one before. What does not get through stays as it is,
 * to be sent again.
 */
export function useVerdict(deploymentId: string, run: Run) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { run_id } = run
  const isGone = useRunIsGone()
  const read = useQuery({ ...runFeedbackQuery(api, deploymentId, run), enabled: !isGone })
  const stored = read.data ? judgedIn(read.data) : notJudged
  const [draft, setDraft] = useState<Judged | null>(null)
  const latest = useRef<Judged | null>(null)
  const [addresses] = useState(() =>
    createFeedbackAddresses(
      feedbackTarget(api, deploymentId, () => run.thread_id),
      { days: addressDays },
    ),
  )
  // Who judges by keys may be at the next run before this one is told.
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const keep = (next: Judged | null) => {
    latest.current = next
    setDraft(next)
  }
  const saving = useMutation<void, Error, Judged>({
    mutationKey: [verdictKey, run_id],
    scope: { id: `${verdictKey} ${run_id}` },
    mutationFn: (judged) => addresses.send(run_id, verdictKey, feedbackOf(judged)),
    onSuccess: async (_, judged) => {
      await queryClient.invalidateQueries({ queryKey: queryKey(api.tracing, listFeedback) })
      if (latest.current === judged) keep(null)
    },
    onError: (error) => {
      if (isHere.current) return
      toast.bad(`The verdict on run ${shortId(run_id)} was not saved`, {
        description: error.message,
      })
    },
  })
  const now = draft ?? stored
  const change = (part: Partial<Judged>) => {
    const next = { ...(latest.current ?? stored), ...part }
    keep(next)
    saving.mutate(next)
  }
  return {
    now,
    change,
    again: () => saving.mutate(now),
    isSaving: saving.isPending,
    problem: saving.error?.message ?? null,
    isSaved: draft === null && (stored.verdict !== null || stored.note !== ''),
    refusal: verdictRefusal(api, read),
  }
}

/** Why no verdict can be kept; undefined where one can. */
function verdictRefusal({ connection }: Api, read: { data: unknown; error: Error | null }) {
  const why = connection.keeps_votes ? null : refusalOf(connection, 'feedback_tokens')
  if (why) return `No verdict can be kept for the runs of this connection. ${why}`
  if (read.data === undefined) {
    return read.error
      ? `What stands of it could not be read: ${read.error.message}`
      : 'It is not read yet what stands'
  }
  return undefined
}
