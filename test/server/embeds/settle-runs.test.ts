import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import type { Database } from '../../../src/server/db/database.ts'
import { settleRuns } from '../../../src/server/embeds/limits.ts'
import {
  insertMessage,
  listOpenMessages,
  recordRun,
} from '../../../src/server/embeds/visitors/message-store.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { visitorOfEmbed } from './visitor-of-embed.ts'

const now = new Date('2026-01-01T00:00:00Z')
/** What an agent server says of its runs: a status of HTTP, or the run's. */
const told = new Map<string, number | string>()
const http = createServer((request, response) => {
  const [, thread_id, run_id = ''] = (request.url ?? '').split('/').filter((_, at) => at % 2 === 0)
  const says = told.get(run_id)
  const isRun = typeof says === 'string'
  response.writeHead(isRun ? 200 : Number(says), { 'content-type': 'application/json' })
  const run = { run_id, thread_id, created_at: now, updated_at: now, status: says, metadata: {} }
  response.end(JSON.stringify(isRun ? run : { detail: 'Not now.' }))
})
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
afterAll(() => void http.close())

let database: Database
it.each([
  ['one that works', 'running', true],
  ['one that waits', 'pending', true],
  ['one that has ended', 'success', false],
  ['one that is gone', 404, false],
  ['one of a server that is not well', 503, true],
  ['one of a server that knows us no more', 403, true],
])('34.1: an answer counts as being written, or not: %s', async (_which, says, isOpen) => {
  database ??= await emptyDatabase()
  const { embed, visitor } = await visitorOfEmbed(database, now)
  const [thread_id, run_id] = [randomUUID(), randomUUID()]
  told.set(run_id, says)
  const message = await insertMessage(database, visitor, { thread_id, page: null, now })
  await recordRun(database, message, run_id)
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  await settleRuns(database, { baseUrl }, embed, now)
  expect(await listOpenMessages(database, embed.id, now)).toHaveLength(isOpen ? 1 : 0)
})
