import type { ShownMessage } from '../conversation-types.ts'

/** A tool call that the thread holds without a result, after whoever made it is over. */
export interface BrokenCall {
  readonly id: string
  readonly name: string
  /** The run that asked for it, where that is known. */
  readonly run_id: string | null
  /** Nobody has said anything since: a result can still be given in its place. */
  readonly isLast: boolean
}

/** Calls without a result. Meant for a thread at rest that waits for nobody. */
export function brokenCalls(messages: readonly ShownMessage[]): readonly BrokenCall[] {
  const answered = new Set(messages.flatMap(({ message }) => message.tool_call_id ?? []))
  const lastCaller = messages.findLastIndex(({ message }) => (message.tool_calls ?? []).length > 0)
  const isAtEnd = messages
    .slice(lastCaller + 1)
    .every(({ kind, origin }) => kind === 'tool' || origin === 'cut')
  return messages.flatMap(({ message, kind, origin, run_id }, index) => {
    if (kind !== 'ai' || origin !== 'state') return []
    return (message.tool_calls ?? []).flatMap(({ id, name }) =>
      id && !answered.has(id)
        ? [{ id, name: name || 'tool', run_id, isLast: isAtEnd && index === lastCaller }]
        : [],
    )
  })
}

/** What stands in for the results that never came: it says so, and claims no success. */
export function cancelledResults(calls: readonly BrokenCall[]): readonly object[] {
  return calls.map(({ id, name }) => ({
    type: 'tool',
    tool_call_id: id,
    name,
    status: 'error',
    content:
      'Cancelled: the run was stopped before this tool answered. It may have done a part of its work.',
  }))
}
