import type { Hono } from 'hono'
import { joinThreadStream } from '../../../contract/agent-server/threads.ts'
import { route } from '../../http/route.ts'
import { deploymentOf } from '../agent-routes.ts'
import { unknownThread } from '../not-found.ts'
import type { RunEngine } from '../run-engine.ts'
import { findThreadGraph } from '../threads/thread-store.ts'
import { eventSource } from './response-stream.ts'
import { faultyPosition, type StreamOptions } from './run-listening.ts'
import { type FeedStart, threadFeed } from './thread-feed.ts'

/** `/threads/{thread_id}/stream` of an agent server. */
export function mountThreadStream(app: Hono, engine: RunEngine, options: StreamOptions): void {
  route(app, joinThreadStream, async ({ params, query, context }) => {
    const { thread_id } = params
    const key = { deployment_id: deploymentOf(engine, context), thread_id }
    if (!(await findThreadGraph(engine.database, key.deployment_id, thread_id))) {
      throw unknownThread(thread_id)
    }
    const modes = [query.stream_modes ?? [], query.stream_mode ?? []].flat()
    const isAll = modes.length === 0 || modes.includes('run_modes')
    const start = startOf(context.req.header('last-event-id'))
    let feed: ReturnType<typeof threadFeed> | undefined
    return eventSource(context, { ...options, onDrop: null }, async (signal) => {
      feed ??= threadFeed(engine, key, start, (event) => isAll || event === 'metadata', signal)
      return (await feed.next()).value
    })
  })
}

function startOf(given: string | undefined): FeedStart {
  const text = given?.trim() ?? ''
  if (text === '') return 'active'
  if (text === '-' || text === '-1') return 'first'
  const [, place, event] = /^(\d{1,15})-(\d{1,9}|done)$/.exec(text) ?? []
  if (!place || !event) throw faultyPosition('Write the id of an event of this stream, or -.')
  return { place: Number(place), event: event === 'done' ? event : Number(event) }
}
