import { runInterval } from '../../client/polling.ts'
import type { EndpointInput, EndpointOutput } from '../../contract/endpoint.ts'
import { searchThreads, type ThreadStatus } from '../../contract/threads.ts'
import { type Api, query } from '../api.tsx'

type Threads = EndpointOutput<typeof searchThreads>

/**
 * The threads of a deployment that changed last, without their values: a list shows the summary only.
 * Read again while one of them is busy; a settled list rests until somebody acts or comes back to the tab.
 */
export function threadListQuery(
  api: Api,
  deploymentId: string,
  options: { limit: number; status?: ThreadStatus | undefined },
) {
  const input = {
    body: {
      limit: options.limit,
      ...(options.status && { status: options.status }),
      sort_by: 'updated_at',
      sort_order: 'desc',
      select: [
        'thread_id',
        'created_at',
        'updated_at',
        'metadata',
        'status',
        'interrupts',
        'summary',
      ],
    },
  } satisfies EndpointInput<typeof searchThreads>
  return {
    ...query(api.agent(deploymentId), searchThreads, input),
    refetchInterval: (of: { state: { data?: Threads | undefined } }) =>
      threadsInterval(of.state.data),
  }
}

/** When to read threads again: as often as the one that became busy last asks for, never while none is. */
export function threadsInterval(threads: Threads | undefined): number | false {
  const changes = (threads ?? [])
    .filter((thread) => thread.status === 'busy')
    .map((thread) => Date.parse(thread.updated_at))
  if (changes.length === 0) return false
  return runInterval({ status: 'running' }, Date.now() - Math.max(...changes))
}
