// @ts-check
/**
 * Tries patterns that people typed, in a thread of its own: a pattern blocks the thread that it is tried in. Plain
 * JavaScript, because a worker thread does not inherit the TypeScript loader.
 */
import { createContext, Script } from 'node:vm'
import { parentPort } from 'node:worker_threads'

/** Any pattern that somebody needs takes a thousandth of this, on the longest answer. */
const longestMs = 500

const room = createContext(Object.create(null))
const script = new Script('new RegExp(pattern, flags).test(text)')

parentPort?.on('message', ({ id, pattern, text, flags }) => {
  parentPort?.postMessage({ id, ...tried(pattern, text, flags) })
})

/** @param {string} pattern @param {string} text @param {string} flags */
function tried(pattern, text, flags) {
  Object.assign(room, { pattern, text, flags })
  try {
    return { fits: script.runInContext(room, { timeout: longestMs }) === true }
  } catch (error) {
    const { code, message } = /** @type {{ code?: unknown, message: string }} */ (error)
    return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? { isSlow: true } : { fault: message }
  } finally {
    Object.assign(room, { text: '' })
  }
}
