import { setTimeout as pause } from 'node:timers/promises'
import type { ExecutorProcess } from '../executor-process.ts'

/** A question is given up by itself after this long; whoever asks has long drawn conclusions then. */
const forgottenMs = 24 * 3_600_000

/**
 * Asks processes for how long they could take nothing up, each one question at a time: what is not answered yet is waited
 * for again, so that a process whose answers are only late is told from one that gives none.
 */
export class ProcessQuestion {
  #asked: { process: ExecutorProcess; at: number; answer: Promise<number | null> } | null = null

  /** @param onLate an answer has come after all that was told as none */
  constructor(readonly onLate: (process: ExecutorProcess) => void) {}

  /**
   * In milliseconds what the process says, null where that is no number; where it says nothing within `patienceMs`, for
   * how long it has been waited. `isSwallowed`: it has told something meanwhile, and no message was whole: what it tells
   * counts as a part of one that does not end.
   */
  async ask(
    process: ExecutorProcess,
    patienceMs: number,
  ): Promise<{ ms: number | null; isAnswer: boolean; isSwallowed: boolean }> {
    const before = process.progress
    if (this.#asked?.process !== process) this.#asked = this.#put(process)
    else void process.call({ call: 'ping' }, patienceMs).catch(() => undefined)
    const { at, answer } = this.#asked
    const given = new AbortController()
    const late = pause(patienceMs, 'late' as const, { signal: given.signal }).catch(() => null)
    const first = await Promise.race([answer.catch(() => 'gone' as const), late])
    given.abort()
    if (first === 'late') void answer.then(() => this.onLate(process)).catch(() => undefined)
    // It has just ended: that is told by the state.
    if (first === 'late' || first === 'gone') {
      const { whole, begun } = process.progress
      const isSwallowed = whole === before.whole && begun > before.begun
      return { ms: Math.round(performance.now() - at), isAnswer: false, isSwallowed }
    }
    return { ms: first, isAnswer: true, isSwallowed: false }
  }

  #put(process: ExecutorProcess) {
    const asked = {
      process,
      at: performance.now(),
      answer: process.call({ call: 'loop-delay' }, forgottenMs).then((text) => {
        const ms = Number(text)
        return Number.isFinite(ms) ? ms : null
      }),
    }
    const settle = () => {
      if (this.#asked === asked) this.#asked = null
    }
    asked.answer.then(settle, settle)
    return asked
  }
}
