import type { CancelAction } from '../../../contract/agent-server/runs.ts'
import type { CancelProgress } from './cancel-job.ts'

/** What a cancel does to runs, said before it is done (§3). */
export const cancelWords: Record<CancelAction, { label: string; done: string; means: string }> = {
  interrupt: {
    label: 'Stop and keep',
    done: 'Stopped',
    means: 'What they completed is kept; their threads can go on from there.',
  },
  rollback: {
    label: 'Stop and roll back',
    done: 'Rolled back',
    means:
      'The runs and every checkpoint that they made are deleted, and their threads go back to the state before. This cannot be undone.',
  },
}

/** How a cancel of many runs stands, in a few words. */
export function headline(progress: CancelProgress, action: CancelAction): string {
  const { isDone, isUntold, error, outcomes } = progress
  if (!isDone) return action === 'rollback' ? 'Stopping and rolling back' : 'Stopping'
  if (error) return 'The runs were not stopped'
  if (isUntold) return 'The server accepted the request'
  if (outcomes.length === 0) return 'There was nothing to cancel'
  const done = outcomes.filter(({ outcome }) => outcome === 'cancelled').length
  const noun = outcomes.length === 1 ? 'run' : 'runs'
  return `${done} of ${outcomes.length} ${noun} ${cancelWords[action].done.toLowerCase()}`
}
