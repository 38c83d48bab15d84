import { messagesOf, messageText } from '../contract/agent-server/messages.ts'
import { searchThreadHistory } from '../contract/agent-server/thread-states.ts'
import type { VotedRun } from '../contract/tracing/feedback-tokens.ts'
import { call, type Transport } from './api.ts'

/** How much of what was said goes along with a vote: lists show the beginning. */
const longest = 200

/**
 * What a vote on a run of a server without a feedback service is told with, for those who read it later: where the run is,
 * and the beginnings of question and answer. Where these cannot be read the thread alone: a vote is worth more than what
 * it is about.
 */
export async function readVotedRun(
  agent: Transport,
  { thread_id, run_id }: { thread_id: string; run_id: string },
): Promise<VotedRun> {
  const body = { limit: 100, metadata: { run_id } }
  const read = call(agent, searchThreadHistory, { params: { thread_id }, body })
  // A server may not look at the metadata, and answer the states of other runs too.
  const state = (await read.catch(() => [])).find(({ metadata }) => metadata?.run_id === run_id)
  const messages = messagesOf(state?.values)
  const last = (kind: RegExp) =>
    beginning(messageText(messages.findLast(({ type }) => kind.test(type))?.content))
  return { thread_id, question: last(/^(human|user)/i), answer: last(/^ai/i) }
}

function beginning(text: string): string | null {
  return [...text.trim()].slice(0, longest).join('') || null
}
