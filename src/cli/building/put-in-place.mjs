// @ts-check
import { existsSync, renameSync, rmSync } from 'node:fs'

/**
 * A folder takes the place of another one, or of none, as a whole: nobody finds half of one there. Several processes may
 * do so at the same time: what one of them made stays, which is as good for the others.
 * @param {string} fresh @param {string} place on the same disk
 */
export function putInPlace(fresh, place) {
  const former = `${fresh}.former`
  moveIfThere(place, former)
  try {
    renameSync(fresh, place)
  } catch (error) {
    // Another one was put there meanwhile.
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error)) && !existsSync(place)) throw error
  } finally {
    for (const left of [former, fresh]) rmSync(left, { recursive: true, force: true })
  }
}

/** @param {string} from @param {string} to */
function moveIfThere(from, to) {
  try {
    renameSync(from, to)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return /** @type {NodeJS.ErrnoException} */ (error).code ?? ''
}
