import { asError } from '../../as-error.ts'
import type { LoadableRevision, Outage } from '../../cluster/agent-host.ts'
import { asSentence } from './outage.ts'
import { RestartPauses } from './restart-pauses.ts'

/**
 * Starts the process of a revision that is to serve again after it has ended, with growing pauses until it is up, and
 * knows since when and why it is down.
 */
export class Revival {
  readonly #revision: Pick<LoadableRevision, 'onLog' | 'redact'>
  readonly #load: () => Promise<unknown>
  readonly #isWanted: () => boolean
  readonly #onDown: (isFirstFailure: boolean) => void
  readonly #onUp: () => void
  readonly #pauses: RestartPauses
  #tries = 0
  #outage: Outage | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(
    revision: Pick<LoadableRevision, 'onLog' | 'redact'>,
    /** At most, between two tries. */
    longestPauseMs: number,
    parts: {
      load(): Promise<unknown>
      /** Whether it is to have a process still. */
      isWanted(): boolean
      /** The process has ended, or could not be started again. */
      onDown(isFirstFailure: boolean): void
      onUp(): void
    },
  ) {
    this.#revision = revision
    this.#load = parts.load
    this.#isWanted = parts.isWanted
    this.#onDown = parts.onDown
    this.#onUp = parts.onUp
    this.#pauses = new RestartPauses(longestPauseMs)
  }

  /** How often it was tried to start it again. */
  get tries(): number {
    return this.#tries
  }

  /** Null while it is up. */
  get outage(): Outage | null {
    return this.#outage
  }

  /** Its process, which was up for so long, has ended for that reason. */
  onEnd(reason: string, livedMs: number): void {
    if (!this.#isWanted()) return
    this.#tell(reason, false)
    this.#plan(livedMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #plan(livedMs: number): void {
    this.#timer = setTimeout(() => void this.#try(), this.#pauses.after(livedMs))
  }

  async #try(): Promise<void> {
    this.#revision.onLog('INFO', 'Starting the process of the agent again.')
    this.#tries += 1
    try {
      await this.#load()
      this.#outage = null
      this.#onUp()
    } catch (error) {
      const { message } = asError(error)
      this.#revision.onLog('ERROR', message)
      if (!this.#isWanted()) return
      this.#tell(message, true)
      // It may have failed before there was a process: what the one before lived is not its own.
      this.#plan(0)
    }
  }

  /** Since when is kept from the first word on; the reason is the one that was found last. */
  #tell(told: string, hasFailed: boolean): void {
    const { redact = (text) => text } = this.#revision
    const isFirstFailure = hasFailed && !this.#outage?.hasFailed
    const since = this.#outage?.since ?? new Date()
    this.#outage = { since, reason: asSentence(redact(told)), hasFailed }
    this.#onDown(isFirstFailure)
  }
}
