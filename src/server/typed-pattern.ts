import { Worker } from 'node:worker_threads'

/** A pattern that somebody typed took too long on a text; its message says what to do. */
export class SlowPatternError extends Error {
  override readonly name = 'SlowPatternError'
}

interface Tried {
  id: number
  fits?: boolean
  isSlow?: boolean
  fault?: string
}

let thread: Worker | null = null
let lastId = 0
const asked = new Map<number, { answer: (tried: Tried) => void; fail: (error: Error) => void }>()

/**
 * Whether a text fits a pattern that a person wrote. Some patterns take longer than the world stands (`(a+)+b`): they
 * are tried in a thread of their own, so that everything else goes on, and given up after half a second.
 * @throws SlowPatternError; SyntaxError for what is no pattern
 */
export async function fitsPattern(pattern: string, text: string, flags = ''): Promise<boolean> {
  lastId += 1
  const id = lastId
  const { fits, isSlow, fault } = await new Promise<Tried>((answer, fail) => {
    asked.set(id, { answer, fail })
    thread ??= startThread()
    thread.postMessage({ id, pattern, text, flags })
  }).finally(() => asked.delete(id))
  if (isSlow) throw tooSlow(pattern)
  if (fault !== undefined) throw new SyntaxError(fault)
  return fits === true
}

/** One for all patterns, from the first one on; where it ends, what was asked fails and the next one starts another. */
function startThread(): Worker {
  const started = new Worker(new URL('./typed-pattern-worker.mjs', import.meta.url), { env: {} })
  started.unref()
  const lose = (error: Error) => {
    if (thread !== started) return
    thread = null
    for (const { fail } of asked.values()) fail(error)
  }
  started.on('message', (tried: Tried) => asked.get(tried.id)?.answer(tried))
  started.on('error', lose)
  started.on('exit', (code) => lose(new Error(`The thread of patterns ended with code ${code}.`)))
  return started
}

function tooSlow(pattern: string): SlowPatternError {
  const shown = pattern.length > 100 ? `${pattern.slice(0, 100)}…` : pattern
  return new SlowPatternError(
    `The pattern “${shown}” takes too long: write it without repetitions within repetitions.`,
  )
}
