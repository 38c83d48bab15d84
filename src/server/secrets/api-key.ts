import type { Database, Queryable } from '../db/database.ts'
import { type DataDir, replaceSecret } from '../process/data-dir.ts'
import { type KeyChange, reseal } from './reseal-column.ts'
import type { SecretBox } from './secret-box.ts'

const context = 'installation api key'

/**
 * The key of this server's API: the data directory's own. Servers that share a database share the key of
 * the first one, which is sealed there: it replaces a data directory's own, so that a client of one is a
 * client of all. `notice` says so, in a sentence.
 */
export async function shareApiKey(options: {
  /** As the data directory has it. */
  own: string
  dataDir: DataDir
  /** With the installation's record in it. */
  database: Database
  box: SecretBox
}): Promise<{ apiKey: string; notice: string | null }> {
  const { own, dataDir, database, box } = options
  // An embedded database is this server's alone.
  if (!database.notices) return { apiKey: own, notice: null }
  const [row] = await database.query<{ sealed: string }>(
    `update installation set sealed_api_key = coalesce(sealed_api_key, $1)
     returning sealed_api_key as sealed`,
    [box.seal(own, context)],
  )
  const shared = row ? openSealed(box, row.sealed) : own
  if (shared === null) {
    return {
      apiKey: own,
      notice:
        'The servers on this database share an API key that this one cannot read, so it has its own. Start it with their QUARTERDECK_SECRET_KEY, or all of them with the same QUARTERDECK_API_KEY.',
    }
  }
  if (shared === own) return { apiKey: own, notice: null }
  await replaceSecret(dataDir, 'api-key', shared)
  return {
    apiKey: shared,
    notice:
      'This server has the API key of the others on its database; the file api-key of its data directory now holds it.',
  }
}

/** Seals the shared API key with another key, in the caller's transaction. Answers how many there were. */
export async function resealApiKey(tx: Queryable, change: KeyChange): Promise<number> {
  const [row] = await tx.query<{ sealed: string | null }>(
    'select sealed_api_key as sealed from installation for update',
  )
  if (!row?.sealed) return 0
  const fresh = reseal(change, row.sealed, context)
  await tx.query('update installation set sealed_api_key = $1', [fresh])
  return 1
}

function openSealed(box: SecretBox, sealed: string): string | null {
  try {
    return box.open(sealed, context)
  } catch {
    return null
  }
}
