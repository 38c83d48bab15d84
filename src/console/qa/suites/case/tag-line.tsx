import { X } from 'lucide-react'
import { useContext, useState } from 'react'
import { suiteLimits } from '../../../../contract/qa/cases.ts'
import { RefusedActions } from '../../../../ui/controls/refused-actions.ts'
import { isComposing } from '../../../../ui/keys/is-composing.ts'
import { namesOf } from '../draft/check-draft.ts'
import { Line, linkButtonClass } from '../fields.tsx'

type TagLineProps = { tags: readonly string[]; onChange: (tags: readonly string[]) => void }

/** The tags of a case. */
export function TagLine({ tags, onChange }: TagLineProps) {
  const isReadOnly = Boolean(useContext(RefusedActions))
  const [typed, setTyped] = useState<string | null>(null)
  const add = () => {
    if (typed?.trim()) onChange([...new Set([...tags, ...namesOf(typed)])])
    setTyped(null)
  }
  return (
    <>
      {tags.map((tag) => (
        <span
          key={tag}
          className="inline-flex h-6 items-center rounded-[4px] bg-idle-soft pl-1.5 text-ink-2 text-xs last:pr-1.5"
        >
          {tag}
          {isReadOnly ? (
            <span className="w-1.5" />
          ) : (
            <button
              type="button"
              aria-label={`Remove the tag ${tag}`}
              onClick={() => onChange(tags.filter((other) => other !== tag))}
              className="grid size-6 cursor-pointer place-items-center rounded-[4px] text-ink-3 hover:text-ink"
            >
              <X aria-hidden size={11} strokeWidth={2} />
            </button>
          )}
        </span>
      ))}
      {typed !== null ? (
        <Line
          autoFocus
          aria-label="New tag"
          className="h-6 w-28"
          value={typed}
          onWrite={setTyped}
          onBlur={add}
          onKeyDown={(event) => {
            if (isComposing(event.nativeEvent)) return
            if (event.key === 'Enter') add()
            else if (event.key === 'Escape') setTyped(null)
          }}
        />
      ) : (
        !isReadOnly &&
        tags.length < suiteLimits.tags && (
          <button type="button" className={linkButtonClass} onClick={() => setTyped('')}>
            Add tag
          </button>
        )
      )}
    </>
  )
}
