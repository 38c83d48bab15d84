import net from 'node:net'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { getReadiness } from '../../../src/contract/gateway/health.ts'
import {
  DatabaseAwayError,
  DatabaseFullError,
  databaseError,
} from '../../../src/server/db/database-errors.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { answerErrors, route } from '../../../src/server/http/route.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'

/** A way to a server that can be cut and opened again under the same port. */
async function cuttableWay(to: URL) {
  const open = new Set<net.Socket>()
  let server: net.Server
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server = net.createServer((near) => {
        const far = net.connect(Number(to.port || 5432), to.hostname)
        for (const [one, other] of [
          [near, far],
          [far, near],
        ] as const) {
          open.add(one)
          one.on('error', () => {}).on('close', () => other.destroy())
          one.pipe(other)
        }
      })
      server.listen(port, '127.0.0.1', () => resolve((server.address() as net.AddressInfo).port))
    })
  const port = await listen(0)
  return {
    port,
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      open.clear()
      await closed
    },
    again: () => listen(port),
  }
}

it('a database that is away is 503 with a time to try again, and all is well when it is back', async () => {
  const url = new URL(await createPostgresDatabase())
  const way = await cuttableWay(new URL(url))
  url.host = `127.0.0.1:${way.port}`
  const database = await openPostgres(url.href)
  const reported: Error[] = []
  const app = new Hono()
  answerErrors(app, (error) => reported.push(error))
  route(app, getReadiness, () => database.query('select 1 as one'))
  const inTransaction = new Hono()
  answerErrors(inTransaction, (error) => reported.push(error))
  route(inTransaction, getReadiness, () =>
    database.transaction((tx) => tx.query('select 1 as one')),
  )
  const away = [503, '2', { detail: expect.stringContaining('Try again in a few seconds') }]
  const ask = async (of: Hono) => {
    const answer = await of.request(getReadiness.path)
    return [answer.status, answer.headers.get('retry-after'), await answer.json()]
  }
  const fine = [200, null, [{ one: 1 }]]
  expect(await ask(app)).toEqual(fine)
  await way.cut()
  expect(await ask(app)).toEqual(away)
  expect(await ask(inTransaction)).toEqual(away)
  expect(reported.every((error) => error instanceof DatabaseAwayError)).toBe(true)
  await way.again()
  expect(await ask(inTransaction)).toEqual(fine)
  expect(await ask(app)).toEqual(fine)
  await database.close()
  await way.cut()
})

it('a full disk is 507, and errors of statements stay what they are', async () => {
  const full = databaseError(Object.assign(new Error('could not extend file'), { code: '53100' }))
  expect(full).toBeInstanceOf(DatabaseFullError)
  const app = new Hono()
  answerErrors(app, () => {})
  route(app, getReadiness, () => {
    throw full
  })
  const answer = await app.request(getReadiness.path)
  expect([answer.status, await answer.text()]).toEqual([507, expect.stringMatching(/disk.*full/)])
  const unique = Object.assign(new Error('duplicate key'), { code: '23505' })
  expect(databaseError(unique)).toBe(unique)
})
