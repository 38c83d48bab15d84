import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { systemClock } from '../../../chat/clock.ts'
import { runOutcome } from '../../../chat/conversation/runs/run-outcome.ts'
import { runMarks } from '../../../chat/run-marks.ts'
import { useVotes } from '../../../chat/view/use-session.ts'
import { createFeedbackStore } from '../../../chat/votes/feedback-store.ts'
import { sendAgain } from '../../../chat/votes/send-again.ts'
import type { Run } from '../../../contract/agent-server/runs.ts'
import type { ThreadState } from '../../../contract/agent-server/threads.ts'
import { makesFeedbackAddresses } from '../../../contract/gateway/connections.ts'
import { listFeedback } from '../../../contract/tracing/feedback.ts'
import { queryKey, useApi } from '../../api.tsx'
import { readFeedbackSetup } from '../../objects/feedback-setup.ts'
import { feedbackTarget } from '../../objects/qa/feedback-target.ts'

/** What the conversation says about the run, and the votes on it, which can be given here as in the chat. `isRead`: what stands of them is known, or could not be read. */
export function useRunVotes(deploymentId: string, run: Run, last: ThreadState | undefined) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { run_id } = run
  const [isRead, setIsRead] = useState(false)
  const [setup] = useState(() => readFeedbackSetup(deploymentId))
  const [feedback] = useState(() =>
    createFeedbackStore(
      feedbackTarget(api, deploymentId, () => run.thread_id),
      {
        keyMap: setup.map,
        onRecorded: () =>
          void queryClient.invalidateQueries({ queryKey: queryKey(api.tracing, listFeedback) }),
      },
    ),
  )
  useEffect(() => {
    const leaving = new AbortController()
    sendAgain(feedback, { clock: systemClock, random: Math.random, signal: leaving.signal })
    return () => leaving.abort()
  }, [feedback])
  const mark = useMemo(() => {
    const keepsVotes = !makesFeedbackAddresses(api.connection)
    const known = { records: [run], run: null, ownCancels: [] }
    const found = runMarks(known, { feedbackKeys: setup.keys, keepsVotes }).get(run_id)
    return found && { ...found, outcome: runOutcome({ record: run, state: last ?? null }) }
  }, [run, run_id, last, setup, api.connection])
  const keys = mark?.feedbackKeys.join() ?? ''
  useEffect(() => {
    const plan = feedback.planFor(keys === '' ? [] : keys.split(','))
    const read = plan ? feedback.restore([run_id], plan) : Promise.resolve()
    void read.finally(() => setIsRead(true))
  }, [feedback, run_id, keys])
  return { mark, feedback, vote: useVotes({ feedback })[run_id], isRead }
}
