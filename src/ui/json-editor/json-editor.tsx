import { useEffect, useRef, useState } from 'react'
import { TextArea } from '../controls/text-area.tsx'
import type { CodeEditor } from './code-editor.ts'

type JsonEditorProps = {
  label: string
  value: string
  onChange: (text: string) => void
  isInvalid: boolean
  /** A JSON Schema for what is written; its hints are offered, and what it speaks against is marked, not refused. */
  schema: unknown
}

/** Where a browser has none, the editor cannot bring its styles along. */
const canStyle = () => 'adoptedStyleSheets' in Document.prototype

/**
 * A box for JSON. Its editor is loaded when it is first drawn; until then, and where it does not arrive, it is a plain
 * one. What is typed meanwhile is in both.
 */
export function JsonEditor({ label, value, onChange, isInvalid, schema }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<CodeEditor | null>(null)
  const [isHere, setIsHere] = useState(false)
  const takesFocus = useRef(false)
  const latest = useRef({ value, onChange, schema })
  latest.current = { value, onChange, schema }
  useEffect(() => {
    if (!canStyle()) return
    let isGone = false
    import('./code-editor.ts').then(
      ({ mountCodeEditor }) => {
        if (isGone || !host.current) return
        takesFocus.current = host.current.parentElement?.contains(document.activeElement) ?? false
        editor.current = mountCodeEditor({
          host: host.current,
          label,
          text: latest.current.value,
          schema: () => latest.current.schema,
          onChange: (text) => latest.current.onChange(text),
        })
        setIsHere(true)
      },
      // The plain box does as well.
      () => undefined,
    )
    return () => {
      isGone = true
      editor.current?.destroy()
      editor.current = null
    }
  }, [label])
  useEffect(() => editor.current?.setText(value), [value])
  // Who was writing goes on writing: it can be focused once it is seen.
  useEffect(() => {
    if (isHere && takesFocus.current) editor.current?.focus()
  }, [isHere])
  return (
    <div>
      <div ref={host} className={isHere ? undefined : 'hidden'} />
      {!isHere && (
        <TextArea
          aria-label={label}
          isMono
          rows={8}
          autoFocus
          spellCheck={false}
          value={value}
          aria-invalid={isInvalid}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  )
}
