import type { QueryClient } from '@tanstack/react-query'
import { fillPath } from '../../../contract/endpoint.ts'
import { type Change, followChanges as endpoint } from '../../../contract/gateway/changes.ts'
import { localConnectionId } from '../../../contract/gateway/connections.ts'
import type { Api } from '../../api.tsx'
import { followChanges } from './follow-changes.ts'
import { rereadChanged } from './reread-changed.ts'
import { tellFailure } from './tell-failure.ts'
import { type RereadNames, readAtOnce, readNowAndThen } from './what-is-reread.ts'

/** What changed is read at most so often. */
const leastMs = 1_000
/** Sums over many rows are, as 0.3 s of a database for 100,000 runs. */
const leastSumsMs = 30_000
/** How often everything is read of a server that tells nothing. */
const untoldMs = 30_000

/**
 * Keeps what is shown fresh: read again within a second of a change where the server tells, and now and then where it
 * does not, as long as the page is seen.
 * @param page where somebody is, and the way to another page
 * @param onTold whether the server tells
 * @returns how to end that
 */
export function keepFresh(
  queryClient: QueryClient,
  api: Api,
  page: { path: () => string; go: (path: string) => void },
  onTold: (isTold: boolean) => void,
): () => void {
  let isTold = false
  const reread = (names: RereadNames, changes: readonly Change[]) =>
    rereadChanged(queryClient, api, names, changes)
  const paces = [paced(leastMs, readAtOnce, reread), paced(leastSumsMs, readNowAndThen, reread)]
  const hear = (changes: readonly Change[]) => {
    for (const change of changes) void tellFailure(api, change, page)
    for (const pace of paces) pace.hear(changes)
  }
  const { id, kind } = api.connection
  // An agent server alone tells nothing, and reviewers are told of no connection.
  const canTell = kind !== 'agent_server' && 'EventSource' in globalThis
  const of = id === localConnectionId ? '' : `?${new URLSearchParams({ connection_id: id })}`
  const stop = canTell
    ? followChanges(api.gateway.baseUrl + fillPath(endpoint.path) + of, hear, (is) => {
        isTold = is
        // What was asked of a server that was silent may never be answered; all of it is asked again.
        if (is) for (const pace of paces) pace.waitNoLonger()
        onTold(is)
      })
    : () => undefined
  const clock = setInterval(() => {
    if (!isTold && !document.hidden) hear([{ area: 'all', deployment_id: null }])
  }, untoldMs)
  return () => {
    stop()
    clearInterval(clock)
    for (const pace of paces) pace.stop()
  }
}

/** Reads what changed of the names, not before the last reading has ended and so long after it began. */
function paced(
  leastMs: number,
  names: RereadNames,
  reread: (names: RereadNames, changes: readonly Change[]) => Promise<void>,
) {
  let waiting: Change[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReading = false
  let waitNoLonger = () => {}
  const read = async () => {
    if (isReading || waiting.length === 0) return
    isReading = true
    const changes = waiting
    waiting = []
    const atLeast = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, leastMs)
    })
    const overtaken = new Promise<void>((resolve) => {
      waitNoLonger = resolve
    })
    await Promise.all([Promise.race([reread(names, changes), overtaken]), atLeast])
    isReading = false
    void read()
  }
  return {
    hear: (changes: readonly Change[]) => {
      waiting.push(...changes.filter(({ area }) => area === 'all' || names[area].length > 0))
      void read()
    },
    /** What is being read may never be answered. */
    waitNoLonger: () => waitNoLonger(),
    stop: () => clearTimeout(timer),
  }
}
