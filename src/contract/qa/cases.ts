import * as z from 'zod/mini'
import { multitaskStrategies } from '../agent-server/run-request.ts'
import { cancelActions } from '../agent-server/runs.ts'
import { writeJson } from '../exact-json.ts'

/** What a suite may hold. Each is refused with a sentence where it is passed. */
export const suiteLimits = {
  cases: 2_000,
  turns: 50,
  /** Bytes of one turn as JSON. */
  turnBytes: 256 * 1024,
  rubric: 8,
  checks: 50,
  tags: 20,
} as const

/** When, in a run that is at work, something happens to it. */
const Moment = z.union(
  [
    z.strictObject({ event: z.string().check(z.minLength(1), z.maxLength(100)) }),
    z.strictObject({ node: z.string().check(z.minLength(1), z.maxLength(200)) }),
    z.strictObject({ ms: z.int().check(z.minimum(0), z.maximum(600_000)) }),
  ],
  'Say when: {"event": "updates"}, {"node": "search"} or {"ms": 1000}.',
)
export type Moment = z.infer<typeof Moment>

const text = z.string().check(z.maxLength(200_000))
const toolName = z.string().check(z.minLength(1, 'Write the name of a tool.'), z.maxLength(200))
const not = z.optional(z.boolean())

/**
 * What a machine looks at when an attempt has ended. Text is that of the last answer; `json_path` (a subset: `$`, `.name`,
 * `[0]`, `["name"]`) reads the values of the thread's state; seconds and tokens are those of the whole attempt.
 */
export const Check = z.discriminatedUnion('check', [
  z.strictObject({ check: z.literal('contains'), text, not, ignore_case: z.optional(z.boolean()) }),
  z.strictObject({
    check: z.literal('matches'),
    /** A regular expression of JavaScript, with the flags `i`, `s` and `u` as one wants them. */
    pattern: z.string().check(z.minLength(1), z.maxLength(2_000)),
    flags: z.optional(z.string().check(z.regex(/^[isu]*$/, 'The flags are i, s and u.'))),
    not,
  }),
  z.strictObject({
    check: z.literal('json_path'),
    path: z.string().check(z.regex(/^\$/, 'A path begins with $.'), z.maxLength(500)),
    /** What stands there; absent: that anything does. */
    equals: z.optional(z.json()),
    not,
  }),
  z.strictObject({
    check: z.literal('tool_called'),
    tool: toolName,
    /** The arguments that it must have had; others may stand beside them. */
    args: z.optional(z.record(z.string(), z.json())),
    times: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
  }),
  z.strictObject({ check: z.literal('tool_not_called'), tool: toolName }),
  z.strictObject({
    check: z.literal('tool_order'),
    /** Others may stand between them. */
    tools: z.array(toolName).check(z.minLength(2), z.maxLength(50)),
  }),
  z.strictObject({
    check: z.literal('status'),
    /** Of the last run, or of the thread: `success`, `error`, `interrupted`, `idle`, `busy`, `timeout`. */
    is: z.enum(['success', 'error', 'interrupted', 'timeout', 'idle', 'busy']),
  }),
  z.strictObject({ check: z.literal('max_seconds'), seconds: z.number().check(z.positive()) }),
  z.strictObject({ check: z.literal('max_tokens'), tokens: z.int().check(z.positive()) }),
  z.strictObject({ check: z.literal('max_words'), words: z.int().check(z.positive()) }),
])
export type Check = z.infer<typeof Check>

/**
 * What must hold after a cancel: how the run answers (`404` for one that was rolled back), the thread's status,
 * and whether its state is what it was before the run.
 */
export const Hold = z.strictObject({
  run: z.optional(z.enum(['interrupted', 'error', 'success', '404'])),
  thread: z.optional(z.enum(['idle', 'interrupted', 'error', 'busy'])),
  state_unchanged: z.optional(z.boolean()),
})
export type Hold = z.infer<typeof Hold>

/**
 * A turn of a case. `send` and `answer` start a run; the next turn waits for its end, but for `cancel`, `drop` and
 * `meanwhile`, which happen to the run while it is at work.
 */
export const CaseTurn = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('send'),
    /** A message of the user. */
    text: z.optional(text),
    /** The input of the graph as it is, where a message alone is not it. */
    input: z.optional(z.json()),
  }),
  z.strictObject({
    do: z.literal('expect_interrupt'),
    /** Text that stands in what is asked: the name of a tool, a word. Absent: any. */
    containing: z.optional(text),
  }),
  z.strictObject({
    do: z.literal('answer'),
    /** Which of those that wait, from 1 on, or by its id; the first when absent. */
    interrupt: z.optional(z.union([z.int().check(z.minimum(1)), z.string()])),
    with: z.enum(
      ['accept', 'edit', 'respond', 'reject', 'resume'],
      'An interrupt is answered with accept, edit, respond, reject or resume.',
    ),
    /** The words of `respond` and `reject`. */
    text: z.optional(text),
    /** The arguments of `edit`, the value of `resume`. */
    value: z.optional(z.json()),
  }),
  z.strictObject({
    do: z.literal('cancel'),
    after: Moment,
    action: z.enum(cancelActions),
    hold: z.optional(Hold),
  }),
  z.strictObject({ do: z.literal('drop'), after: Moment }),
  z.strictObject({
    do: z.literal('meanwhile'),
    after: Moment,
    text,
    multitask_strategy: z.enum(multitaskStrategies),
  }),
])
export type CaseTurn = z.infer<typeof CaseTurn>

/** Where a case came from. */
const Origin = z.strictObject({
  connection_id: z.optional(z.string()),
  deployment_id: z.optional(z.string()),
  thread_id: z.optional(z.string()),
  run_id: z.optional(z.string()),
  checkpoint_id: z.optional(z.string()),
  feedback_id: z.optional(z.string()),
})

/** What a case begins with: an empty thread, or one whose state is these values (a copy of another thread's, or written). */
const Start = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('empty') }),
  z.strictObject({ kind: z.literal('state'), values: z.record(z.string(), z.json()) }),
])

/** One case of a suite. `{name}` in its texts stands for the variable of that name. */
export const Case = z.strictObject({
  key: z
    .string()
    .check(
      z.regex(
        /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/,
        'A key has up to 100 letters, digits, dots, dashes and underscores; the first a letter or digit.',
      ),
    ),
  tags: z._default(z.array(z.string().check(z.minLength(1), z.maxLength(50))), []),
  start: z._default(Start, { kind: 'empty' }),
  turns: z
    .array(CaseTurn)
    .check(
      z.minLength(1, 'A case has at least one turn.'),
      z.maxLength(suiteLimits.turns, `A case has at most ${suiteLimits.turns} turns.`),
    ),
  /** What a good answer does, in plain words, for those who judge. */
  expected: z._default(z.string().check(z.maxLength(20_000)), ''),
  checks: z._default(
    z
      .array(Check)
      .check(z.maxLength(suiteLimits.checks, `A case has at most ${suiteLimits.checks} checks.`)),
    [],
  ),
  has_side_effects: z._default(z.boolean(), false),
  variables: z._default(z.record(z.string(), z.string()), {}),
  origin: z.optional(Origin),
})
export type Case = z.infer<typeof Case>

/** The first words that a case says; empty where it begins with an input. */
export function firstMessage({ turns }: Pick<Case, 'turns'>): string {
  const first = turns.find((turn) => turn.do === 'send')
  return first?.text ?? (first?.input === undefined ? '' : writeJson(first.input))
}
