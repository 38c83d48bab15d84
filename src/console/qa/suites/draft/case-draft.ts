import type { Case } from '../../../../contract/qa/cases.ts'
import { type CheckDraft, checkDraft, checkOf } from './check-draft.ts'
import type { SuiteFault } from './fault-at.ts'
import { newId } from './list-changes.ts'
import { newTurn, type TurnDraft, turnDraft, turnOf } from './turn-draft.ts'
import { jsonField, type TypedValue, typedObject } from './typed-json.ts'

export interface VariableDraft {
  readonly id: number
  readonly name: string
  readonly value: string
}

/** A case as it is edited. What is typed is kept as typed, also where it is no JSON and no number yet. */
export interface CaseDraft {
  readonly id: number
  readonly key: string
  readonly tags: readonly string[]
  /** `values` is the state as typed. */
  readonly start: { readonly kind: 'empty' | 'state'; readonly values: string }
  readonly turns: readonly TurnDraft[]
  readonly expected: string
  readonly checks: readonly CheckDraft[]
  readonly has_side_effects: boolean
  readonly variables: readonly VariableDraft[]
  readonly origin?: Case['origin']
}

/** A case of a suite, to be edited. */
export function caseDraft(one: Case): CaseDraft {
  const { start } = one
  return {
    id: newId(),
    key: one.key,
    tags: one.tags,
    start: { kind: start.kind, values: start.kind === 'state' ? jsonField(start.values) : '{}' },
    turns: one.turns.map(turnDraft),
    expected: one.expected,
    checks: one.checks.map(checkDraft),
    has_side_effects: one.has_side_effects,
    variables: Object.entries(one.variables).map(([name, value]) => ({ id: newId(), name, value })),
    ...(one.origin && { origin: one.origin }),
  }
}

/** A new case that sends one message. */
export function newCase(key: string, message: string, more: Partial<CaseDraft> = {}): CaseDraft {
  return {
    id: newId(),
    key,
    tags: [],
    start: { kind: 'empty', values: '{}' },
    turns: [newTurn('send', message)],
    expected: '',
    checks: [],
    has_side_effects: false,
    variables: [],
    ...more,
  }
}

/** A second one like it, under another key. */
export function copyOf(one: CaseDraft, key: string): CaseDraft {
  const anew = <Part extends object>(part: Part) => ({ ...part, id: newId() })
  return {
    ...anew(one),
    key,
    turns: one.turns.map(anew),
    checks: one.checks.map(anew),
    variables: one.variables.map(anew),
  }
}

/** The case that was written, and what keeps it from being one. With faults it is not to be sent. */
export function caseOf(draft: CaseDraft): { value: Case; faults: SuiteFault[] } {
  const faults: SuiteFault[] = []
  const read = <Value>(
    typed: TypedValue<Value>,
    place: Omit<SuiteFault, 'message' | 'caseId'>,
  ): Value[] => {
    if ('value' in typed) return [typed.value]
    faults.push({ caseId: draft.id, ...place, message: typed.fault })
    return []
  }
  const [values] =
    draft.start.kind === 'state' ? read(typedObject(draft.start.values), { part: 'start' }) : []
  const turns = draft.turns.flatMap((turn) =>
    read(turnOf(turn), { part: 'turns', itemId: turn.id }),
  )
  const checks = draft.checks.flatMap((check) =>
    read(checkOf(check), { part: 'checks', itemId: check.id }),
  )
  const named = draft.variables.filter(({ name, value }) => name.trim() !== '' || value !== '')
  for (const { id, name } of named) {
    const isTwice = named.some((other) => other.id !== id && other.name.trim() === name.trim())
    if (!/^\w+$/.test(name.trim())) {
      read({ fault: 'A name has letters, digits and underscores.' }, variable(id))
    } else if (isTwice) read({ fault: 'This name stands twice.' }, variable(id))
  }
  return {
    value: {
      key: draft.key.trim(),
      tags: [...draft.tags],
      start: values ? { kind: 'state', values } : { kind: 'empty' },
      turns,
      expected: draft.expected,
      checks,
      has_side_effects: draft.has_side_effects,
      variables: Object.fromEntries(named.map(({ name, value }) => [name.trim(), value])),
      ...(draft.origin && { origin: draft.origin }),
    },
    faults,
  }
}

const variable = (itemId: number) => ({ part: 'variables', itemId }) as const

/** The first message, or the input that stands in its place. */
export function firstMessageOf({ turns }: CaseDraft): string {
  const first = turns.find((turn) => turn.do === 'send')
  if (!first) return ''
  return first.sends === 'json' ? first.json : first.text
}

/** Whether the first message can be written as a text: it is none where an input stands in its place. */
export function hasPlainMessage({ turns }: CaseDraft): boolean {
  return turns.find((turn) => turn.do === 'send')?.sends !== 'json'
}

/** The turns with another first message; where nothing was sent, it is sent before all else. */
export function withFirstMessage({ turns }: CaseDraft, text: string): readonly TurnDraft[] {
  const first = turns.find((turn) => turn.do === 'send')
  if (!first) return [newTurn('send', text), ...turns]
  return turns.map((turn) => (turn === first ? { ...turn, text } : turn))
}
