import { beforeEach, describe, expect, it } from 'vitest'
import { embedDefaults } from '../../../src/contract/embeds/embed-settings.ts'
import {
  type EmbedSettings,
  findEmbed,
  insertEmbed,
  type KeptEmbed,
} from '../../../src/server/embeds/embed-store.ts'
import { openSession, visitorOf } from '../../../src/server/embeds/visitors/visitor-sessions.ts'
import { secretBox } from '../../../src/server/secrets/secret-box.ts'
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
