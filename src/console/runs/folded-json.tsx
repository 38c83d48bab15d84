import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { writeJson } from '../../contract/exact-json.ts'
import { cx } from '../../ui/cx.ts'

type FoldedProps = {
  title: string
  /** What is in it, in a few words. */
  summary?: string | undefined
  /** Drawn when it is unfolded. */
  children: () => ReactNode
}

/** One line that unfolds to a value, in a card of several. */
export function Folded({ title, summary, children }: FoldedProps) {
  const [isOpen, setIsOpen] = useState(false)
  const body = useId()
  return (
    <div className="border-b last:border-b-0">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={() => setIsOpen(!isOpen)}
          className="flex w-full min-h-[38px] cursor-pointer items-center gap-2 px-4 py-2 text-left hover:bg-bg focus-visible:-outline-offset-2"
        >
          <ChevronRight
            aria-hidden
            size={12}
            strokeWidth={1.8}
            className={cx('flex-none transition-transform', isOpen && 'rotate-90')}
          />
          <span className="flex-none font-semibold">{title}</span>{' '}
          <span className="mono min-w-0 truncate text-ink-2">{summary}</span>
        </button>
      </h3>
      {isOpen && (
        <div id={body} className="px-4 pb-3">
          {children()}
        </div>
      )}
    </div>
  )
}

/** A value in a few words: its fields, and how many of what they hold. */
export function jsonSummary(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value !== 'object') return writeJson(value).slice(0, 80)
  if (Array.isArray(value)) return `[ ${value.length} ]`
  const entries = Object.entries(value)
  if (entries.length > 3) return `${entries.length} keys`
  return entries.map(([name, part]) => `${name}: ${shortOf(part)}`).join(', ') || '{ }'
}

function shortOf(value: unknown): string {
  if (Array.isArray(value)) return `[ ${value.length} ]`
  if (typeof value === 'object' && value !== null) return `{ ${Object.keys(value).length} }`
  return writeJson(value).slice(0, 40)
}
