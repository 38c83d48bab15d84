import type { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { type Change, followChanges } from '../../contract/gateway/changes.ts'
import { type Changes, gathered } from '../cluster/changes.ts'
import { route } from '../http/route.ts'

/** What comes within this goes together. */
const gatherMs = 200
const heartbeatMs = 5_000

/** The event stream of what changed on this server. `closing` ends every listener. */
export function changesRoute(
  routes: Hono,
  { changes, closing }: { changes: Pick<Changes, 'listen' | 'sinceMs'>; closing: AbortSignal },
): void {
  route(routes, followChanges, ({ context }) => {
    context.header('cache-control', 'no-cache, no-transform')
    context.header('x-accel-buffering', 'no')
    return streamSSE(context, async (stream) => {
      let waiting: Change[] = []
      let gathering: NodeJS.Timeout | null = null
      const send = () => {
        gathering = null
        const data = JSON.stringify(gathered(waiting))
        waiting = []
        void stream.writeSSE({ event: 'changed', data })
      }
      const forget = changes.listen((change) => {
        waiting.push(change)
        gathering ??= setTimeout(send, gatherMs)
      })
      const heartbeat = setInterval(() => void stream.write(': heartbeat\n\n'), heartbeatMs)
      await stream.writeSSE({ event: 'ready', data: JSON.stringify({ since_ms: changes.sinceMs }) })
      await new Promise<void>((resolve) => {
        stream.onAbort(resolve)
        closing.addEventListener('abort', () => resolve(), { once: true })
        if (closing.aborted || stream.aborted) resolve()
      })
      forget()
      clearInterval(heartbeat)
      if (gathering) clearTimeout(gathering)
    })
  })
}
