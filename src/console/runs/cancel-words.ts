import type { CancelAction } from '../../contract/runs.ts'

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
