import type { Attempt } from '../../../contract/qa/attempts.ts'
import type { ReviewSide } from '../../../contract/qa/reviews.ts'
import type { NamedTarget } from '../../../contract/qa/sessions.ts'

/** Names of fields of a state that tell when something was, what it took, or which it is. */
const tellingFields = new Set([
  'id',
  'run_id',
  'thread_id',
  'checkpoint_id',
  'checkpoint_ns',
  'assistant_id',
  'deployment_id',
  'revision_id',
  'graph_id',
  'tool_call_id',
  'created_at',
  'updated_at',
  'timestamp',
  'usage_metadata',
  'response_metadata',
])

/** How much of a commit people say. */
const shortCommit = 7

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi
const isOfCost = /^at most [\d.,]+ (s|tokens)$/

/** What each side's own words could give away: ids and names that only one of the targets has. */
export function tellingWords(targets: readonly NamedTarget[], attempts: readonly Attempt[]) {
  const names = targets.map((target) =>
    [
      target.connection_id,
      target.deployment_id,
      target.deployment_name,
      target.revision_id,
      target.preview_id,
      target.served_revision_id,
      target.assistant_id,
      target.assistant_name,
      target.commit,
      target.commit?.slice(0, shortCommit),
    ].filter((name): name is string => Boolean(name)),
  )
  const shared = new Set(names[0]?.filter((name) => names.every((one) => one.includes(name))))
  const ids = attempts.flatMap(({ attempt_id, thread_id, run_ids }) => [
    attempt_id,
    thread_id ?? '',
    ...run_ids,
  ])
  const words = [...names.flat().filter((name) => !shared.has(name)), ...ids]
  // The longest first, so that none leaves a rest of another.
  return [...new Set(words)].filter(Boolean).sort((a, b) => b.length - a.length)
}

/** A side without anything that tells which target it is. What stood there reads `…`, on both sides alike. */
export function blindSide(side: ReviewSide, words: readonly string[]): ReviewSide {
  const pattern = words.length > 0 ? new RegExp(words.map(wholeWord).join('|'), 'giu') : null
  const clean = (text: string) => {
    const without = text.replace(uuid, '…')
    return pattern ? without.replace(pattern, '…') : without
  }
  const results = side.results.map((result) =>
    isOfCost.test(result.words) ? { words: result.words, passed: result.passed } : result,
  )
  const transcript = side.transcript?.map((step) =>
    step.step === 'tool' ? { ...step, call: { ...step.call, id: null } } : step,
  )
  const state = withoutTelling(side.state)
  const blind = cleaned({ ...side, transcript, state, results }, clean) as ReviewSide
  // The words of a check are the case's, whoever answers.
  const said = blind.results.map((result, at) => ({ ...result, words: results[at]?.words ?? '' }))
  return { ...blind, results: said }
}

/** Every text of a value, cleaned. */
function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value)
  return mapped(value, (inner) => cleaned(inner, clean))
}

function withoutTelling(value: unknown): unknown {
  return mapped(value, withoutTelling, (name) => !tellingFields.has(name))
}

function mapped(
  value: unknown,
  map: (inner: unknown) => unknown,
  keep: (name: string) => boolean = () => true,
): unknown {
  if (Array.isArray(value)) return value.map(map)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name]) => keep(name))
  return Object.fromEntries(entries.map(([name, inner]) => [name, map(inner)]))
}

function wholeWord(word: string): string {
  const text = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return `(?<![\\p{L}\\p{N}_])${text}(?![\\p{L}\\p{N}_])`
}
