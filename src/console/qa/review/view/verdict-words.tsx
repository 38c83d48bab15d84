import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { Button, IconButton } from '../../../../ui/controls/button.tsx'
import { Kbd } from '../../../../ui/controls/kbd.tsx'
import { TextArea } from '../../../../ui/controls/text-area.tsx'
import { TextInput } from '../../../../ui/controls/text-input.tsx'
import { isComposing } from '../../../../ui/keys/is-composing.ts'
import type { Review } from '../judging/use-review.ts'

export type Field = RefObject<HTMLTextAreaElement | null>

type VerdictWordsProps = { review: Review; note: Field; correction: Field }

/** What is said of a case in words: a note with tags, and the answer as it should have been. */
export function VerdictWords({ review, note, correction }: VerdictWordsProps) {
  return (
    <>
      <Words
        review={review}
        field={note}
        what="note"
        title="Note"
        keyName="M"
        placeholder="What decided it"
        maxLength={20_000}
      >
        <VerdictTags review={review} />
      </Words>
      <Words
        review={review}
        field={correction}
        what="correction"
        title="Correction"
        keyName="C"
        placeholder="How the answer should have been. Kept with the case."
        maxLength={200_000}
      />
    </>
  )
}

type WordsProps = {
  review: Review
  field: Field
  what: 'note' | 'correction'
  title: string
  keyName: string
  placeholder: string
  maxLength: number
  children?: ReactNode
}

function Words({ review, field, what, title, keyName, children, ...rest }: WordsProps) {
  const id = useId()
  return (
    <section>
      <h2 className="mb-1.5 flex font-semibold text-ink-2 text-sm">
        <label htmlFor={id} className="grow">
          {title}
        </label>
        <span aria-hidden className="max-[1099px]:hidden">
          <Kbd>{keyName}</Kbd>
        </span>
      </h2>
      <TextArea
        {...rest}
        id={id}
        ref={(element) => {
          field.current = element
        }}
        rows={2}
        value={review.judgement.verdict[what]}
        readOnly={Boolean(review.refusal)}
        aria-keyshortcuts={keyName}
        onChange={({ target }) => review.change({ what, text: target.value })}
        onBlur={review.endTyping}
        onKeyDown={leaveOnEscape}
        className="text-sm leading-[18px] read-only:bg-bg"
      />
      {children}
    </section>
  )
}

/** Back to the keys of the page; scrolling moves the conversation. */
function leaveOnEscape({ key, currentTarget, nativeEvent }: KeyboardEvent<HTMLElement>) {
  if (key !== 'Escape' || isComposing(nativeEvent)) return
  currentTarget.blur()
  document.querySelector<HTMLElement>('[data-judged]')?.focus({ preventScroll: true })
}

const longestTag = 50

function VerdictTags({ review }: { review: Review }) {
  const [typed, setTyped] = useState<string | null>(null)
  const { tags } = review.judgement.verdict
  const add = () => {
    const tag = typed?.trim() ?? ''
    if (tag !== '' && !tags.includes(tag)) review.change({ what: 'tags', tags: [...tags, tag] })
    setTyped(null)
  }
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-1.5">
      {tags.map((tag) => (
        <span
          key={tag}
          className="flex min-w-0 items-center rounded-sm bg-idle-soft pl-1.5 text-ink-2 text-xs"
        >
          <span className="truncate">{tag}</span>
          {!review.refusal && (
            <IconButton
              size="sm"
              label={`Remove the tag ${tag}`}
              className="h-6! w-6!"
              onClick={() =>
                review.change({ what: 'tags', tags: tags.filter((other) => other !== tag) })
              }
            >
              <X aria-hidden size={11} strokeWidth={2} />
            </IconButton>
          )}
        </span>
      ))}
      {typed === null ? (
        <Button
          acts
          size="sm"
          variant="ghost"
          disabledReason={review.refusal}
          className="-ml-[5px] px-1! text-accent! text-sm"
          onClick={() => setTyped('')}
        >
          Add tag
        </Button>
      ) : (
        <TextInput
          aria-label="New tag"
          autoFocus
          maxLength={longestTag}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isComposing(event.nativeEvent)) add()
            leaveOnEscape(event)
          }}
          className="h-6! w-28! text-sm"
        />
      )}
    </div>
  )
}
