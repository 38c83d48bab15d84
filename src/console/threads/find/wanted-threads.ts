import {
  foundThreadStatuses,
  type ThreadFindRequest,
} from '../../../contract/search/thread-search.ts'
import { previewsFilter } from '../../lists/previews-filter.ts'
import { sinceHours, sinceOptions } from '../../lists/since.ts'
import { readTyped } from '../../lists/typed-search.ts'
import { threadStatusWords } from '../../objects/thread-status.tsx'

/** Which threads a list is to show, as its address says it. */
export interface WantedThreads {
  /** What was typed: words, ids, and `key:value` of the metadata. */
  text: string
  status: string | null
  since: string | null
  previews: string | null
  order: string | null
  deployment: string | null
}

export function wantedThreads(get: (name: string) => string | null): WantedThreads {
  return {
    text: (get('text') ?? '').trim(),
    status: get('status'),
    since: get('since'),
    previews: get('previews'),
    order: get('order'),
    deployment: get('deployment'),
  }
}

/** What is chosen from; the first holds usually. */
export const threadFilters = [
  { name: 'text', label: 'Search threads' },
  {
    name: 'status',
    label: 'Status',
    takesOthers: true,
    options: [
      { value: 'any', label: 'Any status' },
      { value: 'needs_you', label: 'Needs you' },
      ...['busy', 'error', 'interrupted', 'idle'].map((status) => ({
        value: status,
        label: threadStatusWords(status),
      })),
    ],
  },
  { name: 'since', label: 'Changed', options: sinceOptions },
  previewsFilter,
  {
    name: 'order',
    label: 'Order',
    isOrder: true,
    options: [
      { value: 'changed', label: 'Last changed first' },
      { value: 'created', label: 'Newest first' },
      { value: 'oldest', label: 'Oldest first' },
    ],
  },
]

/** The search that finds them, at a moment in milliseconds. */
export function findOf(wanted: WantedThreads, now: number): ThreadFindRequest {
  const { words, metadata } = readTyped(wanted.text)
  const hours = sinceHours(wanted.since)
  const { status } = wanted
  return {
    ...(words && { text: words }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(status !== null &&
      status !== 'any' && { status: foundThreadStatuses.filter((one) => one === status) }),
    ...(hours && { updated_after: new Date(now - hours * 3_600_000).toISOString() }),
    ...(wanted.previews === 'with' && { with_previews: true }),
    ...(wanted.order === 'created' && { sort_by: 'created_at' as const }),
    ...(wanted.order === 'oldest' && {
      sort_by: 'created_at' as const,
      sort_order: 'asc' as const,
    }),
    ...(wanted.deployment && { deployment_id: [wanted.deployment] }),
  }
}
