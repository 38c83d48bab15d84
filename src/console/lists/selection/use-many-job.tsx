import { type ReactNode, useEffect, useState } from 'react'
import { toast } from '../../../ui/overlay/toast.ts'
import { hasFailed, headlineOf, type ManyJob } from './many-job.ts'
import { ManyJobDialog } from './many-job-dialog.tsx'

/** Shows how far a job is that was begun; one that nobody looks at any more says how it ended, wherever they are by then. */
export function useManyJob(): { show: (job: ManyJob) => void; window: ReactNode } {
  const [job, show] = useState<ManyJob | null>(null)
  useEffect(() => () => void (job && !job.getSnapshot().isDone && sayEnd(job, show)), [job])
  return { show, window: job && <ManyJobDialog job={job} onClose={() => show(null)} /> }
}

function sayEnd(job: ManyJob, show: (job: ManyJob) => void): void {
  const stop = job.subscribe(() => {
    const progress = job.getSnapshot()
    if (!progress.isDone) return
    stop()
    const failed = progress.outcomes.filter(hasFailed)
    const [first] = failed
    if (!first) return toast.ok(headlineOf(progress, job.words))
    const others = failed.length > 1 ? ` And ${failed.length - 1} more.` : ''
    toast.bad(headlineOf(progress, job.words), {
      description: `${first.name}: ${first.words}${others}`,
      action: { label: 'Show all', onClick: () => show(job) },
    })
  })
}
