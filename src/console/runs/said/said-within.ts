import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Conversation } from '../../../chat/conversation/conversation-types.ts'
import type { Turn } from '../../../chat/conversation/turns.ts'
import { readInner } from '../../../chat/inner/read-inner.ts'
import type { InnerWords } from '../../../chat/inner/use-inner-words.ts'
import { getRun, isActive, type Run } from '../../../contract/agent-server/runs.ts'
import { queryKey, useApi } from '../../api.tsx'
import { useRunIsGone } from '../gone/run-is-gone.ts'

/** All that there is to read was read. */
const read = () => {}
const nothing: InnerWords = { inner: [], carriedOut: new Map(), read }

/** What was said within the calls of a run, from its stored events once it is over and has made calls. */
export function useSaidWithin(deploymentId: string, run: Run, turns: readonly Turn[]): InnerWords {
  const agent = useApi().agent(deploymentId)
  const { thread_id, run_id } = run
  const isGone = useRunIsGone()
  const { data } = useQuery({
    queryKey: [...queryKey(agent, getRun, { params: { thread_id, run_id } }), 'within'],
    queryFn: ({ signal }) => readInner(agent, { thread_id, run_id }, signal),
    enabled: !isGone && !isActive(run) && turns.some(({ results }) => results.size > 0),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(() => (data ? { ...data, read } : nothing), [data])
}

/** What was heard of it so far in a run that is followed. */
export function heardWithin({ inner, speakers }: Conversation): InnerWords {
  return { inner, carriedOut: speakers.carriedOut, read }
}
