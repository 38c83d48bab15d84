import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isComposing } from '../../../../ui/keys/is-composing.ts'
import { useUnsaved } from '../../../forms/unsaved.ts'
import type { WrittenBy } from './use-case-grid.ts'

type CellEditorProps = {
  label: string
  text: string
  /** Typed already, in place of the text. */
  letter: string | null
  onWritten: (text: string, by: WrittenBy) => void
  /** Nothing was changed, or it was taken back. */
  onLeft: (takesFocus: boolean) => void
}

/** The text of a cell being written. Shift and Enter make a line; however it is left but by Escape, the text stays. */
export function CellEditor({ label, text: before, letter, onWritten, onLeft }: CellEditorProps) {
  const [text, setText] = useState(letter ?? before)
  const field = useRef<HTMLTextAreaElement>(null)
  const hasEnded = useRef(false)
  useUnsaved(() => text !== before)
  useEffect(() => {
    const end = field.current?.value.length ?? 0
    field.current?.setSelectionRange(letter === null ? 0 : end, end)
  }, [letter])
  const end = (by: WrittenBy) => {
    if (hasEnded.current) return
    hasEnded.current = true
    const isSame = text === before && (by === 'blur' || by === 'enter')
    if (isSame) onLeft(by === 'enter')
    else onWritten(text, by)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const hasCommand = event.metaKey || event.ctrlKey
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      end(hasCommand ? 'open' : 'enter')
    } else if (event.key === 'Tab') {
      event.preventDefault()
      end(event.shiftKey ? 'back' : 'tab')
    } else if (event.key === 'Escape') {
      event.preventDefault()
      hasEnded.current = true
      onLeft(true)
    } else if (hasCommand && event.key.toLowerCase() === 's') {
      // Before the key is heard by the page, which saves what is written.
      flushSync(() => onWritten(text, 'save'))
    }
  }
  return (
    <textarea
      ref={field}
      // biome-ignore lint/a11y/noAutofocus: it was asked for by a key or a press in this very place
      autoFocus
      rows={1}
      aria-label={label}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => end('blur')}
      className="field-sizing-content absolute inset-x-0.5 top-[5px] z-20 max-h-40 min-h-7 resize-none rounded-sm border border-accent bg-surface px-[7px] py-[3px] font-normal text-ink shadow-[0_0_0_2px_var(--accent-soft)] outline-none"
    />
  )
}
