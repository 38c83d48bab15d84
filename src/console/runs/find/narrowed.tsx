import type { FoundRun } from '../../../contract/search/run-search.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { formatExactTime } from '../../../ui/format/format-time.ts'
import { shortId } from '../../../ui/format/short-id-text.ts'
import type { UrlFilters } from '../../lists/url-filters.ts'
import { threadTitle } from '../../objects/thread-title.ts'

const kinds = [
  { name: 'thread', one: 'the thread', all: 'Show all threads' },
  { name: 'assistant', one: 'the assistant', all: 'Show all assistants' },
  { name: 'revision', one: 'the revision', all: 'Show all revisions' },
] as const

type NarrowedProps = {
  url: UrlFilters
  /** Of the runs that are shown, where all are of one. */
  thread: FoundRun['thread'] | undefined
}

/** Says that the list is of one thread, assistant or revision, as the link had it that led here, and leads to all. */
export function Narrowed({ url, thread }: NarrowedProps) {
  return kinds.map(({ name, one, all }) => {
    const id = url.get(name)
    if (!id) return null
    const isNamed = name === 'thread' && thread?.thread_id === id
    return (
      <p key={name} className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 break-words">
          Of {one}{' '}
          <span className={isNamed ? 'font-semibold text-ink' : 'mono text-ink'} title={id}>
            {isNamed ? threadTitle(thread) : shortId(id)}
          </span>
        </span>
        <Button size="sm" onClick={() => url.set(name, null)}>
          {all}
        </Button>
      </p>
    )
  })
}

/** Says that the list is of a part of the time, as the link had it that led here, and leads to all. */
export function NarrowedTime({ url }: { url: UrlFilters }) {
  const [from, until] = ['from', 'until'].map((name) => Date.parse(url.get(name) ?? ''))
  if (!from || !until) return null
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 break-words">
        Made from <span className="text-ink">{formatExactTime(from)}</span> to{' '}
        <span className="text-ink">{formatExactTime(until)}</span>
      </span>
      <Button size="sm" onClick={() => url.setAll({ from: null, until: null })}>
        Any time
      </Button>
    </p>
  )
}
