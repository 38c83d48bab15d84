import { foundStatuses, type RunSearchRequest } from '../../../contract/search/run-search.ts'
import { previewsFilter } from '../../lists/previews-filter.ts'
import { sinceHours, sinceOptions } from '../../lists/since.ts'
import { readTyped } from '../../lists/typed-search.ts'

/** Which runs a list is to show, as its address says it. Moments are left open, so that a list goes on with the clock. */
export interface WantedRuns {
  /** What was typed: words, ids, and `key:value` of the metadata. */
  text: string
  status: string | null
  since: string | null
  /** Moments that a link names: made from the one on, before the other. */
  from: string | null
  until: string | null
  vote: string | null
  previews: string | null
  took: string | null
  order: string | null
  deployment: string | null
  assistant: string | null
  revision: string | null
  thread: string | null
}

/** The parts of an address that say which runs are wanted. */
export const wantedNames = [
  'text',
  'status',
  'since',
  'from',
  'until',
  'vote',
  'previews',
  'took',
  'order',
  'deployment',
  'assistant',
  'revision',
  'thread',
] as const

export function wantedRuns(get: (name: string) => string | null): WantedRuns {
  const wanted = Object.fromEntries(wantedNames.map((name) => [name, get(name)]))
  return { ...(wanted as unknown as WantedRuns), text: (get('text') ?? '').trim() }
}

/** Seconds at least, by the word in the address. */
const tookSeconds: Readonly<Record<string, number>> = { '10s': 10, '1m': 60, '10m': 600 }

const statusesOf: Readonly<Record<string, readonly (typeof foundStatuses)[number][]>> = {
  active: ['pending', 'running'],
  failed: ['error', 'timeout'],
}

/** What is chosen from; the first holds usually. */
export const runFilters = [
  { name: 'text', label: 'Search runs' },
  {
    name: 'status',
    label: 'Status',
    takesOthers: true,
    options: [
      { value: 'any', label: 'Any status' },
      { value: 'active', label: 'Pending or running' },
      { value: 'needs_you', label: 'Needs you' },
      { value: 'at_break', label: 'Paused' },
      { value: 'success', label: 'Done' },
      { value: 'interrupted', label: 'Stopped' },
      { value: 'failed', label: 'Failed or timed out' },
    ],
  },
  {
    name: 'since',
    label: 'Time',
    options: sinceOptions,
  },
  {
    name: 'took',
    label: 'Duration',
    options: [
      { value: 'any', label: 'Any duration' },
      { value: '10s', label: '10 s and longer' },
      { value: '1m', label: '1 min and longer' },
      { value: '10m', label: '10 min and longer' },
    ],
  },
  {
    name: 'vote',
    label: 'Vote',
    options: [
      { value: 'either', label: 'Any vote or none' },
      { value: 'any', label: 'Voted on' },
      { value: 'up', label: 'Thumbs up' },
      { value: 'down', label: 'Thumbs down' },
    ],
  },
  previewsFilter,
  {
    name: 'order',
    label: 'Order',
    isOrder: true,
    options: [
      { value: 'newest', label: 'Newest first' },
      { value: 'oldest', label: 'Oldest first' },
      { value: 'longest', label: 'Longest first' },
    ],
  },
]

/** The search that finds them, at a moment in milliseconds. */
export function searchOf(wanted: WantedRuns, now: number): RunSearchRequest {
  const { words, metadata } = readTyped(wanted.text)
  const hours = sinceHours(wanted.since)
  const after = momentOf(wanted.from) ?? (hours && new Date(now - hours * 3_600_000).toISOString())
  const before = momentOf(wanted.until)
  const min_seconds = tookSeconds[wanted.took ?? '']
  const status = statusOf(wanted.status)
  const vote = (['any', 'up', 'down'] as const).find((one) => one === wanted.vote)
  const ids = (id: string | null) => (id && isId(id) ? [id] : undefined)
  const search: RunSearchRequest = {
    ...(words && { text: words }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(status && { status: [...status] }),
    ...(after && { created_after: after }),
    ...(before && { created_before: before }),
    ...(min_seconds && { min_seconds }),
    ...(vote && { vote }),
    ...(wanted.previews === 'with' && { with_previews: true }),
    ...(wanted.order === 'oldest' && { sort_order: 'asc' as const }),
    ...(wanted.order === 'longest' && { sort_by: 'duration' as const }),
  }
  for (const name of ['deployment', 'assistant', 'revision', 'thread'] as const) {
    const one = ids(wanted[name])
    if (one) search[`${name}_id`] = one
  }
  return search
}

/**
 * Whether runs are left out by what is wanted, but those of previews and QA sessions: by the longest first those that
 * have not ended are, too.
 */
export function leavesOut(wanted: WantedRuns): boolean {
  const { sort_order: _order, with_previews: _previews, ...narrowing } = searchOf(wanted, 0)
  return Object.keys(narrowing).length > 0
}

/** Of a word that is not known there are no runs, rather than all. */
function statusOf(word: string | null) {
  if (word === null || word === 'any') return undefined
  return statusesOf[word] ?? foundStatuses.filter((status) => status === word)
}

/** A moment as requests have it; undefined for what is none. */
function momentOf(text: string | null): string | undefined {
  const moment = new Date(text ?? Number.NaN)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
