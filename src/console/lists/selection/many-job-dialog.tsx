import { useSyncExternalStore } from 'react'
import { JobWindow } from './job-window.tsx'
import { hasFailed, headlineOf, type ManyJob, type ManyOutcome } from './many-job.ts'

/** How far a job is, and what became of each. Closing it does not end the work. */
export function ManyJobDialog({ job, onClose }: { job: ManyJob; onClose: () => void }) {
  const progress = useSyncExternalStore(job.subscribe, job.getSnapshot)
  const { isDone, total, outcomes } = progress
  const failed = outcomes.filter(hasFailed).length
  const headline = headlineOf(progress, job.words)
  return (
    <JobWindow
      title={isDone ? headline : job.words.doing}
      progress={{ isDone, total, ended: outcomes.length }}
      status={headline}
      lines={outcomes.map(({ key, name, ...outcome }) => ({
        key,
        title: name,
        ...look(outcome, job.words.done),
      }))}
      {...(failed > 0 && { retry: { label: `Try ${failed} again`, onClick: job.retry } })}
      onClose={onClose}
    />
  )
}

function look({ outcome, words }: Pick<ManyOutcome, 'outcome' | 'words'>, done: string) {
  if (outcome === 'done') return { tone: 'ok', words: words ?? sentence(done) } as const
  if (outcome === 'skipped') return { tone: 'idle', words: 'Left as it is', reason: words } as const
  return { tone: 'bad', words: 'Failed', reason: words } as const
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
