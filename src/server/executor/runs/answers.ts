import { unknownInterrupt } from '../../../contract/agent-server/run-events.ts'
import type { AnyGraph } from '../loaded-graph.ts'
import type { RunOrder } from '../protocol/run-order.ts'
import type { ThreadSaver } from '../state/checkpoint-saver.ts'

/** An answer to a question that does not wait, of a run that wants to be refused then. The name is the library's. */
class UnknownInterruptError extends Error {
  constructor(sentence: string, pending: readonly string[]) {
    const left = pending.length > 0 ? `It waits with ${pending.join(', ')}.` : 'It waits with none.'
    super(`${sentence} ${left}`)
    this.name = unknownInterrupt
  }
}

/**
 * The answer of a run's command, as the library takes it; undefined for none. Throws where the run wants that
 * (`strict_resume`) and the answer is for a question that does not wait, for none by an empty list of ids, or for
 * several at once without naming them.
 */
export async function answerOf(
  answer: unknown,
  order: RunOrder,
  graph: AnyGraph,
  saver: ThreadSaver,
): Promise<unknown> {
  if (answer && !order.strict_resume) return answer
  const checkpoint_id = order.checkpoint?.checkpoint_id
  const thread = { thread_id: order.thread_id, checkpoint_ns: '' }
  const newest = (await saver.getTuple({ configurable: thread }))?.checkpoint.id
  const place = { configurable: { ...thread, checkpoint_id } }
  const { tasks } = newest ? await graph.getState(place) : { tasks: [] }
  const questions = tasks.flatMap((task) => task.interrupts.flatMap(({ id }) => id ?? []))
  // Those of a checkpoint before the newest one may have been answered.
  const isEarlier = checkpoint_id !== undefined && checkpoint_id !== newest
  if (order.strict_resume && !isEarlier) refuseUnknown(answer, questions)
  if (answer) return answer
  // The library takes false, 0, an empty text and null for no answer at all, unless they are given by ids.
  if (questions.length === 0) return undefined
  return Object.fromEntries(questions.map((id) => [id, answer]))
}

function refuseUnknown(answer: unknown, pending: readonly string[]): void {
  const ids = idsIn(answer)
  if (ids === null) {
    if (pending.length < 2) return
    throw new UnknownInterruptError(
      'Several questions wait: name the one that is answered.',
      pending,
    )
  }
  if (ids.length === 0) throw new UnknownInterruptError('The answer names no question.', pending)
  const unknown = ids.filter((id) => !pending.includes(id))
  if (unknown.length === 0) return
  throw new UnknownInterruptError(`The thread has no question ${unknown.join(', ')}.`, pending)
}

/** The questions that answers are given for by their ids, as the library knows those; null for any other answer. */
function idsIn(answer: unknown): string[] | null {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return null
  const keys = Object.keys(answer)
  return keys.every((key) => /^[0-9a-f]{32}$/.test(key)) ? keys : null
}
