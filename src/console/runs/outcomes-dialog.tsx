import type { CancelAction } from '../../contract/runs.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { StatusPill, type Tone } from '../../ui/status-pill.tsx'
import type { RunOutcome } from './cancel-many.ts'
import { cancelWords } from './cancel-words.ts'

const outcomeWords: Record<string, { tone: Tone; words: string }> = {
  asked: { tone: 'run', words: 'Asked, still at work' },
  not_active: { tone: 'idle', words: 'Had already ended' },
  not_found: { tone: 'idle', words: 'Not found' },
  failed: { tone: 'bad', words: 'Not stopped' },
}

type OutcomesDialogProps = {
  /** Null: the server accepted, and did not tell which runs that were. */
  outcomes: readonly RunOutcome[] | null
  action: CancelAction
  onClose: () => void
}

/** What became of each run. */
export function OutcomesDialog({ outcomes, action, onClose }: OutcomesDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title={titleOf(outcomes, action)}>
      {outcomes && outcomes.length > 0 && (
        <ul aria-label="Outcome of each run" className="-mx-1">
          {outcomes.map((outcome) => {
            const { tone, words } = look(outcome, action)
            return (
              <li
                key={outcome.run_id}
                className="relative flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-1 py-1.5 last:border-b-0"
              >
                <span className="grow">
                  <ShortId id={outcome.run_id} noun="run" />
                </span>
                <StatusPill tone={tone}>{words}</StatusPill>
                {outcome.reason && (
                  <span className="basis-full break-words text-ink-2">{outcome.reason}</span>
                )}
              </li>
            )
          })}
        </ul>
      )}
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function titleOf(outcomes: readonly RunOutcome[] | null, action: CancelAction): string {
  if (!outcomes) return 'The server accepted the request'
  if (outcomes.length === 0) return 'There was nothing to cancel'
  const done = outcomes.filter(({ outcome }) => outcome === 'cancelled').length
  const noun = outcomes.length === 1 ? 'run' : 'runs'
  return `${done} of ${outcomes.length} ${noun} ${cancelWords[action].done.toLowerCase()}`
}

function look({ outcome }: RunOutcome, action: CancelAction): { tone: Tone; words: string } {
  if (outcome === 'cancelled') return { tone: 'ok', words: cancelWords[action].done }
  return outcomeWords[outcome] ?? { tone: 'idle', words: outcome }
}
