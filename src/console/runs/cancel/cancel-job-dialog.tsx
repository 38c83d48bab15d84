import { useSyncExternalStore } from 'react'
import type { CancelAction } from '../../../contract/agent-server/runs.ts'
import { ShortId } from '../../../ui/format/short-id.tsx'
import { Note } from '../../../ui/page/note.tsx'
import type { Tone } from '../../../ui/page/status-pill.tsx'
import { JobWindow } from '../../lists/selection/job-window.tsx'
import { type CancelJob, canRetry } from './cancel-job.ts'
import type { CancelledRun } from './cancel-many.ts'
import { cancelWords, headline } from './cancel-words.ts'

const outcomeWords: Record<string, { tone: Tone; words: string }> = {
  asked: { tone: 'run', words: 'Asked, still at work' },
  not_active: { tone: 'idle', words: 'Had already ended' },
  not_found: { tone: 'idle', words: 'Not found' },
  failed: { tone: 'bad', words: 'Not stopped' },
}

type CancelJobDialogProps = {
  job: CancelJob
  /** What a thread is called; null where it is not known. */
  titleOf: (threadId: string) => string | null
  onClose: () => void
}

/** How far a cancel of many runs is, and what became of each run. Closing it does not end the work. */
export function CancelJobDialog({ job, titleOf, onClose }: CancelJobDialogProps) {
  const progress = useSyncExternalStore(job.subscribe, job.getSnapshot)
  const { isDone, total, ended, outcomes, error } = progress
  const failed = outcomes.filter(canRetry)
  const title = headline(progress, job.action)
  const far = total > 0 ? `${ended} of ${total} ${total === 1 ? 'run has' : 'runs have'} ended` : ''
  return (
    <JobWindow
      title={title}
      progress={progress}
      status={isDone ? title : far}
      fault={
        error && (
          <Note tone="bad" title="The server refused, or did not answer">
            {error.message}
          </Note>
        )
      }
      lines={outcomes.map((outcome) => ({
        key: outcome.run_id,
        mark: <ShortId id={outcome.run_id} noun="run" />,
        title: titleOf(outcome.thread_id),
        ...look(outcome, job.action),
        reason: outcome.reason,
      }))}
      {...((failed.length > 0 || error) && {
        retry: { label: error ? 'Try again' : `Try ${failed.length} again`, onClick: job.retry },
      })}
      onClose={onClose}
    />
  )
}

function look({ outcome }: CancelledRun, action: CancelAction): { tone: Tone; words: string } {
  if (outcome === 'cancelled') return { tone: 'ok', words: cancelWords[action].done }
  return outcomeWords[outcome] ?? { tone: 'idle', words: outcome }
}
