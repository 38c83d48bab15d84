import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { type CancelJob, canRetry } from './cancel-job.ts'
import { headline } from './cancel-words.ts'

/** A job whose window is open, or was left while it goes on. */
export interface ShownJob {
  job: CancelJob
  isOpen: boolean
  /** Set since it was left: its end is not to be said, it is looked at again. */
  unsay?: (() => void) | undefined
}

/** Says how a job ended that nobody looks at, wherever they are by then. */
export function sayEnd(job: CancelJob): () => void {
  const stop = job.subscribe(() => {
    const progress = job.getSnapshot()
    if (!progress.isDone) return
    stop()
    const { error, outcomes } = progress
    const say = error || outcomes.some(canRetry) ? toast.bad : toast.ok
    say(headline(progress, job.action), error ? { description: error.message } : {})
  })
  return stop
}

/** How far a job is that was left, and the way back to it: the window's focus goes here. */
export function LeftJobButton({ job, onOpen }: { job: CancelJob; onOpen: () => void }) {
  const progress = useSyncExternalStore(job.subscribe, job.getSnapshot)
  const { isDone, ended, total } = progress
  const words = headline(progress, job.action)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button ref={button} onClick={onOpen}>
      {isDone ? words : `${words}: ${ended} of ${total}`}
    </Button>
  )
}
