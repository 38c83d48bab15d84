import { Check } from '../../../../contract/qa/cases.ts'
import { isRecord } from '../is-record.ts'
import { toolAssertion } from './tool-assertion.ts'
import { asText, filled, hasTemplate, type Vars } from './vars.ts'

/** What becomes of an assertion: checks, words for those who judge, and what is not taken over of it. */
export interface Taken {
  checks: Check[]
  expected?: string
  leftOut?: string
}

/** What is left to people here. */
const judged =
  /^(llm-rubric|agent-rubric|search-rubric|model-graded-.+|factuality|g-eval|similar(:.+)?|answer-relevance|trajectory:goal-success)$/

/** Reads one assertion of a test; its templates are filled with the variables. */
export function readAssertion(assertion: unknown, vars: Vars): Taken {
  if (!isRecord(assertion) || typeof assertion.type !== 'string') {
    return { checks: [], leftOut: 'An assertion without a type is not taken over' }
  }
  const { type } = assertion
  const value = deepFilled(assertion.value, vars)
  const base = type.replace(/^not-/, '')
  const isNot = base !== type
  const none = { checks: [], leftOut: `“${type}” is not taken over` }
  if (assertion.weight === 0 || assertion.transform !== undefined) return none
  if (typeof value === 'string' && (/^[a-z]+:\/\//.test(value) || hasTemplate(value))) return none
  if (judged.test(base) && !isNot && (typeof value === 'string' || Array.isArray(value))) {
    const leftOut = `“${type}” is left to people, who find its words under what is expected`
    return { checks: [], expected: [value].flat().map(asText).join('\n'), leftOut }
  }
  const checks = textChecks(base, value, isNot) ?? toolAssertion(base, assertion, value, isNot)
  if (checks?.every((one) => Check.safeParse(one).success)) return { checks }
  return limit(base, assertion, value, isNot) ?? none
}

/** Of what the answer says. Null where it is none of them. */
function textChecks(base: string, value: unknown, isNot: boolean): Check[] | null {
  const not = isNot && { not: true }
  const fold = base.startsWith('icontains')
  const contains = (text: string): Check => ({
    check: 'contains',
    text,
    ...not,
    ...(fold && { ignore_case: true }),
  })
  const matches = (pattern: string, flags?: string): Check => ({
    check: 'matches',
    pattern,
    ...(flags && { flags }),
    ...not,
  })
  const kind = base.replace(/^i(?=contains)/, '')
  if (kind === 'contains-all' || kind === 'contains-any') {
    const texts = listOf(value)
    if (texts.length === 0) return null
    // Not one of them is each of them not; not all of them cannot be said.
    if (kind === 'contains-all' ? !isNot : isNot) return texts.map(contains)
    if (isNot) return null
    return [matches(texts.map(escaped).join('|'), fold ? 'i' : undefined)]
  }
  if (!isPlain(value)) return null
  const text = String(value)
  switch (kind) {
    case 'contains':
      return [contains(text)]
    case 'starts-with':
      return [matches(`^${escaped(text)}`)]
    case 'equals':
      return [matches(`^${escaped(text)}$`)]
    case 'regex':
      return isPattern(text) ? [matches(text)] : null
    default:
      return null
  }
}

/** Of time, length and form. */
function limit(
  base: string,
  { type, threshold }: Record<string, unknown>,
  value: unknown,
  isNot: boolean,
): Taken | null {
  if (base === 'latency' && typeof threshold === 'number' && threshold > 0 && !isNot) {
    return { checks: [{ check: 'max_seconds', seconds: threshold / 1_000 }] }
  }
  if (base === 'word-count' && isRecord(value) && Number.isInteger(value.max) && !isNot) {
    const leftOut = value.min === undefined ? undefined : '“min” of “word-count” is not taken over'
    return { checks: [{ check: 'max_words', words: Number(value.max) }], leftOut }
  }
  if (base === 'is-json') {
    const pattern = '^\\s*(\\{.*\\}|\\[.*\\])\\s*$'
    const schema = value === undefined || value === null ? '' : ', and its schema is not taken over'
    return {
      checks: [{ check: 'matches', pattern, flags: 's', ...(isNot && { not: true }) }],
      leftOut: `“${type}” only looks whether the answer stands in braces or brackets${schema}`,
    }
  }
  return null
}

/** A list, or the texts between commas. */
function listOf(value: unknown): string[] {
  const list = typeof value === 'string' ? value.split(',').map((one) => one.trim()) : value
  return Array.isArray(list)
    ? list
        .filter(isPlain)
        .map(String)
        .filter((one) => one !== '')
    : []
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && value !== ''
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text)
    return true
  } catch {
    return false
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

function deepFilled(value: unknown, vars: Vars): unknown {
  if (typeof value === 'string') return filled(value, vars)
  if (Array.isArray(value)) return value.map((one) => deepFilled(one, vars))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, deepFilled(one, vars)]),
  )
}
