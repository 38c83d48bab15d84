import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import type { SchemaField } from '../../contract/agent-server/input/schema-fields.ts'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { isComposing } from '../../ui/keys/is-composing.ts'
import { Attached } from './composer-files.tsx'
import { isComposedEarly } from './early-message.ts'
import { transferredOf } from './pasted-files.ts'
import { takePasted } from './take-pasted.ts'
import type { Draft } from './use-message.ts'

type MessageBoxProps = {
  message: Draft
  /** The field that the text is sent as, for a graph that takes no messages. */
  field: SchemaField | null
  placeholder: string
  autoFocus: boolean
}

/** Where a message is written, with its files. */
export function MessageBox({ message, field, placeholder, autoFocus }: MessageBoxProps) {
  const { text, setText, files, history, early, send } = message
  const box = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    if (!early) return
    box.current?.focus({ preventScroll: true })
    box.current?.setSelectionRange(...early.selection)
  }, [early])
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent) || history.onKeyDown(event)) return
    if (event.key !== 'Enter') return
    if (event.shiftKey && !event.metaKey && !event.ctrlKey) return
    event.preventDefault()
    void send()
  }
  return (
    <>
      <Attached files={files} />
      <TextArea
        variant="bare"
        ref={(element) => {
          box.current = element
        }}
        dir={text === '' ? undefined : 'auto'}
        rows={1}
        aria-label={field ? field.label : 'Message'}
        autoFocus={autoFocus && !isComposedEarly()}
        placeholder={field ? field.description || `Send “${field.label}”` : placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const pasted = transferredOf(event.clipboardData)
          if (pasted.files.length > 0 && !takePasted(files, pasted).isText) event.preventDefault()
        }}
      />
    </>
  )
}
