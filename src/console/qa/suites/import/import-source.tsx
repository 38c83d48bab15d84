import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../../ui/controls/button.tsx'
import { Field } from '../../../../ui/controls/field.tsx'
import { TextArea } from '../../../../ui/controls/text-area.tsx'
import { useUnsaved } from '../../../forms/unsaved.ts'

/** A file, or a text under the name that it was given. */
export interface ImportedText {
  text: string
  name?: string
}

type ImportSourceProps = {
  before: string
  onTake: (source: ImportedText) => void
  onClose: () => void
}

/** Where the cases come from: a text, or a file. */
export function ImportSource({ before, onTake, onClose }: ImportSourceProps) {
  const [text, setText] = useState(before)
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useUnsaved(() => text.trim() !== '')
  const open = async (file: File | undefined) => {
    if (!file) return
    try {
      onTake({ text: await file.text(), name: file.name })
    } catch {
      setProblem('The browser could not read this file.')
    }
  }
  return (
    <div className="flex min-h-0 flex-col gap-3 overflow-y-auto p-4">
      <Field
        label="Cases"
        hint="Plain lines, CSV or TSV with a column input, our JSONL, chat or LangSmith JSONL, LangSmith CSV, promptfoo YAML, ADK evalsets."
        error={problem}
      >
        <TextArea
          isMono
          autoFocus
          rows={4}
          spellCheck={false}
          placeholder="Paste them here, or choose a file"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.yaml,.yml"
          aria-label="A file of cases"
          onChange={(event) => {
            void open(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button size="sm" onClick={() => input.current?.click()}>
          <FileUp aria-hidden size={14} strokeWidth={1.8} /> Choose a file
        </Button>
        <span className="grow" />
        <Button size="sm" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          size="sm"
          variant="primary"
          disabledReason={text.trim() === '' ? 'Paste some cases first' : undefined}
          onClick={() => onTake({ text })}
        >
          Read
        </Button>
      </div>
    </div>
  )
}
