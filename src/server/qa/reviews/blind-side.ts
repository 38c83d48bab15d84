import type { Attempt, TranscriptStep } from '../../../contract/qa/attempts.ts'
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

/** How much of a commit, and of an id, people say. */
const shortCommit = 7
const shortId = 8

const uuid =
  /(?<![0-9a-f])[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}(?![0-9a-f])/gi
const isOfCost = /^at most [\d.,]+ (s|tokens)$/

/** What each side's own words could give away: ids and names that only one of the targets has. */
export function tellingWords(targets: readonly NamedTarget[], attempts: readonly Attempt[]) {
  const names = targets.map((target) =>
    [
      target.connection_id,
      target.connection_name,
      target.deployment_id,
      target.deployment_name,
      target.revision_id,
      target.preview_id,
      target.served_revision_id,
      target.assistant_id,
      target.assistant_name,
      target.ref,
      target.commit_message,
      ...beginnings(target.commit, shortCommit),
    ]
      .filter((name): name is string => Boolean(name))
      .flatMap(withShort),
  )
  const shared = new Set(names[0]?.filter((name) => names.every((one) => one.includes(name))))
  const ids = attempts.flatMap(({ attempt_id, thread_id, run_ids }) => [
    attempt_id,
    thread_id ?? '',
    ...run_ids,
  ])
  const words = [...names.flat().filter((name) => !shared.has(name)), ...ids.flatMap(withShort)]
  // The longest first, so that none leaves a rest of another.
  return [...new Set(words)].filter(Boolean).sort((a, b) => b.length - a.length)
}

const notTried = 'It could not be tried. Why is told once the session is closed.'

/**
 * Why an attempt has no answer, as whoever judges blind may hear it: servers differ in how they say that something is not
 * there, so that what they said tells which it was. Null where nothing broke it off.
 */
export function blindError({ status, error }: Pick<Attempt, 'status' | 'error'>): string | null {
  return error && status === 'error' ? notTried : (error ?? null)
}

/** A side without anything that tells which target it is. What stood there reads `…`, on both sides alike. */
export function blindSide(side: ReviewSide, words: readonly string[]): ReviewSide {
  const pattern = words.length > 0 ? new RegExp(words.map(wholeWord).join('|'), 'giu') : null
  const clean = (text: string) => {
    const without = text.replace(uuid, '…')
    return pattern ? without.replace(pattern, '…') : without
  }
  const deep = <Value>(value: Value) => cleaned(value, clean) as Value
  return {
    transcript: side.transcript?.map((step) => blindStep(step, clean)) ?? null,
    state: deep(withoutTelling(side.state) as ReviewSide['state']),
    // The words of a check are the case's, whoever answers.
    results: side.results.map(({ words: said, passed, found }) =>
      isOfCost.test(said) || found == null
        ? { words: said, passed }
        : { words: said, passed, found: clean(found) },
    ),
    repeats: side.repeats,
    error: side.error == null ? null : clean(side.error),
  }
}

/** What was said and done in it; which step it is stays, whatever a target is called. */
function blindStep(step: TranscriptStep, clean: (text: string) => string): TranscriptStep {
  const deep = (value: unknown) => cleaned(value, clean)
  switch (step.step) {
    case 'tool': {
      const { name, args, result } = step.call
      const call = { id: null, name: clean(name), args: deep(args) }
      return {
        step: 'tool',
        call: result === undefined ? call : { ...call, result: deep(result) as typeof result },
      }
    }
    case 'interrupt':
      return {
        step: 'interrupt',
        value: deep(step.value),
        answered: deep(step.answered) as typeof step.answered,
      }
    case 'component':
      return {
        step: 'component',
        name: clean(step.name),
        props: deep(step.props) as typeof step.props,
      }
    default:
      return { ...step, text: clean(step.text) }
  }
}

/** Every text of a value and every name of its fields, cleaned. */
function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map((inner) => cleaned(inner, clean))
  if (typeof value !== 'object' || value === null) return value
  const taken = new Set<string>()
  const entries = Object.entries(value).map(([name, inner]) => {
    const free = freeName(clean(name), taken)
    taken.add(free)
    return [free, cleaned(inner, clean)]
  })
  return Object.fromEntries(entries)
}

/** Names that read alike once they are cleaned are counted, so that no field is lost: `…`, `… 2`. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let count = 2; taken.has(free); count += 1) free = `${name} ${count}`
  return free
}

function withoutTelling(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTelling)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name]) => !tellingFields.has(name))
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutTelling(inner)]))
}

/** An id as it is, and as short as people say it. */
function withShort(id: string): string[] {
  return id.match(uuid)?.[0] === id ? [id, id.slice(0, shortId)] : [id]
}

/** What a text may be cut to, from so many characters on; none of no text. */
function beginnings(text: string | null | undefined, shortest: number): string[] {
  if (!text) return []
  const count = Math.max(1, text.length - shortest + 1)
  return Array.from({ length: count }, (_, at) => text.slice(0, shortest + at))
}

/** A word that is no part of a longer one; in the names of fields words stand between underscores. */
function wholeWord(word: string): string {
  const text = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return `(?<![\\p{L}\\p{N}])${text}(?![\\p{L}\\p{N}])`
}
