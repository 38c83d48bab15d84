import { useSyncExternalStore } from 'react'
import type { CancelAction } from '../../../contract/agent-server/runs.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ShortId } from '../../../ui/format/short-id.tsx'
import { Dialog, DialogActions } from '../../../ui/overlay/dialog.tsx'
import { Note } from '../../../ui/page/note.tsx'
import { StatusPill, type Tone } from '../../../ui/page/status-pill.tsx'
import { type CancelJob, canRetry } from './cancel-job.ts'
import type { RunOutcome } from './cancel-many.ts'
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
  return (
    <Dialog isOpen onClose={onClose} title={headline(progress, job.action)}>
      {!isDone && total > 0 && (
        <progress
          aria-label="Runs that have ended"
          max={total}
          value={ended}
          className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-idle-soft [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-idle-soft [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-[width]"
        />
      )}
      <p role="status" className={isDone ? 'sr-only' : 'mt-1.5 mb-4 text-ink-2 tabular-nums'}>
        {isDone
          ? headline(progress, job.action)
          : total > 0 && `${ended} of ${total} ${total === 1 ? 'run has' : 'runs have'} ended`}
      </p>
      {error && (
        <Note tone="bad" title="The server refused, or did not answer">
          {error.message}
        </Note>
      )}
      {outcomes.length > 0 && (
        <ul aria-label="Outcome of each run" className="-mx-1 max-h-80 overflow-y-auto">
          {outcomes.map((outcome) => (
            <Outcome
              key={outcome.run_id}
              outcome={outcome}
              title={titleOf(outcome.thread_id)}
              action={job.action}
            />
          ))}
        </ul>
      )}
      <DialogActions>
        {isDone && (failed.length > 0 || error) && (
          <Button onClick={job.retry}>{error ? 'Try again' : `Try ${failed.length} again`}</Button>
        )}
        <Button variant="primary" onClick={onClose}>
          {isDone ? 'Done' : 'Go on in the background'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type OutcomeProps = { outcome: RunOutcome; title: string | null; action: CancelAction }

function Outcome({ outcome, title, action }: OutcomeProps) {
  const { tone, words } = look(outcome, action)
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-1 py-1.5 [contain-intrinsic-size:auto_40px] [content-visibility:auto] last:border-b-0">
      <ShortId id={outcome.run_id} noun="run" />
      <span className="min-w-0 grow basis-0 truncate text-ink-2" title={title ?? undefined}>
        {title}
      </span>
      <StatusPill tone={tone}>{words}</StatusPill>
      {outcome.reason && (
        <span className="basis-full break-words text-ink-2">{outcome.reason}</span>
      )}
    </li>
  )
}

function look({ outcome }: RunOutcome, action: CancelAction): { tone: Tone; words: string } {
  if (outcome === 'cancelled') return { tone: 'ok', words: cancelWords[action].done }
  return outcomeWords[outcome] ?? { tone: 'idle', words: outcome }
}
