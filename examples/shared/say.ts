import { randomUUID } from 'node:crypto'
import { AIMessage } from '@langchain/core/messages'

/**
 * An answer of the agent, with an id of its own: the library streams all unnamed messages of a
 * node under one id, and a reader could not tell them apart.
 */
export function say(content: string): AIMessage {
  return new AIMessage({ id: randomUUID(), content })
}
