import { z } from 'zod'
import { type Action, problemsOf } from './actions.ts'

/** What a person decided about a planned action. */
export const Decision = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('accept') }),
  z.object({
    kind: z.literal('edit'),
    action: z.string(),
    args: z.record(z.string(), z.unknown()),
  }),
  z.object({ kind: z.literal('response'), text: z.string() }),
  z.object({ kind: z.literal('ignore') }),
])
export type Decision = z.infer<typeof Decision>

const Args = z.record(z.string(), z.unknown())
const Answer = z.union([
  z.object({ type: z.enum(['accept', 'ignore']) }),
  z.object({ type: z.literal('edit'), args: z.object({ action: z.string(), args: Args }) }),
  z.object({ type: z.literal('edit'), args: Args }),
  z.object({ type: z.literal('response'), args: z.string() }),
  z.object({ approved: z.boolean() }),
])

/**
 * Reads the value that a run was resumed with. It may be `{type, args}` with the types `accept`,
 * `edit`, `response` and `ignore`, a list with one such, `{approved: boolean}`, or plain text,
 * which counts as a response. The arguments of an edit are the whole action (`{action, args}`) or
 * only those that change. An answer that cannot be carried out comes back as a `problem`, a
 * sentence to ask again with: nothing is done on a guess.
 */
export function decisionOf(
  answer: unknown,
  planned: Action,
): { decision: Decision } | { problem: string } {
  const single: unknown = Array.isArray(answer) && answer.length === 1 ? answer[0] : answer
  if (typeof single === 'string' && single.trim() !== '') {
    return { decision: { kind: 'response', text: single.trim() } }
  }
  const parsed = Answer.safeParse(single)
  if (!parsed.success) {
    return {
      problem:
        'The answer was not understood. It must be {"type": "accept" | "edit" | "response" | ' +
        '"ignore", "args": …} or {"approved": true | false}.',
    }
  }
  const decision = kindOf(parsed.data, planned)
  if (decision.kind === 'response' || decision.kind === 'ignore') return { decision }
  const problems = problemsOf(decision.kind === 'edit' ? decision : planned)
  return problems.length > 0
    ? { problem: `It cannot be carried out like this: ${problems.join(' ')}` }
    : { decision }
}

function kindOf(answer: z.infer<typeof Answer>, planned: Action): Decision {
  if ('approved' in answer) return { kind: answer.approved ? 'accept' : 'ignore' }
  if (answer.type === 'response') return { kind: 'response', text: answer.args }
  if (answer.type !== 'edit') return { kind: answer.type }
  const { action, args } = answer.args
  if (typeof action === 'string' && isRecord(args)) return { kind: 'edit', action, args }
  return { kind: 'edit', action: planned.action, args: { ...planned.args, ...answer.args } }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
