import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '../../../db/database.ts'
import {
  type Build,
  giveUpOldArchives,
  giveUpOldBuilds,
  listBuildFolders,
} from '../../revisions/build-store.ts'
import { exists } from '../exists.ts'
import { interpreterWithin } from '../python/python-environment.ts'

const unfinishedMark = '.unfinished'
/** What the types of its graphs say, see `StateTypes`. */
const typesMark = '.types.json'
/** The bundles of its components, see `bundleComponents`. */
const componentsMark = '.components.json'
const marks = [unfinishedMark, typesMark, componentsMark]

/** Where a build is on this server. Both absolute. */
export interface BuildPlace {
  root: string
  configFolder: string
}

interface BuildFoldersDeps {
  database: Database
  folders: { builds: string }
  /** How many builds of a deployment are kept beside the serving one. */
  keptBuilds: number
  report: (error: Error) => void
}

/**
 * The folders that builds are made and kept in. A build is known by its folder's name, so that every
 * server that shares a database can have its own copy of it.
 */
export class BuildFolders {
  readonly #deps: BuildFoldersDeps
  /** By name, how often: what is being made or copied from, whether it is recorded or not. */
  readonly #held = new Map<string, number>()

  constructor(deps: BuildFoldersDeps) {
    this.#deps = deps
  }

  /** A name for a new build of a revision. */
  newName(revisionId: string): string {
    return `${revisionId}-${randomBytes(3).toString('hex')}`
  }

  placeOf(build: Pick<Build, 'folder' | 'config_folder'>): BuildPlace {
    const root = this.#folder(nameOf(build))
    const within = path.isAbsolute(build.config_folder)
      ? path.relative(build.folder, build.config_folder)
      : build.config_folder
    return { root, configFolder: path.join(root, within) }
  }

  /** True when this server has the whole of it; with the interpreter of a Python project's environment, and the bundles of its components. */
  async has(build: Build): Promise<boolean> {
    const { root, configFolder } = this.placeOf(build)
    const python = this.pythonOf(build)
    if (python && !(await exists(python))) return false
    if (build.ui && !(await exists(this.componentsOf(build)))) return false
    return !(await exists(root + unfinishedMark)) && exists(configFolder)
  }

  /** Where what the types of its graphs say is kept, absolute. */
  typesOf(build: Pick<Build, 'folder'>): string {
    return this.#folder(nameOf(build)) + typesMark
  }

  /** Where the bundles of its components are kept, absolute. */
  componentsOf(build: Pick<Build, 'folder'>): string {
    return this.#folder(nameOf(build)) + componentsMark
  }

  /** The interpreter of a Python project's environment, absolute; null for JavaScript. */
  pythonOf(build: Build): string | null {
    return build.language === 'python'
      ? path.join(this.placeOf(build).root, interpreterWithin)
      : null
  }

  /** An empty folder for a build, held until it is released. It counts as a build once it is finished. */
  async begin(name: string): Promise<string> {
    this.hold(name)
    const folder = this.#folder(name)
    await mkdir(this.#deps.folders.builds, { recursive: true, mode: 0o700 })
    await writeFile(folder + unfinishedMark, '')
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
    return folder
  }

  async finish(name: string): Promise<void> {
    await rm(this.#folder(name) + unfinishedMark, { force: true })
  }

  async discard(name: string): Promise<void> {
    await rm(this.#folder(name), { recursive: true, force: true })
    await this.finish(name)
  }

  /** Keeps a folder from being cleaned away until it is released as often as it was held. */
  hold(name: string): void {
    this.#held.set(name, (this.#held.get(name) ?? 0) + 1)
  }

  release(name: string): void {
    const count = (this.#held.get(name) ?? 0) - 1
    if (count > 0) this.#held.set(name, count)
    else this.#held.delete(name)
  }

  /**
   * Removes what nobody will load or build again, archives of sources included. A folder that cannot be removed keeps no other up. Answers the ids of the
   * deployments that have fewer builds now.
   */
  async clean(): Promise<Set<string>> {
    const { database, folders, keptBuilds, report } = this.#deps
    // In this order: what is begun or recorded from now on is not among the names.
    const names = await readdir(folders.builds).catch(() => [])
    const kept = new Set(this.#held.keys())
    const changed = await giveUpOldBuilds(database, keptBuilds)
    await giveUpOldArchives(database)
    for (const folder of await listBuildFolders(database)) kept.add(path.basename(folder))
    for (const name of names) {
      const mark = marks.find((one) => name.endsWith(one)) ?? ''
      const build = name.slice(0, name.length - mark.length)
      if (kept.has(build)) continue
      await rm(this.#folder(name), { recursive: true, force: true }).catch(report)
    }
    return changed
  }

  #folder(name: string): string {
    return path.join(this.#deps.folders.builds, name)
  }
}

/** The name that a build's folder has on every server. */
export function nameOf(build: Pick<Build, 'folder'>): string {
  return path.basename(build.folder)
}
