// @ts-check
import { addCounts } from './results.mjs'

/**
 * @typedef {import('./results.mjs').Counts} Counts
 * @typedef {import('./results.mjs').FileResult} FileResult
 * @typedef {FileResult & { again: () => Promise<FileResult[] | null> }} Tried a file, and how to run it once more with
 *   nothing beside it: null when that ended otherwise than well
 */

/** More files than these that fail beside others, and not alone, are no accident. */
export const MOST_UNSTEADY = 3

/**
 * Runs each file that failed once more, alone. What passes then counts as passed and is named as unsteady: it is to be
 * mended, and says nothing against the change that was tried. Where more than `MOST_UNSTEADY` files failed none is tried
 * again, and all have failed.
 * @param {Tried[]} files all that were run
 * @returns {Promise<{ counts: Counts, failures: string[], unsteady: FileResult[] }>} `unsteady` with how they failed first
 */
export async function settle(files) {
  const failed = files.filter(({ counts }) => counts.failed > 0)
  let counts = { passed: 0, failed: 0, skipped: 0 }
  for (const file of files.filter((one) => one.counts.failed === 0)) {
    counts = addCounts(counts, file.counts)
  }
  const failures = []
  const unsteady = []
  for (const file of failed) {
    const second = failed.length <= MOST_UNSTEADY ? await file.again() : null
    const passed = second?.reduce((sum, one) => addCounts(sum, one.counts), {
      passed: 0,
      failed: 0,
      skipped: 0,
    })
    if (passed && passed.failed === 0 && passed.passed > 0) {
      counts = addCounts(counts, passed)
      unsteady.push({ file: file.file, counts: file.counts, failures: file.failures })
    } else {
      counts = addCounts(counts, file.counts)
      failures.push(...file.failures)
    }
  }
  if (failed.length > MOST_UNSTEADY) {
    failures.push(`${failed.length} files failed: too many to try each of them alone.`)
  }
  return { counts, failures, unsteady }
}
