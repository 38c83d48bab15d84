import type { Change } from '../../contract/gateway/changes.ts'
import type { Notice } from './notices.ts'

/** Of so many different changes at once it is only told that there were some. */
const mostApart = 50

export interface ChangeListener {
  onChange(change: Change): void
  /** From now on nothing is missed. `sinceMs`: how long ago something changed last; null: nothing has. */
  onReady(sinceMs: number | null): void
  /** What changes is not heard of for now. */
  onLost(): void
}

/** Where it is heard of changes. */
export interface ChangeSource {
  /** Tells the listener until the signal aborts. */
  follow(listener: ChangeListener, signal: AbortSignal): void
}

/** Tells consoles that something changed, whichever process changed it. It tells of what, not how. */
export class Changes implements ChangeSource {
  readonly #listeners = new Set<(change: Change) => void>()
  #lastAt: number | null = null

  /** Answers how to end that. */
  listen(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  follow(listener: ChangeListener, signal: AbortSignal): void {
    const forget = this.listen((change) => listener.onChange(change))
    signal.addEventListener('abort', forget, { once: true })
    listener.onReady(this.#lastAt === null ? null : performance.now() - this.#lastAt)
  }

  /** What a notice tells, of this process or another one. */
  hear(notice: Notice): void {
    const change = changeOf(notice)
    if (change) this.#tell(change)
  }

  /** Notices were missed. */
  hearGap(): void {
    this.#tell({ area: 'all', deployment_id: null })
  }

  #tell(change: Change): void {
    // Logs grow all the time, and whoever shows one reads it again when it begins to listen.
    if (change.area !== 'logs') this.#lastAt = performance.now()
    for (const listener of [...this.#listeners]) listener(change)
  }
}

function changeOf(notice: Notice): Change | null {
  switch (notice.kind) {
    case 'changed': {
      const { kind: _, ...change } = notice
      return change
    }
    case 'created':
    case 'ended':
      return { area: 'agent', deployment_id: null }
    case 'rollouts':
    case 'removed':
      return { area: 'control-plane', deployment_id: null }
    default:
      return null
  }
}

/** Each change once; where there are too many to tell apart, that there were some. */
export function gathered(changes: readonly Change[]): Change[] {
  const apart = new Map(changes.map((change) => [JSON.stringify(change), change]))
  return apart.size > mostApart ? [{ area: 'all', deployment_id: null }] : [...apart.values()]
}
