import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Transport } from '../../../src/client/api.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { forgetVisitor } from '../../../src/server/embeds/visitors/forget-visitor.ts'
import { insertMessage, recordRun } from '../../../src/server/embeds/visitors/message-store.ts'
import { allThreadIds, insertThread } from '../../../src/server/embeds/visitors/visitor-store.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'
import { visitorOfEmbed } from './visitor-of-embed.ts'

/** Behind an embed may be servers of somebody else, where votes do not go with the thread of their run. */

const now = new Date('2026-01-01T00:00:00Z')
let database: Database

beforeAll(async () => {
  database = await openPostgres(await createPostgresDatabase())
  await migrate(database)
})
afterAll(() => database?.close())

interface Vote {
  id: string
  run_id: string
  key: string
  created_at: string
  metadata: Record<string, unknown> | null
}

/** Servers with threads and votes, as the published descriptions have them. */
function servers(votes: Vote[], { isAway = false } = {}) {
  const threads: string[] = []
  const app = new Hono()
  app.get('/api/v1/feedback', (context) => {
    const runs = context.req.queries('run') ?? []
    const offset = Number(context.req.query('offset') ?? 0)
    const limit = Number(context.req.query('limit'))
    const asked = votes.filter(({ run_id }) => runs.includes(run_id))
    return context.json(asked.slice(offset, offset + limit))
  })
  app.delete('/api/v1/feedback/:id', (context) => {
    const at = votes.findIndex(({ id }) => id === context.req.param('id'))
    if (at < 0) return context.json({ detail: 'Gone.' }, 404)
    votes.splice(at, 1)
    return context.body(null, 204)
  })
  app.delete('/threads/:id', (context) => {
    if (isAway) return context.json({ detail: 'Away.' }, 503)
    threads.push(context.req.param('id'))
    return context.body(null, 204)
  })
  const transport: Transport = {
    baseUrl: 'http://foreign.example',
    fetch: async (input, init) => app.request(String(input), init),
  }
  return { agent: transport, tracing: transport, threads, votes }
}

/** A visitor with a conversation in which something was answered. */
async function talked() {
  const { visitor } = await visitorOfEmbed(database, now)
  const [thread_id, run_id] = [randomUUID(), randomUUID()]
  await insertThread(database, { thread_id, visitor, now })
  const message = await insertMessage(database, visitor, { thread_id, page: null, now })
  await recordRun(database, message, run_id)
  return { visitor, thread_id, run_id }
}

const vote = (run_id: string, metadata: Vote['metadata']): Vote => ({
  id: randomUUID(),
  run_id,
  key: 'user_score',
  created_at: now.toISOString(),
  metadata,
})

it('of the votes about a visitor’s answers the visitor’s own are deleted, on whichever page they stand', async () => {
  const { visitor, thread_id, run_id } = await talked()
  const others = [
    ...Array.from({ length: 120 }, () => vote(run_id, { visitor_id: randomUUID() })),
    vote(run_id, null),
    vote(randomUUID(), { visitor_id: visitor.id }),
  ]
  const own = Array.from({ length: 3 }, () => vote(run_id, { visitor_id: visitor.id }))
  const foreign = servers([...own.slice(0, 1), ...others, ...own.slice(1)])
  await forgetVisitor(database, foreign, visitor)
  expect(foreign.votes).toEqual(others)
  expect(foreign.threads).toEqual([thread_id])
  expect(await allThreadIds(database, visitor.id)).toEqual([])
})

it('what could not be deleted stays known, and is asked again', async () => {
  const { visitor, thread_id, run_id } = await talked()
  const away = servers([vote(run_id, { visitor_id: visitor.id })], { isAway: true })
  await expect(forgetVisitor(database, away, visitor)).rejects.toThrow('Away.')
  expect(await allThreadIds(database, visitor.id)).toEqual([thread_id])
  const back = servers(away.votes)
  await forgetVisitor(database, back, visitor)
  expect(back.threads).toEqual([thread_id])
  expect(await allThreadIds(database, visitor.id)).toEqual([])
})
