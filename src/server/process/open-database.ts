import { existsSync } from 'node:fs'
import type { Database } from '../db/database.ts'
import { openEmbeddedDatabase } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { openPostgres } from '../db/postgres.ts'
import { refuseFullDisk } from '../operations/disk-room.ts'
import { StartError } from '../start-error.ts'

/**
 * The database, its schema up to date: the one at `url`, or the embedded one in `folder`. Throws a
 * StartError that never holds the address's password.
 */
export async function openDatabase(options: {
  url: string | null
  folder: string
  /** Connections to a PostgreSQL server at most; 10 when absent. */
  poolSize?: number | undefined
  /** The embedded one has ended by itself. */
  onLost?: ((reason: string) => void) | undefined
}): Promise<Database> {
  if (!options.url) {
    await refuseFullDisk({ folder: options.folder, isNew: !existsSync(options.folder) })
  }
  const database = options.url
    ? await connect(options.url, options.poolSize)
    : await openEmbeddedDatabase({ dataDir: options.folder, onLost: options.onLost })
  try {
    await migrate(database)
    return database
  } catch (error) {
    await database.close()
    throw new StartError(
      `The tables of the database could not be brought up to date (${(error as Error).message}).`,
      { cause: error },
    )
  }
}

async function connect(url: string, poolSize: number | undefined): Promise<Database> {
  const isAddress = URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)
  if (!isAddress) {
    throw new StartError(
      'DATABASE_URL is not the address of a PostgreSQL server, as postgres://user:password@host:5432/database.',
    )
  }
  try {
    return await openPostgres(url, { poolSize })
  } catch (error) {
    throw new StartError(
      `The database of DATABASE_URL (${shownAddress(url)}) cannot be reached: ${reasonOf(error, new URL(url).password)}.`,
    )
  }
}

/** Where a database is and as whom it is opened, without the password. */
export function shownAddress(url: string): string {
  const { host, pathname, username } = new URL(url)
  return `${host}${pathname}${username ? ` as ${username}` : ''}`
}

/** The driver's words without the password. Several addresses of one host fail as one error without words. */
function reasonOf(error: unknown, password: string): string {
  const failure = error as NodeJS.ErrnoException & { errors?: Error[] }
  const words = failure.message || failure.errors?.[0]?.message || failure.code || 'no reason given'
  return [password, decodeURIComponent(password)]
    .filter((part) => part.length > 0)
    .reduce((text, part) => text.replaceAll(part, '•••'), words)
    .replace(/\.$/, '')
}
