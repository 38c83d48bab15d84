import {
  type ActionAnswer,
  type ActionQuestion,
  actionRequest,
} from '../../../contract/agent-server/action-request.ts'
import { resumeValue } from '../../../contract/agent-server/interrupt-shape.ts'
import type { Interrupt } from '../../../contract/agent-server/threads.ts'
import { writeJson } from '../../../contract/exact-json.ts'
import type { CaseTurn } from '../../../contract/qa/cases.ts'

type Answer = Extract<CaseTurn, { do: 'answer' }>

/** The question that a turn answers among those that wait, with its place; null when it is not among them. */
export function chosenInterrupt(
  { interrupt }: Answer,
  waiting: readonly Interrupt[],
): { place: number; interrupt: Interrupt } | null {
  const place =
    typeof interrupt === 'string'
      ? waiting.findIndex(({ id }) => id === interrupt)
      : (interrupt ?? 1) - 1
  const found = waiting[place]
  return found ? { place, interrupt: found } : null
}

/**
 * What a run is resumed with, in the shape that the question has. A question of no known shape gets `true` and `false`
 * for accept and reject, the text for respond, the value for edit and resume.
 */
export function resumeWith(turn: Answer, interrupt: Interrupt, waiting: readonly Interrupt[]) {
  const request = turn.with === 'resume' ? null : actionRequest(interrupt.value)
  const answer = request
    ? request.resume(request.questions.map((question) => actionAnswer(turn, question)))
    : plainAnswer(turn)
  return resumeValue(interrupt, waiting, answer)
}

/** The answer in words, as a transcript shows it. */
export function answerWords(turn: Answer): string {
  if (turn.with === 'resume') return writeJson(turn.value ?? turn.text ?? null)
  return turn.text ? `${turn.with}: ${turn.text}` : turn.with
}

function actionAnswer(turn: Answer, question: ActionQuestion): ActionAnswer {
  switch (turn.with) {
    case 'edit':
      return { type: 'edit', args: turn.value ?? question.args }
    case 'respond':
      return { type: 'response', text: turn.text ?? '' }
    case 'reject':
      // A reason goes where the question takes one.
      return turn.text && question.wordsAre === 'reason'
        ? { type: 'response', text: turn.text }
        : { type: 'ignore' }
    default:
      return { type: 'accept' }
  }
}

function plainAnswer(turn: Answer): unknown {
  switch (turn.with) {
    case 'accept':
      return true
    case 'reject':
      return turn.text ?? false
    case 'respond':
      return turn.text ?? ''
    default:
      return turn.value ?? turn.text ?? null
  }
}
