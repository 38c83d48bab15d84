import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Change } from '../../contract/gateway/changes.ts'
import { type ChangeListener, type ChangeSource, gathered } from '../cluster/changes.ts'

/** What comes within this goes together. */
const gatherMs = 200

/**
 * The event stream of what changes, see `followChanges` of the contract. `closing` ends it.
 * @param pingMs how often it says that it is still there
 */
export function changeStream(
  context: Context,
  source: ChangeSource,
  closing: AbortSignal,
  pingMs = 5_000,
): Response {
  context.header('cache-control', 'no-cache, no-transform')
  context.header('x-accel-buffering', 'no')
  return streamSSE(context, async (stream) => {
    const left = new AbortController()
    let waiting: Change[] = []
    let gathering: NodeJS.Timeout | null = null
    const write = (event: string, data: unknown) =>
      void stream.writeSSE({ event, data: JSON.stringify(data) })
    const send = () => {
      gathering = null
      const changes = gathered(waiting)
      waiting = []
      write('changed', changes)
    }
    const ping = () => write('ping', { every_ms: pingMs })
    ping()
    const pinging = setInterval(ping, pingMs)
    const listener: ChangeListener = {
      onChange: (change) => {
        waiting.push(change)
        gathering ??= setTimeout(send, gatherMs)
      },
      onReady: (sinceMs) => write('ready', { since_ms: sinceMs }),
      onLost: () => write('lost', {}),
    }
    source.follow(listener, left.signal)
    await new Promise<void>((resolve) => {
      stream.onAbort(resolve)
      closing.addEventListener('abort', () => resolve(), { once: true })
      if (closing.aborted || stream.aborted) resolve()
    })
    left.abort()
    clearInterval(pinging)
    if (gathering) clearTimeout(gathering)
  })
}
