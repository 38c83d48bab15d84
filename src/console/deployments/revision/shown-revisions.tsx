import { hasFailed, type Revision } from '../../../contract/control-plane/revisions.ts'
import type { UrlFilters } from '../../lists/url-filters.ts'

/** Which revisions a list shows. */
export interface ShownRevisions {
  /** Its word in the address. */
  value: 'all' | 'served' | 'failed'
  label: string
  /** What the server is asked for; every status when absent. */
  status?: string
  /** Whether a revision is among them: the statuses do not tell all, and not every server heeds them. */
  has: (revision: Revision) => boolean
  /** What is said where there is none. */
  none: string
}

const all: ShownRevisions = {
  value: 'all',
  label: 'All',
  has: () => true,
  none: 'No revision yet',
}
const choices: readonly ShownRevisions[] = [
  all,
  {
    value: 'served',
    label: 'Served',
    status: 'DEPLOYED',
    has: ({ status, without_traffic }) => status === 'DEPLOYED' && !without_traffic,
    none: 'No revision has served yet',
  },
  {
    value: 'failed',
    label: 'Failed',
    status: 'CREATE_FAILED,BUILD_FAILED,DEPLOY_FAILED',
    has: hasFailed,
    none: 'No revision failed',
  },
]

/** By the word in the address; all where there is none that is known. */
export function shownRevisions(word: string | null): ShownRevisions {
  return choices.find(({ value }) => value === word) ?? all
}

type RevisionChipsProps = {
  shown: ShownRevisions
  url: UrlFilters
  onChoose: () => void
}

/** The choice between them, kept in the address. */
export function RevisionChips({ shown, url, onChoose }: RevisionChipsProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1.5">
      <legend className="sr-only">Show</legend>
      {choices.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === shown.value}
          onClick={() => {
            url.set('show', value === all.value ? null : value)
            onChoose()
          }}
          className="inline-flex h-[26px] cursor-pointer items-center whitespace-nowrap rounded-full border border-line-strong bg-surface px-[9px] text-ink-2 text-sm transition-colors hover:bg-bg aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-ink"
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
