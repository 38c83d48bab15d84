import { Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { type EventFile, parseEventFile } from '../event-file.ts'

const ReplayDialog = lazyPart(() => import('./replay-dialog.tsx').then((code) => code.ReplayDialog))

/** Opens a saved stream and plays it again. */
export function ReplayButton() {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<EventFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const open = async (chosen: File | undefined) => {
    if (!chosen) return
    setProblem(null)
    try {
      setFile(parseEventFile(await chosen.text()))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The file could not be read.')
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".jsonl,.ndjson,.txt"
        aria-label="A saved stream"
        onChange={(event) => {
          void open(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button size="sm" onClick={() => input.current?.click()}>
        <Play aria-hidden size={14} strokeWidth={1.8} /> Replay a file
      </Button>
      {problem && (
        <span role="alert" className="text-bad text-sm">
          {problem}
        </span>
      )}
      {file && <ReplayDialog file={file} onClose={() => setFile(null)} />}
    </>
  )
}
