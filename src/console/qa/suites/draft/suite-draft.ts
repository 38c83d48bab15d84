import { writeJson } from '../../../../contract/exact-json.ts'
import type { Case } from '../../../../contract/qa/cases.ts'
import type { RubricItem, Suite } from '../../../../contract/qa/suites.ts'
import { type CaseDraft, caseDraft, caseOf } from './case-draft.ts'
import { freeKey, keyOfText } from './case-keys.ts'
import { namesOf } from './check-draft.ts'
import type { SuiteFault } from './fault-at.ts'
import { newId } from './list-changes.ts'

export interface RubricDraft {
  readonly id: number
  /** Empty for a new one: it is made of the label. */
  readonly key: string
  readonly label: string
  readonly kind: RubricItem['kind']
  /** The words of a choice, with commas between them. */
  readonly choices: string
}

/** A suite as it is edited. */
export interface SuiteDraft {
  readonly name: string
  readonly description: string
  readonly rubric: readonly RubricDraft[]
  readonly cases: readonly CaseDraft[]
}

/**
 * The suite as it is saved, to be edited.
 * @param shown what it takes the place of: cases and items of the same key are the same on the screen
 */
export function suiteDraft(
  { name, description, rubric, cases }: Suite,
  shown?: SuiteDraft,
): SuiteDraft {
  return {
    name,
    description,
    rubric: rubric.map((item) => standing(rubricDraft(item), shown?.rubric)),
    cases: cases.map((one) =>
      standing(caseDraft(one), shown?.cases, (draft) => caseOf(draft).value),
    ),
  }
}

/** The one of the same key as it is on the screen, or what came in its place; a new one where there is none. */
function standing<Part extends { readonly id: number; readonly key: string }>(
  part: Part,
  shown: readonly Part[] = [],
  told: (part: Part) => unknown = ({ id: _, ...content }) => content,
): Part {
  const before = shown.find(({ key }) => key === part.key)
  if (!before) return part
  return isAlike(told(before), told(part)) ? before : { ...part, id: before.id }
}

/** An item of a rubric, to be edited. */
export function rubricDraft({ key, label, kind, choices = [] }: RubricItem): RubricDraft {
  return { id: newId(), key, label, kind, choices: choices.join(', ') }
}

/** A new item of a rubric. */
export function newRubricItem(): RubricDraft {
  return { id: newId(), key: '', label: '', kind: 'pass', choices: '' }
}

/** The whole suite as it is sent, and what keeps it from being sent. */
export function suiteOf(draft: SuiteDraft) {
  const read = draft.cases.map(caseOf)
  const faults: SuiteFault[] = read.flatMap((one) => one.faults)
  if (draft.name.trim() === '') faults.push({ part: 'name', message: 'Write a name.' })
  return {
    body: {
      name: draft.name.trim(),
      description: draft.description,
      rubric: rubricOf(draft.rubric),
      cases: read.map(({ value }): Case => value),
    },
    faults,
  }
}

function rubricOf(items: readonly RubricDraft[]): RubricItem[] {
  const taken = new Set(items.map(({ key }) => key))
  return items.map(({ key: own, label, kind, choices }) => {
    const key = own || freeKey(keyOfText(label), taken)
    taken.add(key)
    return {
      key,
      label: label.trim(),
      kind,
      ...(kind === 'choice' && { choices: namesOf(choices) }),
    }
  })
}

/** How many things differ from what is saved: cases that were added, changed, removed or moved, and the suite's own. */
export function changeCount(saved: SuiteDraft, draft: SuiteDraft): number {
  if (saved === draft) return 0
  const own = [
    saved.name !== draft.name,
    saved.description !== draft.description,
    !isAlike(saved.rubric, draft.rubric),
  ]
  return own.filter(Boolean).length + caseChanges(saved.cases, draft.cases)
}

/** Whether saving makes a new version: only rubric and cases do. */
export function makesVersion(saved: SuiteDraft, draft: SuiteDraft): boolean {
  return caseChanges(saved.cases, draft.cases) > 0 || !isAlike(saved.rubric, draft.rubric)
}

function caseChanges(saved: readonly CaseDraft[], draft: readonly CaseDraft[]): number {
  if (saved === draft) return 0
  const before = new Map(saved.map((one) => [one.id, one]))
  const kept = draft.filter(({ id }) => before.has(id))
  const keptIds = new Set(kept.map(({ id }) => id))
  const order = saved.filter(({ id }) => keptIds.has(id))
  const changed = kept.filter((one) => !isAlike(before.get(one.id), one)).length
  const isMoved = order.some(({ id }, place) => id !== kept[place]?.id)
  const added = draft.length - kept.length
  const removed = saved.length - kept.length
  return added + removed + changed + (isMoved ? 1 : 0)
}

function isAlike(before: unknown, after: unknown): boolean {
  return before === after || writeJson(before) === writeJson(after)
}
