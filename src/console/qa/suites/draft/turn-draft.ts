import type { MultitaskStrategy } from '../../../../contract/agent-server/run-request.ts'
import type { CancelAction } from '../../../../contract/agent-server/runs.ts'
import type { CaseTurn, Hold, Moment } from '../../../../contract/qa/cases.ts'
import { newId } from './list-changes.ts'
import { jsonField, type TypedValue, typedJson, typedNumber } from './typed-json.ts'

export type TurnKind = CaseTurn['do']
export type AnswerKind = Extract<CaseTurn, { do: 'answer' }>['with']
export type MomentKind = 'event' | 'node' | 'ms'

/**
 * A turn as it is edited. It has the fields of every kind, so that what was typed is still there when another kind of
 * answer was looked at; `turnOf` takes those that count.
 */
export interface TurnDraft {
  readonly id: number
  readonly do: TurnKind
  /** The message, the words of an answer, or what an interrupt must contain. */
  readonly text: string
  /** The input of a send or the value of an answer, as typed. */
  readonly json: string
  readonly sends: 'text' | 'json' | 'both'
  /** Which interrupt is answered: its place or its id; empty for the first. */
  readonly interrupt: string
  readonly with: AnswerKind
  readonly moment: MomentKind
  /** The event, the node or the milliseconds. */
  readonly momentText: string
  readonly action: CancelAction
  readonly hold: Hold
  readonly strategy: MultitaskStrategy
}

/** A new turn of a kind. */
export function newTurn(kind: TurnKind, text = ''): TurnDraft {
  return {
    id: newId(),
    do: kind,
    text,
    json: '',
    sends: 'text',
    interrupt: '',
    with: 'accept',
    moment: 'event',
    momentText: 'updates',
    action: 'interrupt',
    hold: {},
    strategy: 'enqueue',
  }
}

/** A turn of a case, to be edited. */
export function turnDraft(turn: CaseTurn): TurnDraft {
  const blank = newTurn(turn.do)
  switch (turn.do) {
    case 'send': {
      const { text, input } = turn
      const sends = input === undefined ? 'text' : text === undefined ? 'json' : 'both'
      return { ...blank, text: text ?? '', json: jsonField(input), sends }
    }
    case 'expect_interrupt':
      return { ...blank, text: turn.containing ?? '' }
    case 'answer':
      return {
        ...blank,
        interrupt: String(turn.interrupt ?? ''),
        with: turn.with,
        text: turn.text ?? '',
        // A resume takes its words where it has no value.
        json: jsonField(turn.value ?? (turn.with === 'resume' ? turn.text : undefined)),
      }
    case 'cancel':
      return { ...blank, ...momentDraft(turn.after), action: turn.action, hold: turn.hold ?? {} }
    case 'drop':
      return { ...blank, ...momentDraft(turn.after) }
    case 'meanwhile':
      return {
        ...blank,
        ...momentDraft(turn.after),
        text: turn.text,
        strategy: turn.multitask_strategy,
      }
  }
}

/** The turn that was written, or why it is none yet. */
export function turnOf(draft: TurnDraft): TypedValue<CaseTurn> {
  switch (draft.do) {
    case 'send':
      return sendOf(draft)
    case 'expect_interrupt': {
      const { text } = draft
      return { value: { do: 'expect_interrupt', ...(text && { containing: text }) } }
    }
    case 'answer':
      return answerOf(draft)
    case 'cancel': {
      const hold = Object.values(draft.hold).some((one) => one !== undefined) && {
        hold: draft.hold,
      }
      return withMoment(draft, (after) => ({ do: 'cancel', after, action: draft.action, ...hold }))
    }
    case 'drop':
      return withMoment(draft, (after) => ({ do: 'drop', after }))
    case 'meanwhile': {
      const { text, strategy } = draft
      return withMoment(draft, (after) => ({
        do: 'meanwhile',
        after,
        text,
        multitask_strategy: strategy,
      }))
    }
  }
}

function sendOf({ text, json, sends }: TurnDraft): TypedValue<CaseTurn> {
  const message = sends !== 'json' && { text }
  if (sends === 'text') return { value: { do: 'send', ...message } }
  const input = typedJson(json)
  return 'fault' in input ? input : { value: { do: 'send', ...message, input: input.value } }
}

function answerOf(draft: TurnDraft): TypedValue<CaseTurn> {
  const { interrupt, with: kind, text, json } = draft
  const which = interrupt.trim()
  const answer: CaseTurn = {
    do: 'answer',
    ...(which && { interrupt: /^\d+$/.test(which) ? Number(which) : which }),
    with: kind,
    ...(takesWords(kind) && text && { text }),
  }
  if (!takesValue(kind) || json.trim() === '') return { value: answer }
  const value = typedJson(json)
  return 'fault' in value ? value : { value: { ...answer, value: value.value } }
}

export const takesWords = (kind: AnswerKind) => kind === 'respond' || kind === 'reject'
export const takesValue = (kind: AnswerKind) => kind === 'edit' || kind === 'resume'

function momentDraft(after: Moment): Pick<TurnDraft, 'moment' | 'momentText'> {
  if ('ms' in after) return { moment: 'ms', momentText: String(after.ms) }
  return 'node' in after
    ? { moment: 'node', momentText: after.node }
    : { moment: 'event', momentText: after.event }
}

function withMoment(
  { moment, momentText }: TurnDraft,
  turnAt: (after: Moment) => CaseTurn,
): TypedValue<CaseTurn> {
  const text = momentText.trim()
  if (moment === 'ms') {
    const ms = typedNumber(text, 'the milliseconds')
    return 'fault' in ms ? ms : { value: turnAt({ ms: ms.value }) }
  }
  if (text === '') return { fault: `Write the name of the ${moment}.` }
  return { value: turnAt(moment === 'node' ? { node: text } : { event: text }) }
}
