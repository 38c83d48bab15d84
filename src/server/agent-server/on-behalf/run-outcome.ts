import { call, type Transport } from '../../../client/api.ts'
import { getThread, Interrupt } from '../../../contract/agent-server/threads.ts'
import { writeJson } from '../../../contract/exact-json.ts'

/** What came of a run, as those are told who call it as a tool or a task. */
export type CalledRunOutcome =
  | { kind: 'done'; values: unknown }
  /** It waits for answers; for none where it stands at a break point. */
  | { kind: 'asking'; interrupts: Interrupt[] }
  | { kind: 'failed'; error: string; message: string }

/** What came of a run that has ended. One that stands at a break point is told by its thread alone. */
export async function outcomeOf(
  transport: Transport,
  threadId: string,
  run: { output(): Promise<unknown> },
): Promise<CalledRunOutcome> {
  const outcome = runOutcome(await run.output())
  if (outcome.kind !== 'done') return outcome
  const thread = await call(transport, getThread, { params: { thread_id: threadId } })
  return thread.status === 'interrupted' ? { kind: 'asking', interrupts: [] } : outcome
}

/** Reads what waiting for a run answers (§4.2). */
export function runOutcome(output: unknown): CalledRunOutcome {
  const { __error__: fault, __interrupt__: asked } = Object(output) as Record<string, unknown>
  if (fault) {
    const { error, message } = Object(fault) as Record<string, unknown>
    return { kind: 'failed', error: text(error), message: text(message) || text(error) }
  }
  if (Array.isArray(asked)) {
    const read = asked.map((one) => Interrupt.safeParse(one))
    return { kind: 'asking', interrupts: read.flatMap((one) => (one.success ? [one.data] : [])) }
  }
  return { kind: 'done', values: output }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** A question in words: a text that it holds alone or as its `question` or `message`, else its JSON. */
export function questionText({ value }: Interrupt): string {
  if (typeof value === 'string') return value
  const { question, message, description } = Object(value) as Record<string, unknown>
  const words = [question, message, description].find((one) => typeof one === 'string')
  return typeof words === 'string' ? words : writeJson(value ?? null)
}
