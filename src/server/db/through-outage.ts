import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseAwayError } from './database-errors.ts'

const firstPauseMs = 100
const longestPauseMs = 2_000

/**
 * Does something that can be done twice, again and again while the database is away. Rejects as it does for every
 * other reason, and when nobody wants it any more.
 */
export async function throughOutage<Result>(
  work: () => Promise<Result>,
  isWanted: () => boolean,
): Promise<Result> {
  for (let ms = firstPauseMs; ; ms = Math.min(ms * 2, longestPauseMs)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseAwayError) || !isWanted()) throw error
    }
    await pause(ms, undefined, { ref: false })
  }
}
