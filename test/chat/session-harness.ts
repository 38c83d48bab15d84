import type { Clock } from '../../src/chat/clock.ts'
import { foldNewest } from '../../src/chat/conversation/fold-newest.ts'
import { createRunSession } from '../../src/chat/session/run-session.ts'
import type {
  RunSession,
  RunSessionOptions,
  SessionSnapshot,
} from '../../src/chat/session/session-types.ts'
import type { Transport } from '../../src/client/api.ts'

/** A clock whose waits end when the test says so. */
export class GatedClock implements Clock {
  #now = 1_000_000
  readonly #timers = new Set<{ ms: number; fire: () => void }>()
  readonly #limits = new Set<{ ms: number; fire: () => void }>()
  readonly #waiting: (() => void)[] = []

  now(): number {
    this.#now += 1
    return this.#now
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { ms, fire: callback }
    this.#timers.add(timer)
    for (const resolve of this.#waiting.splice(0)) resolve()
    return () => this.#timers.delete(timer)
  }

  limit(ms: number, callback: () => void): () => void {
    const limit = { ms, fire: callback }
    this.#limits.add(limit)
    return () => this.#limits.delete(limit)
  }

  /** All that is under way takes too long. Returns how long that was. */
  passLimits(): number[] {
    const due = [...this.#limits]
    this.#limits.clear()
    for (const limit of due) {
      this.#now += limit.ms
      limit.fire()
    }
    return due.map(({ ms }) => ms)
  }

  /** Lets every present wait end; waits for one to begin if there is none. Returns how long they were. */
  async pass(): Promise<number[]> {
    while (this.#timers.size === 0) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    const due = [...this.#timers]
    this.#timers.clear()
    for (const timer of due) {
      this.#now += timer.ms
      timer.fire()
    }
    return due.map((timer) => timer.ms)
  }

  jump(ms: number): void {
    this.#now += ms
  }
}

export interface SessionUnderTest {
  session: RunSession
  clock: GatedClock
  /** Resolves with the first snapshot for which the condition holds. */
  until(condition: (snapshot: SessionSnapshot) => boolean): Promise<SessionSnapshot>
  /** Every distinct value that `pick` took, in order. */
  history<Value>(pick: (snapshot: SessionSnapshot) => Value): Value[]
}

export function sessionOn(
  transport: Transport,
  thread_id: string | null,
  options: Partial<RunSessionOptions> = {},
): SessionUnderTest {
  const clock = new GatedClock()
  let serial = 0
  const session = createRunSession({
    fold: foldNewest,
    transport,
    thread_id,
    clock,
    random: () => 0.5,
    idleMs: null,
    scheduleFrame(callback) {
      let isCalledOff = false
      queueMicrotask(() => isCalledOff || callback())
      return () => {
        isCalledOff = true
      }
    },
    newId: () => `own-${++serial}`,
    ...options,
  })
  return {
    session,
    clock,
    until(condition) {
      return new Promise((resolve) => {
        const look = () => {
          const snapshot = session.getSnapshot()
          if (!condition(snapshot)) return
          unsubscribe()
          resolve(snapshot)
        }
        const unsubscribe = session.subscribe(look)
        look()
      })
    },
    history(pick) {
      const values = [pick(session.getSnapshot())]
      session.subscribe(() => {
        const value = pick(session.getSnapshot())
        if (value !== values.at(-1)) values.push(value)
      })
      return values
    },
  }
}

/** The conversation as a reader sees it. */
export function shown({ conversation }: SessionSnapshot): string[] {
  return conversation.messages.map(
    ({ kind, origin, message }) =>
      `${kind}: ${String(message.content)}${origin === 'cut' ? ' [cut]' : ''}`,
  )
}
