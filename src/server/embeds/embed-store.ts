import { embedDefaults } from '../../contract/embeds/embed-settings.ts'
import type { Embed, EmbedPatch } from '../../contract/embeds/embeds.ts'
import { first, type Queryable } from '../db/database.ts'
import { isGoing } from '../deletions/deletion-store.ts'

/** What an operator decided, in wire shape. */
export type EmbedSettings = Omit<
  Embed,
  'id' | 'key' | 'has_identity_secret' | 'created_at' | 'updated_at'
>

interface EmbedRow {
  id: string
  key: string
  settings: EmbedSettings
  identity_secret: string | null
  created_at: Date
  updated_at: Date
}

const columns = 'id, key, settings, identity_secret, created_at, updated_at'

/** An embed with what only the server may know. */
export interface KeptEmbed {
  embed: Embed
  /** Sealed, see `secretBox`. */
  identity_secret: string | null
}

function kept(row: EmbedRow | undefined): KeptEmbed | null {
  if (!row) return null
  const { id, key, settings, identity_secret, created_at, updated_at } = row
  const embed = {
    // One that was made before a setting existed has its default.
    ...(embedDefaults as object),
    ...settings,
    id,
    key,
    has_identity_secret: identity_secret !== null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  } as Embed
  return { embed, identity_secret }
}

/** Oldest first, but for those that were deleted and can be brought back. */
export async function listEmbedRows(db: Queryable): Promise<KeptEmbed[]> {
  const rows = await db.query<EmbedRow>(
    `select ${columns} from embeds where not ${isGoing('id')} order by created_at, id`,
  )
  return rows.flatMap((row) => kept(row) ?? [])
}

export async function findEmbed(
  db: Queryable,
  by: { id: string } | { key: string },
): Promise<KeptEmbed | null> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['key', by.key]
  const sql = `select ${columns} from embeds where ${column} = $1`
  return kept(first(await db.query<EmbedRow>(sql, [value])))
}

/** Keeps others who lock the same embed out until the transaction ends. */
export async function lockEmbed(tx: Queryable, id: string): Promise<void> {
  await tx.query('select 1 from embeds where id = $1 for update', [id])
}

export async function insertEmbed(
  db: Queryable,
  row: { id: string; key: string; settings: EmbedSettings; now: Date },
): Promise<void> {
  await db.query(
    `insert into embeds (id, key, settings, created_at, updated_at) values ($1, $2, $3, $4, $4)`,
    [row.id, row.key, JSON.stringify(row.settings), row.now.toISOString()],
  )
}

/** Merges the settings that are given. Answers false when there is no such embed. */
export async function updateSettings(
  db: Queryable,
  id: string,
  change: EmbedPatch,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(
    'update embeds set settings = settings || $2, updated_at = $3 where id = $1 returning id',
    [id, JSON.stringify(change), now.toISOString()],
  )
  return rows.length > 0
}

export async function updateKey(db: Queryable, id: string, key: string, now: Date) {
  const sql = 'update embeds set key = $2, updated_at = $3 where id = $1 returning id'
  return (await db.query(sql, [id, key, now.toISOString()])).length > 0
}

export async function updateIdentitySecret(db: Queryable, id: string, sealed: string, now: Date) {
  const sql = 'update embeds set identity_secret = $2, updated_at = $3 where id = $1 returning id'
  return (await db.query(sql, [id, sealed, now.toISOString()])).length > 0
}

export async function removeEmbed(db: Queryable, id: string): Promise<boolean> {
  return (await db.query('delete from embeds where id = $1 returning id', [id])).length > 0
}
