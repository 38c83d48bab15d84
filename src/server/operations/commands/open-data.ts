import type { Database } from '../../db/database.ts'
import { readConfig } from '../../process/config.ts'
import { openDataDir } from '../../process/data-dir.ts'
import { lockDataDir } from '../../process/data-dir-lock.ts'
import { openDatabase } from '../../process/open-database.ts'

/**
 * Opens the database for a command and closes it when `work` has ended. With the embedded database the
 * data directory is locked meanwhile: a StartError says so when the server runs. A PostgreSQL server
 * may be used at the same time.
 */
export async function withDatabase<Result>(
  given: Parameters<typeof readConfig>[0],
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { config } = await readConfig(given)
  const dataDir = await openDataDir(given.dataDir)
  const lock = config.database_url === null ? await lockDataDir(dataDir.root) : null
  try {
    const database = await openDatabase({ url: config.database_url, folder: dataDir.database })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  } finally {
    await lock?.release()
  }
}
