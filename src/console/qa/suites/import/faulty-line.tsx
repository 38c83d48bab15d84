import { TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../../../ui/controls/button.tsx'
import type { ImportEntry } from './import-entries.ts'

type FaultyLineProps = {
  entry: Extract<ImportEntry, { kind: 'faults' }>
  isPending: boolean
  onRepair: (line: number, text: string) => void
}

/** A line that is no case, as it stands in the file, to be mended in place; below it what is wrong. */
export function FaultyLine({ entry, isPending, onRepair }: FaultyLineProps) {
  const { line, text: before, faults } = entry
  const [text, setText] = useState(before)
  const noteId = useId()
  const words = faults.map(faultWords).join(' ')
  return (
    <form
      className="flex h-full flex-col justify-center gap-1 pr-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (text !== before) onRepair(line, text)
      }}
    >
      <div className="flex items-center gap-2">
        <span className="w-11 flex-none text-right text-ink-2 text-sm tabular-nums">{line}</span>
        <input
          aria-label={`Line ${line}`}
          aria-describedby={noteId}
          aria-invalid
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="mono h-7 min-w-0 grow rounded-sm border border-bad bg-surface px-[7px] text-ink focus-visible:-outline-offset-1"
        />
        <Button
          type="submit"
          size="sm"
          isPending={isPending}
          disabledReason={text === before ? 'Mend the line first' : undefined}
        >
          Read again
        </Button>
      </div>
      <p id={noteId} className="flex min-w-0 items-center gap-1.5 pl-[52px] text-bad text-sm">
        <TriangleAlert aria-hidden size={14} strokeWidth={1.8} className="flex-none" />
        <span className="line-clamp-2 max-[599px]:line-clamp-4" title={words}>
          {words}
        </span>
      </p>
    </form>
  )
}

/** The place comes first, unless the sentence names it. */
function faultWords({ line, column, message }: FaultyLineProps['entry']['faults'][number]): string {
  if (message.toLowerCase().includes(`line ${line}`)) return message
  return `Line ${line}${column ? `, column ${column}` : ''}: ${message}`
}
