import { type Clock, pause } from '../../clock.ts'

/** A stream that spoke within this time needs no look. */
const quietMs = 5_000

/** Thrown into a reader whose stream has been given up: the run is read next. */
export class SilentStream extends Error {
  /** @param wasAsked somebody asked to look: the network or the tab came back */
  constructor(readonly wasAsked = false) {
    super('The stream is silent.')
  }
}

interface WatchTools {
  readonly clock: Clock
  readonly signal: AbortSignal
  /** How long a stream may be silent before it is looked after; null for never. */
  readonly idleMs: number | null
  /** Receives a way to look at once: the network or the tab came back. */
  onLook(look: () => void): void
}

export interface StreamWatch {
  /** The stream gave a sign of life. */
  sign(): void
  /** Reads a stream, and looks after it while it is silent. */
  watched(read: (signal: AbortSignal) => Promise<void>): Promise<void>
}

/**
 * Looks after streams while they are silent: a connection can be dead without saying so. `isLost`
 * decides whether one is given up, by reading the run.
 */
export function createStreamWatch(
  tools: WatchTools,
  isLost: (signal: AbortSignal) => Promise<boolean>,
): StreamWatch {
  let lastSignAt = tools.clock.now()
  const sign = () => {
    lastSignAt = tools.clock.now()
  }

  async function lookAfter(connection: AbortController, wasAsked: boolean): Promise<void> {
    if (tools.clock.now() - lastSignAt < quietMs) return
    // A look that fails says nothing about the stream: the next one may succeed.
    const isOver = await isLost(connection.signal).catch(() => false)
    if (isOver) connection.abort(new SilentStream(wasAsked))
  }

  async function watch(idleMs: number, connection: AbortController): Promise<void> {
    while (!connection.signal.aborted) {
      const silentMs = tools.clock.now() - lastSignAt
      if (silentMs >= idleMs) {
        await lookAfter(connection, false)
        sign()
      }
      await pause(tools.clock, Math.max(1000, idleMs - silentMs), connection.signal)
    }
  }

  return {
    sign,
    async watched(read) {
      const connection = new AbortController()
      const leave = () => connection.abort(tools.signal.reason)
      if (tools.signal.aborted) leave()
      tools.signal.addEventListener('abort', leave)
      tools.onLook(() => void lookAfter(connection, true))
      sign()
      if (tools.idleMs !== null) void watch(tools.idleMs, connection)
      try {
        await read(connection.signal)
      } finally {
        tools.signal.removeEventListener('abort', leave)
        tools.onLook(() => {})
        connection.abort(new SilentStream())
      }
    },
  }
}
