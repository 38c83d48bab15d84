import { randomUUID } from 'node:crypto'
import { embedDefaults } from '../../../src/contract/embeds/embed-settings.ts'
import type { Database } from '../../../src/server/db/database.ts'
import {
  type EmbedSettings,
  findEmbed,
  insertEmbed,
} from '../../../src/server/embeds/embed-store.ts'
import { openSession, visitorOf } from '../../../src/server/embeds/visitors/visitor-sessions.ts'
import { secretBox } from '../../../src/server/secrets/secret-box.ts'

const origin = 'https://shop.example.com'

/** An embed in the database, without a server, and a visitor of it. */
export async function visitorOfEmbed(
  database: Database,
  now: Date,
  settings: Partial<EmbedSettings> = {},
) {
  const id = randomUUID()
  const own = { ...embedDefaults, name: 'Shop', ...settings } as EmbedSettings
  await insertEmbed(database, { id, key: `emb_${id}`, settings: own, now })
  const kept = await findEmbed(database, { id })
  if (!kept) throw new Error('The embed is not there.')
  const tools = { database, secretBox: secretBox('x'.repeat(32)), now: () => now }
  const { token } = await openSession(tools, kept, origin, { renewal: null }, async () => {})
  const visitor = await visitorOf(tools, kept.embed, origin, `Bearer ${token}`)
  return { embed: kept.embed, visitor }
}
