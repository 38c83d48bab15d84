// @ts-check
/** Makes the files of a new embedded database in the folder that is named, and ends. */
import { PGlite } from '@electric-sql/pglite'

const database = await PGlite.create({ dataDir: String(process.argv[2]) })
await database.close()
