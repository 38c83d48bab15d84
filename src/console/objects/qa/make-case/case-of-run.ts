import { call, type Transport } from '../../../../client/api.ts'
import { answerText } from '../../../../contract/agent-server/answers/thoughts.ts'
import { messagesOf, messageText } from '../../../../contract/agent-server/messages.ts'
import { getRun, type Run } from '../../../../contract/agent-server/runs.ts'
import type { ThreadState } from '../../../../contract/agent-server/threads.ts'
import { type Beginning, readBeginning, readStatesOfRun } from '../../run-history/run-history.ts'
import { isOfUser, type Said, saidIn } from './said-in.ts'

/** What a thread held before a run. */
export interface Before {
  values: Record<string, unknown>
  checkpoint_id: string | undefined
}

/** What a case is made of: what a run was told, its own last words, and what the thread held before it. */
export type CaseOfRun = Said & { answer?: string | undefined; before?: Before | null }

/**
 * Reads what a run was told, and where its history still tells them the last words that the run itself answered and what the
 * thread held. One that went on where another failed was told what that one was told. Throws an ApiError where the run
 * cannot be read.
 */
export async function readCaseOfRun(
  agent: Transport,
  params: { thread_id: string; run_id: string },
  signal?: AbortSignal,
): Promise<CaseOfRun> {
  const run = await call(agent, getRun, { params, ...(signal && { signal }) })
  const said = saidIn(run.kwargs?.input)
  const history = await readHistory(agent, run, signal ?? new AbortController().signal)
  if (!history) return said
  const { states, beginning } = history
  const before = heldBefore(beginning)
  const answer = ownAnswer(states, beginning)
  const goesOn = run.kwargs?.input == null && run.kwargs?.command == null
  const told = goesOn && before ? lastTold(before) : null
  return told ? { ...told, answer } : { ...said, answer, before }
}

/** What a run made and began with; null where that cannot be read: a case can be made without. */
async function readHistory(agent: Transport, run: Run, signal: AbortSignal) {
  try {
    const states = await readStatesOfRun(agent, run, signal)
    return { states, beginning: await readBeginning(agent, run, states, signal) }
  } catch {
    return null
  }
}

/**
 * The last words that the run itself answered; undefined for one that failed before it said anything. Where it is not known
 * what was said before it, that is what comes after the user's last words.
 */
function ownAnswer(states: readonly ThreadState[], beginning: Beginning): string | undefined {
  const left = messagesOf(states.at(-1)?.values)
  const known = beginning.isKnown ? messagesOf(beginning.state?.values) : null
  const earlier = new Set(known?.map(({ id }) => id).filter(Boolean))
  const own = known
    ? left.filter(({ id }, at) => (id ? !earlier.has(id) : at >= known.length))
    : left.slice(left.findLastIndex(isOfUser) + 1)
  return answerText(own.findLast(({ type }) => /^ai/i.test(type))?.content).trim() || undefined
}

/** The user's last words in what a thread held, and what it held before they were said; null where there are none. */
function lastTold({ values }: Before): CaseOfRun | null {
  const messages = Array.isArray(values.messages) ? values.messages : []
  const place = messages.findLastIndex((one) => messagesOf({ messages: [one] }).some(isOfUser))
  const text = messageText(messagesOf({ messages: messages.slice(place, place + 1) })[0]?.content)
  if (place < 0 || !text.trim()) return null
  const before = { ...values, messages: messages.slice(0, place) }
  return {
    text: text.trim(),
    before: place > 0 ? { values: before, checkpoint_id: undefined } : null,
  }
}

/** What a thread held where a run began; null where that was nothing, or is not known. */
function heldBefore(beginning: Beginning): Before | null {
  const state = beginning.isKnown ? beginning.state : null
  const values = state?.values
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return null
  if (Object.keys(values).length === 0) return null
  return {
    values: values as Record<string, unknown>,
    checkpoint_id: state?.checkpoint?.checkpoint_id ?? undefined,
  }
}
