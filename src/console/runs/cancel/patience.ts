import type { CancelTools } from '../../../client/cancel-run.ts'

/** How the console waits for a run that it asked to stop: after a good minute it says that the run is still at work. */
export const patience: Pick<CancelTools, 'pause' | 'mostLooks'> = {
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  mostLooks: 16,
}
