import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { embedDefaults } from '../../../src/contract/embeds/embed-settings.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { countsByDayAndPage, embedAnalytics } from '../../../src/server/embeds/analytics-store.ts'
import {
  type EmbedSettings,
  findEmbed,
  insertEmbed,
} from '../../../src/server/embeds/embed-store.ts'
import { bookMessage } from '../../../src/server/embeds/limits.ts'
import { usageByDay } from '../../../src/server/embeds/usage-store.ts'
import {
  insertMessage,
  listOpenMessages,
  recordEnd,
  recordRun,
  runsOfVisitor,
} from '../../../src/server/embeds/visitors/message-store.ts'
import {
  findVisitor,
  insertRenewal,
  insertThread,
  insertVisitor,
  listThreads,
  ownsThread,
  recordConsent,
  recordMessage,
  signOutVisitor,
  staleThreads,
  takeRenewal,
  writeAttributes,
} from '../../../src/server/embeds/visitors/visitor-store.ts'
import { emptyDatabase } from '../../helpers/database.ts'

const now = new Date('2026-01-01T00:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
let database: Database
beforeEach(async () => {
  database = await emptyDatabase()
})

async function newEmbed(limits: Partial<EmbedSettings> = {}) {
  const id = randomUUID()
  const many = { visitor_messages_per_minute: 100, embed_messages_per_minute: 100 }
  const settings = { ...embedDefaults, name: 'Shop', ...many, ...limits }
  await insertEmbed(database, { id, key: id, settings: settings as EmbedSettings, now })
  const kept = await findEmbed(database, { id })
  if (!kept) throw new Error('The embed is not there.')
  const { embed } = kept
  return {
    id,
    visitor: () => insertVisitor(database, id, now),
    /** Books a message; answers its id, or why it is refused. */
    book: (
      visitor: Awaited<ReturnType<typeof insertVisitor>>,
      thread_id: string = randomUUID(),
      at = now,
    ) =>
      bookMessage(database, embed, visitor, { thread_id, title: null, page: null, now: at }).catch(
        (error: { message: string }) => error.message,
      ),
  }
}

const many = expect.stringContaining('Many people are writing')
const answers = expect.stringContaining('Many answers are being written')
const own = expect.stringContaining('Wait until your last message is answered')
const inLine = expect.stringContaining('Wait until your messages are answered')
const booked = expect.stringMatching(/^[\da-f-]{36}$/)

it('34: all visitors of an embed together send so many messages a minute, and no more', async () => {
  const { visitor, book } = await newEmbed({ embed_messages_per_minute: 2 })
  const [one, other] = [await visitor(), await visitor()]
  expect([await book(one), await book(other), await book(other)]).toEqual([booked, booked, many])
  expect(await book(other, randomUUID(), after(60))).toEqual(booked)
})

it('34: all answers of an embed together are so many at once, until one has ended', async () => {
  const { visitor, book } = await newEmbed({ embed_concurrent_runs: 2, visitor_concurrent_runs: 1 })
  const [one, other, third] = [await visitor(), await visitor(), await visitor()]
  const first = await book(one)
  expect([first, await book(one)]).toEqual([booked, own])
  expect([await book(other), await book(third)]).toEqual([booked, answers])
  await recordEnd(database, first, now)
  expect(await book(third)).toEqual(booked)
})

it('34: behind the message that is answered ten of its conversation wait', async () => {
  const { visitor, book } = await newEmbed({ visitor_concurrent_runs: 1 })
  const [one, thread] = [await visitor(), randomUUID()]
  const sent: string[] = []
  for (let count = 0; count < 12; count += 1) sent.push(await book(one, thread))
  expect(sent).toEqual([...Array(11).fill(booked), inLine])
})

it('34: what a page does not say of a visitor stays, what the site signed and what it did not', async () => {
  const { id } = await (await newEmbed()).visitor()
  const said = async () => {
    const visitor = await findVisitor(database, id, now)
    return [visitor?.attributes, visitor?.unverified_attributes]
  }
  await writeAttributes(database, id, { signed: { plan: 'pro' }, unsigned: { page: 'home' } })
  await writeAttributes(database, id, { signed: { plan: 'free' } })
  expect(await said()).toEqual([{ plan: 'free' }, { page: 'home' }])
  await writeAttributes(database, id, { unsigned: { page: 'cart' } })
  expect(await said()).toEqual([{ plan: 'free' }, { page: 'cart' }])
})

it('34: a visitor who signs out has no session left, and none that can be renewed', async () => {
  const { id, epoch } = await (await newEmbed()).visitor()
  await insertRenewal(database, 'hash', id, now)
  await database.transaction((tx) => signOutVisitor(tx, id))
  expect((await findVisitor(database, id, now))?.epoch).toBe(epoch + 1)
  expect(await database.transaction((tx) => takeRenewal(tx, 'hash', now))).toBeUndefined()
})

it('34: a message counts as running until it has ended, or for two minutes where it became no run', async () => {
  const { id, visitor, book } = await newEmbed({ visitor_concurrent_runs: 1 })
  const one = await visitor()
  const lost = await book(one)
  const open = async (seconds: number) =>
    (await listOpenMessages(database, id, after(seconds))).map((message) => message.id)
  expect([await open(120), await open(121)]).toEqual([[], [lost]])
  expect([
    await book(one, randomUUID(), after(119)),
    await book(one, randomUUID(), after(120)),
  ]).toEqual([own, booked])
  const run = randomUUID()
  await recordRun(database, lost, run)
  expect(await open(0)).toEqual([lost])
  await recordEnd(database, lost, now)
  expect(await open(121)).toEqual([])
  const runsSince = (seconds: number) => runsOfVisitor(database, one.id, after(seconds))
  expect([await runsSince(0), await runsSince(1)]).toEqual([[run], []])
  expect(await runsOfVisitor(database, one.id, null)).toEqual([run])
})

it('34: a conversation is its visitor’s own, with its first title, and stale by its last message', async () => {
  const { id, visitor } = await newEmbed()
  const [one, other, thread_id] = [await visitor(), await visitor(), randomUUID()]
  await insertThread(database, { thread_id, visitor: one, now })
  expect(await ownsThread(database, one, thread_id)).toBe(true)
  expect(await ownsThread(database, other, thread_id)).toBe(false)
  await recordMessage(database, thread_id, 'First', after(10))
  await recordMessage(database, thread_id, 'Second', after(20))
  expect((await listThreads(database, one)).map(({ title }) => title)).toEqual(['First'])
  const newer = randomUUID()
  await insertThread(database, { thread_id: newer, visitor: one, now: after(30) })
  expect((await listThreads(database, one)).map((thread) => thread.thread_id)).toEqual([
    newer,
    thread_id,
  ])
  expect(await staleThreads(database, id, after(20))).toEqual([])
  expect(await staleThreads(database, id, after(21))).toEqual([{ thread_id }])
})

it('34: a visitor has agreed since they did so first', async () => {
  const one = await (await newEmbed()).visitor()
  for (const seconds of [10, 20]) await recordConsent(database, one, after(seconds))
  expect((await findVisitor(database, one.id, now))?.consented_at).toEqual(after(10))
})

it('34: the use of an embed is told since a moment, its own alone', async () => {
  const [{ id, visitor, book }, another] = [await newEmbed(), await newEmbed()]
  const one = await visitor()
  const vote = (seconds: number) =>
    database.query(
      `insert into embed_votes (id, embed_id, visitor_id, voted_at) values (gen_random_uuid(), $1, $2, $3)`,
      [id, one.id, after(seconds)],
    )
  const spend = async (message: string) => {
    const run = randomUUID()
    await recordRun(database, message, run)
    await database.query(
      `insert into run_usage (run_id, message_id, deployment_id, thread_id, assistant_id, input_tokens,
         output_tokens, cached_tokens, reasoning_tokens, at)
       values ($1::uuid, $1::text, $1, $1, $1, 3, 4, 0, 0, $2)`,
      [run, now],
    )
  }
  await spend(await another.book(await another.visitor()))
  for (const seconds of [0, 10]) {
    const message = await book(one, randomUUID(), after(seconds))
    await spend(message)
    await recordEnd(database, message, now)
    await vote(seconds)
  }
  const used = async (seconds: number) => {
    const [day] = await usageByDay(database, id, after(seconds))
    const { total } = await embedAnalytics(database, { embedId: id, since: after(seconds) })
    return [day?.messages, day?.votes, day?.tokens, total.messages, total.votes]
  }
  expect(await used(0)).toEqual([2, 2, 14, 2, 2])
  expect(await used(10)).toEqual([1, 1, 7, 1, 1])
})

it('34: of the pages of an embed the one that is used most is told first', async () => {
  const { id, visitor } = await newEmbed()
  const one = await visitor()
  for (const [page, messages, votes] of [
    ['/a', 1, 0],
    ['/b', 1, 1],
    ['/c', 2, 0],
  ] as const) {
    for (let count = 0; count < messages; count += 1)
      await insertMessage(database, one, { thread_id: randomUUID(), page, now })
    for (let count = 0; count < votes; count += 1)
      await database.query(
        `insert into embed_votes (id, embed_id, visitor_id, page, voted_at)
         values (gen_random_uuid(), $1, $2, $3, $4)`,
        [id, one.id, page, now],
      )
  }
  const span = { embedId: id, since: now }
  const { pages } = await embedAnalytics(database, span)
  expect(pages.map(({ page }) => page)).toEqual(['/c', '/b', '/a'])
  const ofDay = await countsByDayAndPage(database, span)
  expect(ofDay.map(({ page }) => page)).toEqual(['/c', '/a', '/b'])
})
