import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { type Database, first } from '../db/database.ts'
import { HttpError } from '../http/http-error.ts'
import { readIfThere } from './read-if-there.ts'

/** The widget at addresses that never change, also after the server has another build. */
export interface WidgetBuilds {
  /** The present build. It is kept from now on. */
  current(): Promise<{ path: string; integrity: string }>
  /** The script of a version; null for one that nobody asked to keep. */
  script(version: string): Promise<Buffer | null>
  /** A file of a kept build by its address. */
  kept(address: string): Promise<Buffer | null>
}

const versionOf = (script: Buffer) => createHash('sha256').update(script).digest('hex').slice(0, 12)
const addressOf = (version: string) => `/widget/${version}/widget.js`

/**
 * A version is the script's own hash, so no address ever means something else. Builds are kept in the database, where
 * every server of a cluster finds them; the present one lies in `consoleFolder`.
 */
export function widgetBuilds(deps: {
  database: Database
  consoleFolder: string
  now: () => Date
}): WidgetBuilds {
  const { database, consoleFolder } = deps
  const present = () => readIfThere(path.join(consoleFolder, 'widget.js'))

  async function keep(address: string, content: Buffer): Promise<void> {
    await database.query(
      `insert into widget_files (path, content, kept_at) values ($1, $2, $3)
       on conflict (path) do nothing`,
      [address, content.toString('base64'), deps.now().toISOString()],
    )
  }

  async function kept(address: string): Promise<Buffer | null> {
    const sql = 'select content from widget_files where path = $1'
    const row = first(await database.query<{ content: string }>(sql, [address]))
    return row ? Buffer.from(row.content, 'base64') : null
  }

  return {
    async current() {
      const script = await present()
      if (!script) throw new HttpError(404, 'This server was built without the widget.')
      const address = addressOf(versionOf(script))
      const folder = path.join(consoleFolder, 'widget/assets')
      if (!(await kept(address))) {
        // What the build has compressed is made again where it is wanted.
        const names = (await readdir(folder)).filter((name) => !name.endsWith('.br'))
        for (const name of names) {
          const file = await readIfThere(path.join(folder, name))
          if (file) await keep(`/widget/assets/${name}`, file)
        }
        // Last: where the script is, all of it is.
        await keep(address, script)
      }
      const hash = createHash('sha384').update(script).digest('base64')
      return { path: address.slice(1), integrity: `sha384-${hash}` }
    },
    async script(version) {
      const script = await present()
      if (script && versionOf(script) === version) return script
      return kept(addressOf(version))
    },
    kept,
  }
}
