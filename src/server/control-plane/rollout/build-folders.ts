import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '../../db/database.ts'
import { giveUpOldBuilds, listBuildFolders } from '../revision-store.ts'

const keptBuilds = 3

/** The folders that builds are made and kept in. */
export class BuildFolders {
  private readonly deps: {
    database: Database
    folders: { builds: string }
    report: (error: Error) => void
  }
  /** By revision: what is being built, and recorded nowhere yet. */
  private readonly open = new Map<string, string>()

  constructor(deps: BuildFolders['deps']) {
    this.deps = deps
  }

  /** A folder for a build of the revision, which stays at least until it is released. Absolute. */
  claim(revisionId: string): string {
    const name = `${revisionId}-${randomBytes(3).toString('hex')}`
    const folder = path.join(this.deps.folders.builds, name)
    this.open.set(revisionId, folder)
    return folder
  }

  release(revisionId: string): void {
    this.open.delete(revisionId)
  }

  /** Removes what nobody will load again. A folder that cannot be removed keeps no other up. */
  async clean(): Promise<void> {
    const { database, folders, report } = this.deps
    // In this order: what is begun or recorded from now on is not among the names.
    const names = await readdir(folders.builds).catch(() => [])
    const kept = new Set(this.open.values())
    await giveUpOldBuilds(database, keptBuilds)
    for (const folder of await listBuildFolders(database)) kept.add(folder)
    for (const name of names) {
      const folder = path.join(folders.builds, name)
      if (!kept.has(folder)) await rm(folder, { recursive: true, force: true }).catch(report)
    }
  }
}
