import { randomBytes } from 'node:crypto'
import type { ApiKeyState } from '../../contract/gateway/api-key.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { CoalescedTask } from '../cluster/coalesced-task.ts'
import type { Database, Queryable } from '../db/database.ts'
import { HttpError } from '../http/http-error.ts'
import type { ApiKey } from '../http/require-key.ts'
import { type DataDir, replaceSecret } from '../process/data-dir.ts'
import { StartError } from '../start-error.ts'
import { type KeyChange, reseal } from './reseal-column.ts'
import type { SecretBox } from './secret-box.ts'

const context = 'installation api key'

/** The key of this server's API, and the way to another one. */
export interface OwnApiKey {
  current: ApiKey
  state(): Promise<ApiKeyState>
  /**
   * Makes another key, which alone opens the API from now on, and answers it. Throws an HttpError: 409 where the key
   * is not this server's to replace, 500 where it could not be kept; then nothing has changed.
   */
  rotate(): Promise<string>
}

/** The key that the settings give. */
export function givenApiKey(key: string): OwnApiKey {
  return unchangeable(
    key,
    'The key is set as QUARTERDECK_API_KEY, or as api_key in the settings file. Change it there, for every server process, and start them again.',
  )
}

interface Parts {
  /** As the data directory has it. */
  own: string
  dataDir: DataDir
  /** With the installation's record in it. */
  database: Database
  cluster: Pick<Cluster, 'listen'>
  box: SecretBox
  now: () => Date
  /** Is told each key before it is used, so that it can be kept out of every log. */
  onSecret: (secret: string) => void
  report: (error: Error) => void
}

/**
 * The key of this server's API: the data directory's own. Servers that share a database share the key of
 * the first one, which is sealed there: it replaces a data directory's own, so that a client of one is a
 * client of all. `notice` says so, in a sentence.
 */
export async function openApiKey(
  parts: Parts,
): Promise<{ apiKey: OwnApiKey; notice: string | null }> {
  const { own, dataDir, database, box } = parts
  // An embedded database is this server's alone.
  if (!database.notices) return { apiKey: keyOfDataDir(parts), notice: null }
  const [row] = await database.query<{ sealed: string }>(
    `update installation set sealed_api_key = coalesce(sealed_api_key, $1)
     returning sealed_api_key as sealed`,
    [box.seal(own, context)],
  )
  const shared = row ? openSealed(box, row.sealed) : own
  if (shared === null) {
    const notice =
      'The servers on this database share an API key that this one cannot read, so it has its own. Start it with their QUARTERDECK_SECRET_KEY, or all of them with the same QUARTERDECK_API_KEY.'
    return { apiKey: unchangeable(own, notice), notice }
  }
  const apiKey = sharedKey(parts, shared)
  if (shared === own) return { apiKey, notice: null }
  await replaceSecret(dataDir, 'api-key', shared)
  return {
    apiKey,
    notice:
      'This server has the API key of the others on its database; the file api-key of its data directory now holds it.',
  }
}

function unchangeable(key: string, reason: string): OwnApiKey {
  return {
    current: () => key,
    state: async () => ({ can_rotate: false, reason }),
    rotate: () => Promise.reject(new HttpError(409, reason)),
  }
}

const freshKey = () => `qd_${randomBytes(32).toString('base64url')}`

/** What counts is the file: whoever restores a data directory has the key with it. */
function keyOfDataDir({ own, dataDir, database, now, onSecret }: Parts): OwnApiKey {
  let current = own
  let turn: Promise<unknown> = Promise.resolve()
  const rotate = async () => {
    const fresh = freshKey()
    onSecret(fresh)
    await database.transaction(async (tx) => {
      await tx.query('update installation set api_key_made_at = $1', [now()])
      await replaceSecret(dataDir, 'api-key', fresh).catch(refuse)
    })
    current = fresh
    return fresh
  }
  return {
    current: () => current,
    state: () => readState(database),
    rotate: () => {
      const rotated = turn.then(rotate)
      turn = rotated.catch(() => {})
      return rotated
    },
  }
}

/** What counts is the database; the file of each data directory follows, for the scripts beside it. */
function sharedKey(parts: Parts, shared: string): OwnApiKey {
  const { dataDir, database, cluster, box, now, onSecret, report } = parts
  let current = shared
  const following = new CoalescedTask(async () => {
    const [row] = await database.query<{ sealed: string | null }>(
      'select sealed_api_key as sealed from installation',
    )
    const next = row?.sealed ? openSealed(box, row.sealed) : null
    if (next === null || next === current) return
    onSecret(next)
    current = next
    await replaceSecret(dataDir, 'api-key', next)
  }, report)
  cluster.listen({
    onNotice: (notice) => {
      if (notice.kind === 'changed' && notice.area === 'gateway') void following.request()
    },
    onPoll: () => void following.request(),
  })
  return {
    current: () => current,
    state: () => readState(database),
    rotate: async () => {
      const fresh = freshKey()
      onSecret(fresh)
      await database.query('update installation set sealed_api_key = $1, api_key_made_at = $2', [
        box.seal(fresh, context),
        now(),
      ])
      await following.request()
      return fresh
    },
  }
}

async function readState(database: Queryable): Promise<ApiKeyState> {
  const [row] = await database.query<{ made_at: Date | null }>(
    'select api_key_made_at as made_at from installation',
  )
  return { can_rotate: true, made_at: row?.made_at?.toISOString() ?? null }
}

function refuse(error: unknown): never {
  if (!(error instanceof StartError)) throw error
  throw new HttpError(500, `${error.message} The key is the one of before.`)
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
