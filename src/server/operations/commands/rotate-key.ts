import { randomBytes } from 'node:crypto'
import { resealChannels } from '../../alerts/channels/channel-store.ts'
import { countSharers } from '../../cluster/server-store.ts'
import { resealControlPlane } from '../../control-plane/reseal.ts'
import type { Queryable } from '../../db/database.ts'
import { resealIdentities } from '../../embeds/reseal-identities.ts'
import { resealConnectionKeys } from '../../gateway/connections/connection-store.ts'
import { openDataDir, readOrMakeSecret } from '../../process/data-dir.ts'
import { lockDataDir } from '../../process/data-dir-lock.ts'
import { openDatabase } from '../../process/open-database.ts'
import { resealApiKey } from '../../secrets/api-key.ts'
import type { KeyChange } from '../../secrets/reseal-column.ts'
import { secretBox } from '../../secrets/secret-box.ts'
import { adoptNewKey, keepKeyCheck, writeNewKey } from '../../secrets/secret-key.ts'
import { StartError } from '../../start-error.ts'
import { rederiveFeedbackTokens } from '../../tracing/rederive-tokens.ts'

/** Everything that is sealed or derived with the key. Each answers how many values it had. */
const registry: readonly ((tx: Queryable, change: KeyChange) => Promise<number>)[] = [
  resealControlPlane,
  resealApiKey,
  resealConnectionKeys,
  resealIdentities,
  resealChannels,
  rederiveFeedbackTokens,
]

/**
 * Seals all secrets of an installation with a new key, in one transaction: with `newKey`, which then
 * has to be given to the server in the place of `secretKey`, or with a fresh one that takes the place of
 * the data directory's own. No server may run on the data meanwhile. Throws a StartError with a sentence
 * for people; then the former key still holds. Answers what the person should know.
 */
export async function rotateKey(options: {
  dataDir: string
  databaseUrl: string | null
  secretKey: string | null
  newKey: string | null
}): Promise<string[]> {
  const { secretKey, newKey } = options
  if ((secretKey === null) !== (newKey === null)) {
    throw new StartError(
      'Give the new key as QUARTERDECK_NEW_SECRET_KEY when the present one is QUARTERDECK_SECRET_KEY, and only then: otherwise the key is kept in the data directory, and a new one is made there.',
    )
  }
  if (newKey !== null && newKey.length < 32) {
    throw new StartError('QUARTERDECK_NEW_SECRET_KEY must have at least 32 characters.')
  }
  const dataDir = await openDataDir(options.dataDir)
  const lock = await lockDataDir(dataDir.root)
  try {
    const database = await openDatabase({ url: options.databaseUrl, folder: dataDir.database })
    try {
      const from = secretBox(secretKey ?? (await readOrMakeSecret(dataDir, 'secret.key')))
      const fresh = newKey ?? randomBytes(32).toString('base64url')
      const change = { from, to: secretBox(fresh) }
      if (newKey === null) await writeNewKey(dataDir, fresh)
      const count = await database.transaction((tx) => resealAll(tx, change))
      if (newKey === null) await adoptNewKey(dataDir)
      return [
        `${count} secrets are encrypted with the new key.`,
        newKey === null
          ? 'The new key is in the data directory (secret.key). Back it up: the old one opens nothing any more.'
          : 'From now on start the server with the new key as QUARTERDECK_SECRET_KEY.',
        'Addresses for feedback and sessions of embedded chats that were given out before are no longer valid.',
      ]
    } finally {
      await database.close()
    }
  } finally {
    await lock.release()
  }
}

async function resealAll(tx: Queryable, change: KeyChange): Promise<number> {
  const live = await countSharers(tx)
  if (live > 0) {
    throw new StartError(
      `${live} server${live === 1 ? '' : 's'} on this database did not stop yet. Stop all of them; one that crashed counts for a minute longer.`,
    )
  }
  let count = 0
  for (const part of registry) {
    try {
      count += await part(tx, change)
    } catch (error) {
      throw new StartError(
        'A secret in the database cannot be opened with the present key, so nothing was changed. Set the secrets again that were saved with another key, then rotate.',
        { cause: error },
      )
    }
  }
  await keepKeyCheck(tx, change.to)
  return count
}
