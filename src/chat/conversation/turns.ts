import type { ShownMessage } from './conversation-types.ts'
import { toolCallChunks } from './message-delta.ts'

/** What a person asked and everything that came of it, up to what they asked next. */
export interface Turn {
  readonly key: string
  readonly human: ShownMessage | null
  /** Answers, and results that belong to no call of theirs. */
  readonly parts: readonly ShownMessage[]
  /** Results by the id of the call that they answer. */
  readonly results: ReadonlyMap<string, ShownMessage>
  /** The run that ended the turn: votes and remarks about the end belong to it. */
  readonly run_id: string | null
}

/** What a run did that neither was asked nor answered with a message. */
export const wordlessTurn = (run_id: string | null): Turn => ({
  key: `wordless ${run_id ?? ''}`,
  human: null,
  parts: [],
  results: new Map(),
  run_id,
})

/**
 * Groups messages into turns, and pairs tool calls with their results. Turns in which nothing changed
 * are the same objects as in `before`, so that only the growing one renders again.
 */
export function buildTurns(
  messages: readonly ShownMessage[],
  before: readonly Turn[] = [],
): readonly Turn[] {
  const groups: ShownMessage[][] = []
  for (const message of messages) {
    const last = groups.at(-1)
    if (message.kind === 'human' || !last) groups.push([message])
    else last.push(message)
  }
  return groups.map((group, index) => {
    const known = before[index]
    return known && isSameGroup(known, group) ? known : turnOf(group)
  })
}

const sources = new WeakMap<Turn, readonly ShownMessage[]>()

function isSameGroup(turn: Turn, group: readonly ShownMessage[]): boolean {
  const source = sources.get(turn)
  return source?.length === group.length && source.every((item, index) => item === group[index])
}

function turnOf(group: readonly ShownMessage[]): Turn {
  const [first] = group
  const human = first?.kind === 'human' ? first : null
  const rest = human ? group.slice(1) : group
  const calls = new Set(rest.flatMap((item) => callIds(item)))
  const results = new Map<string, ShownMessage>()
  const parts = rest.filter((item) => {
    const answers = item.message.tool_call_id
    if (item.kind !== 'tool' || !answers || !calls.has(answers)) return true
    results.set(answers, item)
    return false
  })
  const turn: Turn = {
    key: first?.key ?? 'empty',
    human,
    parts,
    results,
    run_id: group.findLast((item) => item.run_id !== null)?.run_id ?? null,
  }
  sources.set(turn, group)
  return turn
}

function callIds({ message }: ShownMessage): string[] {
  const whole = (message.tool_calls ?? []).flatMap((call) => call.id ?? [])
  return [...whole, ...toolCallChunks(message).flatMap((chunk) => chunk.id ?? [])]
}
