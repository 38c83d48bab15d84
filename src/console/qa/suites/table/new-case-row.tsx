import { Plus } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { isComposing } from '../../../../ui/keys/is-composing.ts'
import { useUnsaved } from '../../../forms/unsaved.ts'
import { isTable } from '../draft/pasted-rows.ts'

type NewCaseRowProps = {
  /** There are no cases yet. */
  isFirst: boolean
  onAdd: (message: string) => boolean
  onPaste: (text: string) => void
}

/** Where a new case is typed, or rows of a spreadsheet are pasted. */
export function NewCaseRow({ isFirst, onAdd, onPaste }: NewCaseRowProps) {
  const [text, setText] = useState('')
  useUnsaved(() => text.trim() !== '')
  const add = () => {
    if (text.trim() !== '' && onAdd(text.trim())) setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    add()
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain')
    if (!isTable(pasted)) return
    event.preventDefault()
    onPaste(pasted)
  }
  return (
    <div className={isFirst ? '' : '-mt-px border-t'}>
      {isFirst && (
        <p className="px-4 pt-4 pb-2 text-ink-2">
          A case is one conversation to try. Type what the user says first and press Enter; its
          turns, checks and what a good answer does are written beside the table. Lines and rows of
          a spreadsheet may be pasted here; files are imported.
        </p>
      )}
      <div className="relative flex h-[38px] items-center">
        <Plus
          aria-hidden
          size={13}
          strokeWidth={1.8}
          className="pointer-events-none absolute left-[22px] text-ink-3"
        />
        <input
          aria-label="New case"
          placeholder="Type a message for a new case, or paste rows from a spreadsheet"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
          onPaste={paste}
          className="size-full min-w-0 truncate bg-transparent pr-3 pl-[62px] text-ink focus-visible:-outline-offset-2"
        />
      </div>
    </div>
  )
}
