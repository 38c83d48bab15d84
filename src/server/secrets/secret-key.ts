import { open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Queryable } from '../db/database.ts'
import { type DataDir, readOrMakeSecret } from '../process/data-dir.ts'
import { type SecretBox, secretBox } from './secret-box.ts'

const checkContext = 'installation key check'
const checkText = 'quarterdeck'

/** Where a key waits for the secrets to be sealed with it. */
function newKeyFile(dataDir: DataDir): string {
  return path.join(dataDir.root, 'secret.key.new')
}

/**
 * What secrets are sealed with: `secretKey`, or the key of the data directory, which is made on first
 * use. Completes a change of that key that was cut off. `notice` says, in a sentence, when the secrets
 * in the database were sealed with another key.
 */
export async function openSecretBox(options: {
  dataDir: DataDir
  secretKey: string | null
  database: Queryable
}): Promise<{ box: SecretBox; key: string; notice: string | null }> {
  const { dataDir, secretKey, database } = options
  const key = secretKey ?? (await readOrMakeSecret(dataDir, 'secret.key'))
  const box = secretBox(key)
  const [row] = await database.query<{ sealed_key_check: string | null }>(
    'select sealed_key_check from installation',
  )
  const sealed = row?.sealed_key_check ?? null
  if (sealed === null) {
    await keepKeyCheck(database, box)
    return { box, key, notice: null }
  }
  const isRight = opens(box, sealed)
  if (secretKey === null) {
    const next = await readNewKey(dataDir)
    if (next !== null && !isRight && opens(secretBox(next), sealed)) {
      await adoptNewKey(dataDir)
      return { box: secretBox(next), key: next, notice: null }
    }
    if (next !== null) await rm(newKeyFile(dataDir), { force: true })
  }
  const notice =
    'The secrets in the database were encrypted with another key and cannot be read. Start the server with that key (QUARTERDECK_SECRET_KEY, or the file secret.key of the former data directory), or set the secrets again.'
  return { box, key, notice: isRight ? null : notice }
}

/** Notes which key the secrets are sealed with. */
export async function keepKeyCheck(db: Queryable, box: SecretBox): Promise<void> {
  await db.query('update installation set sealed_key_check = $1', [
    box.seal(checkText, checkContext),
  ])
}

/** Writes a key beside the present one, safe from a power cut; `adoptNewKey` puts it in its place. */
export async function writeNewKey(dataDir: DataDir, key: string): Promise<void> {
  const file = await open(newKeyFile(dataDir), 'w', 0o600)
  try {
    await file.writeFile(`${key}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

export async function adoptNewKey(dataDir: DataDir): Promise<void> {
  await rename(newKeyFile(dataDir), path.join(dataDir.root, 'secret.key'))
}

async function readNewKey(dataDir: DataDir): Promise<string | null> {
  const text = await readFile(newKeyFile(dataDir), 'utf8').catch(() => '')
  return text.trim() || null
}

function opens(box: SecretBox, sealed: string): boolean {
  try {
    return box.open(sealed, checkContext) === checkText
  } catch {
    return false
  }
}
