import pg from 'pg'

/** Short texts that the processes which share a database send each other. */
export interface Notices {
  /**
   * Hears what is sent on a channel with `pg_notify` by any process, this one included, once the
   * sender's transaction is committed. `onGap` is called whenever notices may have been missed:
   * after each time that the line broke and is up again. Never rejects; a line that cannot be
   * opened is tried again.
   */
  listen(
    channel: string,
    hear: (text: string) => void,
    onGap: () => void,
  ): { /** Resolves when the line is up for the first time, or is closed. */ up: Promise<void> } & {
    close(): Promise<void>
  }
}

const firstPauseMs = 100
const longestPauseMs = 5_000

/** Notices over connections of their own to a PostgreSQL server: a pool's come and go. */
export function postgresNotices(url: string): Notices {
  return {
    listen(channel, hear, onGap) {
      let client: pg.Client | null = null
      let timer: NodeJS.Timeout | undefined
      let pause = firstPauseMs
      let isClosed = false
      let wasUp = false
      let onUp = () => {}
      const up = new Promise<void>((resolve) => {
        onUp = resolve
      })
      const open = async () => {
        const fresh = new pg.Client({ connectionString: url, keepAlive: true })
        client = fresh
        const onBroken = () => {
          if (client !== fresh || isClosed) return
          client = null
          fresh.end().catch(() => {
            // It is broken already.
          })
          timer = setTimeout(open, pause)
          pause = Math.min(pause * 2, longestPauseMs)
        }
        fresh.on('error', onBroken).on('end', onBroken)
        fresh.on('notification', ({ payload }) => {
          if (payload !== undefined) hear(payload)
        })
        try {
          await fresh.connect()
          await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
        } catch {
          return onBroken()
        }
        pause = firstPauseMs
        if (wasUp) onGap()
        wasUp = true
        onUp()
      }
      const opening = open()
      return {
        up,
        async close() {
          isClosed = true
          clearTimeout(timer)
          onUp()
          await opening
          await client?.end().catch(() => {
            // It broke in that moment.
          })
        },
      }
    },
  }
}
