import { beforeEach, describe, expect, it } from 'vitest'
import { embedDefaults } from '../../../src/contract/embeds/embed-settings.ts'
import {
  type EmbedSettings,
  findEmbed,
  insertEmbed,
  type KeptEmbed,
} from '../../../src/server/embeds/embed-store.ts'
import { bookMessage } from '../../../src/server/embeds/limits.ts'
import { recordEnd, recordRun } from '../../../src/server/embeds/visitors/message-store.ts'
import { openSession, visitorOf } from '../../../src/server/embeds/visitors/visitor-sessions.ts'
import {
  insertThread,
  listThreads,
  recordMessage,
} from '../../../src/server/embeds/visitors/visitor-store.ts'
import { secretBox } from '../../../src/server/secrets/secret-box.ts'
import { insertUsage } from '../../../src/server/usage/usage-store.ts'
import { emptyDatabase } from '../../helpers/database.ts'

const origin = 'https://shop.example.com'
const minute = 60_000
let nowMs: number
let tools: Parameters<typeof openSession>[0]
let kept: KeptEmbed

beforeEach(async () => {
  nowMs = Date.parse('2026-01-01T00:00:00Z')
  const database = await emptyDatabase()
  tools = { database, secretBox: secretBox('x'.repeat(32)), now: () => new Date(nowMs) }
  const id = '5d2f1c1e-4a57-4c4f-9a55-0b7c3b7f9d10'
  const settings = { ...embedDefaults, name: 'Shop' } as unknown as EmbedSettings
  await insertEmbed(database, { id, key: 'emb_x', settings, now: tools.now() })
  kept = (await findEmbed(database, { id })) as KeptEmbed
})

const open = (renewal: string | null) =>
  openSession(tools, kept, origin, { renewal }, async () => {})
const use = (token: string) => visitorOf(tools, kept.embed, origin, `Bearer ${token}`)

describe('a visitor’s session', () => {
  it('runs out after ten minutes', async () => {
    const { token, visitor_id } = await open(null)
    nowMs += 10 * minute - 1
    expect((await use(token)).id).toBe(visitor_id)
    nowMs += 1
    await expect(use(token)).rejects.toMatchObject({ status: 401 })
  })

  it('is renewed for the same visitor, by two tabs at the same moment as well', async () => {
    const first = await open(null)
    const second = await open(first.renewal)
    const beside = await open(first.renewal)
    expect([second.visitor_id, beside.visitor_id]).toEqual([first.visitor_id, first.visitor_id])
    expect((await use(beside.token)).id).toBe(first.visitor_id)
  })

  it('ends, with all others of the visitor, when a renewal is replayed', async () => {
    const first = await open(null)
    const second = await open(first.renewal)
    nowMs += 2 * minute
    await expect(open(first.renewal)).rejects.toMatchObject({ status: 401 })
    await expect(use(second.token)).rejects.toMatchObject({ status: 401 })
    await expect(open(second.renewal)).rejects.toMatchObject({ status: 401 })
  })

  it('has one minute for its tabs, however many of them come', async () => {
    const first = await open(null)
    await open(first.renewal)
    nowMs += 50_000
    await open(first.renewal)
    nowMs += 50_000
    await expect(open(first.renewal)).rejects.toMatchObject({ status: 401 })
  })

  it('is not opened by a renewal that nobody gave out, or another embed', async () => {
    await expect(open('guess')).rejects.toMatchObject({ status: 401 })
    const id = '5d2f1c1e-4a57-4c4f-9a55-0b7c3b7f9d11'
    const { settings, now } = { settings: kept.embed as EmbedSettings, now: tools.now() }
    await insertEmbed(tools.database, { id, key: 'emb_y', settings, now })
    const other = (await findEmbed(tools.database, { id })) as KeptEmbed
    const { renewal } = await openSession(tools, other, origin, {}, async () => {})
    await expect(open(renewal)).rejects.toMatchObject({ status: 401 })
  })
})

it('a visitor’s conversations begin with the one in which something was sent last', async () => {
  const visitor = await use((await open(null)).token)
  const [older, newer] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const thread_id of [older, newer]) {
    nowMs += minute
    await insertThread(tools.database, { thread_id, visitor, now: tools.now() })
  }
  const listed = async () =>
    (await listThreads(tools.database, visitor)).map(({ thread_id }) => thread_id)
  expect(await listed()).toEqual([newer, older])
  nowMs += minute
  await recordMessage(tools.database, older, null, tools.now())
  expect(await listed()).toEqual([older, newer])
})

it('the tokens of an answer count for the day in which it was written, though it was asked for the day before', async () => {
  const visitor = await use((await open(null)).token)
  const embed = { ...kept.embed, visitor_tokens_per_day: 100 }
  const book = () => {
    const message = { thread_id: crypto.randomUUID(), title: null, page: null, now: tools.now() }
    return bookMessage(tools.database, embed, visitor, message)
  }
  nowMs = Date.parse('2026-01-01T23:59:00Z')
  const [message, run_id] = [await book(), crypto.randomUUID()]
  await recordRun(tools.database, message, run_id)
  nowMs += 2 * minute
  await recordEnd(tools.database, message, tools.now())
  const none = { cached_tokens: 0, reasoning_tokens: 0 }
  await insertUsage(tools.database, {
    ...{
      run_id,
      message_id: 'm',
      deployment_id: crypto.randomUUID(),
      thread_id: crypto.randomUUID(),
    },
    ...{
      assistant_id: crypto.randomUUID(),
      revision_id: null,
      step: 1,
      node: 'answer',
      model: null,
    },
    ...{ input_tokens: 60, output_tokens: 40, ...none, of_session: false, at: tools.now() },
  })
  await expect(book()).rejects.toMatchObject({ status: 429 })
  nowMs += 24 * 60 * minute
  expect(await book()).toEqual(expect.any(String))
})
