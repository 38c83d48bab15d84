import type { TranscriptStep } from '../../../../contract/qa/attempts.ts'
import { pairUp } from './pair-up.ts'

/** What stands beside each other; null where a side has nothing like it. */
export interface StepRow {
  readonly a: TranscriptStep | null
  readonly b: TranscriptStep | null
}

export interface AlignedTurn {
  /** What the user said; null before the first words. */
  readonly question: string | null
  /** Which sides came so far. */
  readonly on: 'both' | 'a' | 'b'
  /** What followed, the user's words left out. */
  readonly rows: readonly StepRow[]
}

/**
 * Two transcripts of one case, turn by turn and step by step: what the user says holds them together, and within a turn
 * tools stand beside tools of the same name, answers beside answers, the last of them first of all. There is always a
 * turn, also of nothing.
 * @param b null where there is one side only: then nothing is missing beside it
 */
export function alignTurns(
  a: readonly TranscriptStep[],
  b: readonly TranscriptStep[] | null,
): AlignedTurn[] {
  const left = turnsOf(a)
  const turns = b
    ? pairUp(left, turnsOf(b), (one, other) => (one.question === other.question ? 1 : 0))
    : left.map((turn) => [turn, null] as const)
  const aligned = turns.map(([one, other]) => ({
    question: (one ?? other)?.question ?? null,
    on: b === null || (one && other) ? ('both' as const) : one ? ('a' as const) : ('b' as const),
    rows: alignSteps(one?.steps ?? [], other?.steps ?? []),
  }))
  return aligned.length > 0 ? aligned : [{ question: null, on: 'both', rows: [] }]
}

interface SideTurn {
  question: string | null
  steps: TranscriptStep[]
}

function turnsOf(steps: readonly TranscriptStep[]): SideTurn[] {
  const turns: SideTurn[] = []
  for (const step of steps) {
    if (step.step === 'user') turns.push({ question: step.text, steps: [] })
    else if (turns.length === 0) turns.push({ question: null, steps: [step] })
    else turns.at(-1)?.steps.push(step)
  }
  return turns
}

function alignSteps(a: readonly TranscriptStep[], b: readonly TranscriptStep[]): StepRow[] {
  const last = [lastAnswer(a), lastAnswer(b)]
  const likeness = (one: TranscriptStep, other: TranscriptStep) =>
    one === last[0] && other === last[1] ? 4 : likenessOf(one, other)
  return pairUp(a, b, likeness).map(([one, other]) => ({ a: one, b: other }))
}

const lastAnswer = (steps: readonly TranscriptStep[]) =>
  steps.findLast(({ step }) => step === 'answer')

function likenessOf(one: TranscriptStep, other: TranscriptStep): number {
  if (one.step === 'tool' && other.step === 'tool') {
    return one.call.name === other.call.name ? 3 : 0
  }
  if (one.step === 'component' && other.step === 'component') {
    return one.name === other.name ? 3 : 0
  }
  if (one.step === 'event' && other.step === 'event') return one.text === other.text ? 3 : 1
  return one.step === other.step ? 2 : 0
}
