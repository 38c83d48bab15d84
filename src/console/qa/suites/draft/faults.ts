import type { ApiError } from '../../../../client/api-error.ts'
import type { CaseDraft } from './case-draft.ts'
import type { SuiteFault } from './fault-at.ts'
import type { SuiteDraft } from './suite-draft.ts'

/** What a server refused of a suite that was sent, each at the place where it is edited. */
export function faultsOf(error: ApiError, sent: SuiteDraft): SuiteFault[] {
  return error.fieldErrors.map(({ loc: [, part, ...rest], msg: message }) => {
    if (part === 'cases' && typeof rest[0] === 'number') {
      const one = sent.cases[rest[0]]
      return one
        ? { caseId: one.id, ...placeIn(one, rest[1], rest[2]), message }
        : { part, message }
    }
    if (part === 'rubric' && typeof rest[0] === 'number') {
      return { part, ...item(sent.rubric[rest[0]]), message }
    }
    return { part: String(part ?? ''), message }
  })
}

/** Those that still hold after a case was changed: what was changed is judged anew. */
export function faultsAfter(
  faults: readonly SuiteFault[],
  before: CaseDraft,
  after: CaseDraft,
): readonly SuiteFault[] {
  return faults.filter(({ caseId, part, itemId }) => {
    if (caseId !== before.id) return true
    const [old, now] = [valueAt(before, part), valueAt(after, part)]
    return itemId === undefined ? old === now : itemOf(old, itemId) === itemOf(now, itemId)
  })
}

/** Where a fault is, in words: the key of its case, and the turn or check by its number. */
export function placeWords({ caseId, part, itemId }: SuiteFault, suite: SuiteDraft): string {
  const one = suite.cases.find(({ id }) => id === caseId)
  if (!one) return part === 'rubric' ? 'Rubric' : part === 'name' ? 'Name' : 'Suite'
  const key = one.key || `case ${suite.cases.indexOf(one) + 1}`
  if (part !== 'turns' && part !== 'checks') return key
  const place = one[part].findIndex(({ id }) => id === itemId)
  return place < 0 ? key : `${key}, ${part === 'turns' ? 'turn' : 'check'} ${place + 1}`
}

function placeIn(
  one: CaseDraft,
  part: unknown,
  index: unknown,
): Pick<SuiteFault, 'part' | 'itemId'> {
  if (part === 'turns' || part === 'checks') {
    return { part, ...item(typeof index === 'number' ? one[part][index] : undefined) }
  }
  if (part === 'variables') return { part, ...item(one.variables.find((v) => v.name === index)) }
  return { part: String(part ?? '') }
}

function item(one: { id: number } | undefined): { itemId?: number } {
  return one ? { itemId: one.id } : {}
}

function valueAt(one: CaseDraft, part: string): unknown {
  return part in one ? one[part as keyof CaseDraft] : one
}

function itemOf(list: unknown, id: number): unknown {
  return Array.isArray(list) ? list.find((one) => one.id === id) : undefined
}
