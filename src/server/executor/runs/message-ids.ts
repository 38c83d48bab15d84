import { randomUUID } from 'node:crypto'
import { isMessage } from '../wire-json.ts'

/**
 * Gives every message that a step returns an id before anything else sees it. The library does so
 * too late: a message would have one id in the stream and another in the state, or two messages
 * of one step the same.
 */
export const messageIds = {
  name: 'message-ids',
  // Right away, ahead of the library's own handlers.
  awaitHandlers: true,
  handleChainEnd(output: unknown): void {
    identify(output)
    if (typeof output !== 'object' || output === null) return
    const { update } = output as { update?: unknown }
    for (const part of [output, update]) {
      if (typeof part === 'object' && part !== null) Object.values(part).forEach(identify)
    }
  },
}

function identify(value: unknown): void {
  if (Array.isArray(value)) value.forEach(identify)
  if (!isMessage(value) || (value.id !== undefined && value.id !== null)) return
  value.id = randomUUID()
  const { lc_kwargs: own } = value
  if (typeof own === 'object' && own !== null) Object.assign(own, { id: value.id })
}
