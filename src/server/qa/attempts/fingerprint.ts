import { createHash } from 'node:crypto'
import { parseJson, writeJson } from '../../../contract/exact-json.ts'
import type { TranscriptStep } from '../../../contract/qa/attempts.ts'

/** Fields that name one message, call, run, thread or checkpoint, whatever they hold. */
const idFields = new Set([
  'run_id',
  'thread_id',
  'checkpoint_id',
  'checkpoint_ns',
  'parent_checkpoint_id',
  'message_id',
  'tool_call_id',
  'interrupt_id',
  'assistant_id',
  'trace_id',
])
/** When something was, what it took. */
const timeFields =
  /^(created_at|updated_at|started_at|ended_at|finished_at|timestamp|duration|elapsed|latency|took)(_ms|_s|_seconds)?$/
/** What a model's provider says beside the answer: ids, times, counts of tokens. */
const providerFields = new Set(['usage_metadata', 'response_metadata'])

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi
/** Ids that frameworks and providers make up. An order's `id` is none of them, and counts. */
const madeUpId = /^(call|toolu|chatcmpl|msg|resp|run|lc|lc_run|tooluse)[-_]+[\w-]{8,}$/

const isTelling = (name: string) =>
  idFields.has(name) || providerFields.has(name) || timeFields.test(name)

/**
 * A transcript as it compares with another one: without ids, times, durations and what a provider tells of itself, and with
 * every field in the order of its name. Ids that look made up read `#1`, `#2` … by where they first stand, so that one that
 * comes again is still the same. The words of users and of answers stay as they are, and every argument of a call: what an
 * agent asks for is its own doing.
 */
export function normalTranscript(steps: readonly TranscriptStep[]): unknown {
  const places = new Map<string, string>()
  const placeOf = (id: string) => {
    const known = places.get(id) ?? `#${places.size + 1}`
    places.set(id, known)
    return known
  }
  const text = (words: string) =>
    madeUpId.test(words) ? placeOf(words) : words.replace(uuid, (id) => placeOf(id.toLowerCase()))
  const ordered = (value: unknown, keep: (name: string) => boolean): unknown => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map((inner) => ordered(inner, keep))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value)
      .filter(([name]) => keep(name))
      .sort(([one], [other]) => (one < other ? -1 : 1))
    return entries.map(([name, inner]) => [name, ordered(inner, keep)])
  }
  const data = (value: unknown) => ordered(value, (name) => !isTelling(name))
  const line = (step: TranscriptStep): unknown[] => {
    switch (step.step) {
      case 'user':
        return ['user', step.text]
      case 'answer':
        return ['answer', fieldsIn(step.text, data)]
      case 'tool': {
        const { name, args, result } = step.call
        const asked = ordered(args, () => true)
        return ['tool', name, asked, result == null ? null : dataIn(result, data)]
      }
      case 'interrupt':
        return ['interrupt', data(step.value), step.answered ?? null]
      case 'component':
        return ['component', step.name, data(step.props)]
      case 'event':
        return ['event', step.text, step.passed ?? null]
    }
  }
  return steps.map(line)
}

/** Equal for transcripts that are equal but for ids and times; else another, for all that can be told. */
export function fingerprintOf(steps: readonly TranscriptStep[]): string {
  return createHash('sha256')
    .update(writeJson(normalTranscript(steps)))
    .digest('hex')
}

/** A tool's result, which is JSON more often than not. */
function dataIn(text: string, data: (value: unknown) => unknown): unknown {
  const value = /^\s*[[{]/.test(text) ? parsed(text) : undefined
  return data(value === undefined ? text : value)
}

/** The fields that a graph without messages answers with are data; every other answer is words. */
function fieldsIn(answer: string, data: (value: unknown) => unknown): unknown {
  const json = /^```json\n(\{[\s\S]*\})\n```$/.exec(answer)?.[1]
  const value = json === undefined ? undefined : parsed(json)
  return value === undefined ? answer : data(value)
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
