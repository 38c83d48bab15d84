import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { RunSession } from '../session-types.ts'
import { eventFileText } from './event-file.ts'
import { wholeStream } from './whole-stream.ts'

/** Saves every event of the run's stream as a file, and says so when some are no longer to be had. */
export function SaveStreamButton({ session }: { session: RunSession }) {
  const [isPending, setIsPending] = useState(false)
  const [note, setNote] = useState<string | null>(null)
  const save = async () => {
    setIsPending(true)
    setNote(null)
    try {
      const { thread_id, run } = session.getSnapshot()
      const { events, isWhole } = await wholeStream(session)
      const run_id = run?.run_id ?? null
      download(`run-${run_id ?? 'unknown'}.jsonl`, eventFileText({ thread_id, run_id, events }))
      if (!isWhole) setNote(`Only the last ${events.length} events were to be had.`)
    } catch (error) {
      setNote(error instanceof Error ? error.message : 'The stream could not be saved.')
    } finally {
      setIsPending(false)
    }
  }
  return (
    <>
      <Button size="sm" isPending={isPending} onClick={() => void save()}>
        {!isPending && <Download aria-hidden size={14} strokeWidth={1.8} />} Save stream
      </Button>
      {note && (
        <span role="status" className="text-ink-2 text-sm">
          {note}
        </span>
      )}
    </>
  )
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
