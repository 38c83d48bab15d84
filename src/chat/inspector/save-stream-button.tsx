import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import type { RunSession } from '../session/session-types.ts'
import { eventFileText } from './event-file.ts'
import { wholeStream } from './whole-stream.ts'

/**
 * Saves every event of the run's stream as a file, of a run that still goes on those so far, and says so
 * when some are no longer to be had.
 */
export function SaveStreamButton({ session }: { session: RunSession }) {
  const [isPending, setIsPending] = useState(false)
  const [note, setNote] = useState<string | null>(null)
  const asking = useRef<AbortController | null>(null)
  useEffect(() => () => asking.current?.abort(), [])
  const save = async () => {
    const controller = new AbortController()
    asking.current = controller
    setIsPending(true)
    setNote(null)
    try {
      const { thread_id, run } = session.getSnapshot()
      const { events, isWhole } = await wholeStream(session, controller)
      const run_id = run?.run_id ?? null
      const isActive = run?.outcome === 'active'
      const name = `run-${run_id ?? 'unknown'}${isActive ? '-so-far' : ''}.jsonl`
      const text = eventFileText({ thread_id, run_id, events })
      saveFile(new Blob([text], { type: 'application/x-ndjson' }), name)
      setNote(noteOf(events.length, { isActive, isWhole }))
    } catch (error) {
      if (controller.signal.aborted) return
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
      {isPending && (
        <Button size="sm" variant="ghost" onClick={() => asking.current?.abort()}>
          Cancel
        </Button>
      )}
      {note && (
        <span role="status" className="text-ink-2 text-sm">
          {note}
        </span>
      )}
    </>
  )
}

function noteOf(count: number, saved: { isActive: boolean; isWhole: boolean }): string | null {
  const events = `${count} ${count === 1 ? 'event' : 'events'}`
  if (!saved.isWhole) return `Only the last ${events} were to be had.`
  return saved.isActive ? `The run goes on: saved were its ${events} so far.` : null
}
