import type { ShownMessage } from './conversation-types.ts'
import { hasOwnContent } from './parts/content-blocks.ts'

/** A message of a turn without its calls, or calls of one tool that follow each other. */
export type TurnRow<Call> =
  | { readonly kind: 'message'; readonly key: string; readonly item: ShownMessage }
  | {
      readonly kind: 'calls'
      readonly key: string
      readonly item: ShownMessage
      readonly calls: readonly Call[]
    }

/** So many calls of one tool in a row are one line that opens; fewer are shown each by itself. */
export const callsOfGroup = 4

interface CallOfRow {
  readonly key: string
  readonly name: string
}

/**
 * The rows that a turn is drawn in, in its order. Calls of one tool are one row, in one message or in many, until something
 * else is said or called.
 * @param callsOf the calls of an answer, as they are drawn
 * @param standsAlone whether a call is a row of its own, whatever is around it
 */
export function turnRows<Call extends CallOfRow>(
  parts: readonly ShownMessage[],
  callsOf: (item: ShownMessage) => readonly Call[],
  standsAlone: (call: Call) => boolean = () => false,
): readonly TurnRow<Call>[] {
  const rows: (TurnRow<Call> & { calls?: Call[]; isClosed?: boolean })[] = []
  for (const item of parts) {
    const calls = item.kind === 'ai' ? callsOf(item) : []
    if (calls.length === 0 || hasOwnContent(item.message)) {
      rows.push({ kind: 'message', key: item.key, item })
    }
    for (const call of calls) {
      const isClosed = standsAlone(call)
      const last = rows.at(-1)
      const goesOn = last?.kind === 'calls' && !last.isClosed && !isClosed
      if (goesOn && last.calls?.[0]?.name === call.name) last.calls.push(call)
      else rows.push({ kind: 'calls', key: `calls ${call.key}`, item, calls: [call], isClosed })
    }
  }
  return rows
}
