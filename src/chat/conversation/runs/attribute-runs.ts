import { isActive, type Run } from '../../../contract/agent-server/runs.ts'
import type { ThreadState } from '../../../contract/agent-server/threads.ts'
import type { ShownMessage } from '../conversation-types.ts'
import { isFork } from '../is-fork.ts'
import { pairedInOrder } from './paired-in-order.ts'
import { sentIds } from './sent-messages.ts'

/**
 * Says which run made each message, as far as that is certain: a run's input names its messages by id, or has the same
 * words in the same order, what follows up to the next message of a person comes from that run or, after a question,
 * from the runs that answered it; the state names the run that wrote last. Where a thread has branches only its
 * checkpoints (`authors`, by message id) tell. Others stay unknown: a vote must not go to the wrong run.
 */
export function attributeRuns(
  messages: readonly ShownMessage[],
  runs: readonly Run[],
  state: ThreadState | null,
  authors: ReadonlyMap<string, string> = new Map(),
): readonly ShownMessage[] {
  const hasBranches = runs.some(isFork)
  const begun = runs.filter((run) => run.status !== 'pending')
  const named = begun.flatMap((run) => sentIds(run).map((id) => [id, run.run_id] as const))
  const bySent = new Map([...named, ...pairedInOrder(messages, begun)])
  const lastHuman = messages.findLastIndex((item) => item.kind === 'human')
  const writer = writerOf(state)
  let starter: string | null = null
  let isChanged = false
  const result = messages.map((item, index) => {
    if (item.kind === 'human') starter = (item.id && bySent.get(item.id)) || null
    const isEnd = index === messages.length - 1 || messages[index + 1]?.kind === 'human'
    const isLastTurn = index >= lastHuman
    // What the state does not hold yet was not written by who wrote the state.
    const isWritten = item.origin === 'state' && index === messages.length - 1
    const fallback = isLastTurn && isWritten ? writer : null
    const isGuess = hasBranches && item.kind !== 'human'
    const finisher = isEnd && item.kind !== 'human' ? lastAnswer(begun, starter) : null
    const author = (item.id && authors.get(item.id)) || null
    const likely = isGuess ? null : (finisher ?? starter)
    const run_id = item.run_id ?? author ?? likely ?? fallback
    if (run_id === item.run_id) return item
    isChanged = true
    return { ...item, run_id }
  })
  return isChanged ? result : messages
}

function writerOf(state: ThreadState | null): string | null {
  const run_id = state?.metadata?.run_id
  return typeof run_id === 'string' ? run_id : null
}

/** The last run after `starter` that brought no message of its own: it went on where that one paused. */
function lastAnswer(runs: readonly Run[], starter: string | null): string | null {
  if (starter === null) return null
  const at = runs.findIndex((run) => run.run_id === starter)
  let last: string | null = null
  for (const run of runs.slice(at + 1)) {
    if (run.kwargs?.input) break
    if (!isActive(run)) last = run.run_id
  }
  return last
}
