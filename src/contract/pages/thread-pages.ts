import { getRun, listRuns, runsAtOnce } from '../agent-server/runs.ts'
import { getThread, getThreadState } from '../agent-server/threads.ts'
import { firstReads, type Read } from './first-reads.ts'

/** One thread. */
export function threadRead(deploymentId: string, thread_id: string): Read<typeof getThread> {
  return { endpoint: getThread, input: { params: { thread_id } }, deploymentId, keptAs: 'answer' }
}

/** One run of a thread. */
export function runRead(
  deploymentId: string,
  params: { thread_id: string; run_id: string },
): Read<typeof getRun> {
  return { endpoint: getRun, input: { params }, deploymentId, keptAs: 'answer' }
}

/** A new thread, of which `new` stands in the address, has nothing to read. */
export const threadPage = firstReads('thread', ({ deploymentId, threadId }) => {
  if (threadId === 'new') return []
  const params = { thread_id: threadId }
  const state: Read<typeof getThreadState> = {
    endpoint: getThreadState,
    input: { params },
    deploymentId,
    keptAs: 'session',
  }
  const runs: Read<typeof listRuns> = {
    endpoint: listRuns,
    input: { params, query: { limit: runsAtOnce, offset: 0 } },
    deploymentId,
    keptAs: 'session',
  }
  return [threadRead(deploymentId, threadId), state, runs]
})

export const runPage = firstReads('run', ({ deploymentId, threadId, runId }) => [
  runRead(deploymentId, { thread_id: threadId, run_id: runId }),
])
