import { realpathSync, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { type FSWatcher, watch } from 'chokidar'
import { IgnoredPaths } from './ignored-paths.ts'
import { isSource } from './source-files.ts'
import type { WatchedPlaces } from './watched-places.ts'

/** Of a burst of changes, such as an editor's or a checkout's, this long after the last one. */
const quietMs = 30
/** A burst is not waited out for longer. */
const longestMs = 300
/** A change so soon after one that was told (50 ms) is not told by the watcher. */
const untoldMs = 75

/** A folder that is watched; see `watchFolder`. */
export interface WatchedFolder {
  /** The sources that are in it. */
  files(): string[]
  /** Whether a folder in it is another one by now than the one that is watched, which the system does not tell. */
  isReplaced(): Promise<boolean>
  close(): Promise<void>
}

/**
 * Watches the sources in a folder, and what links in it lead to; resolves once all are known. `onChange` gets what was
 * changed, added or removed in a burst, and once more a little later: the watcher leaves out what follows closely.
 * `named` are watched whatever rules leave them out.
 */
export async function watchFolder(
  { folders, files: named }: WatchedPlaces,
  onChange: (files: ReadonlySet<string>) => void,
  onError: (error: Error) => void,
): Promise<WatchedFolder> {
  const burst = new Burst(onChange)
  let hasOtherLinks = false
  const tell = (file: string, stats: Stats | undefined) => {
    hasOtherLinks ||= stats?.isSymbolicLink() === true
    burst.add(file)
  }
  const own = await openWatcher(folders, named, tell, onError)
  const linked = targetsOf(own.links(), folders)
  const all = [own]
  if (linked.length > 0) all.push(await openWatcher(linked, named, tell, onError))
  return {
    files: () => all.flatMap((one) => one.files()),
    async isReplaced() {
      return hasOtherLinks || (await Promise.all(all.map((one) => one.isReplaced()))).includes(true)
    },
    async close() {
      burst.stop()
      await Promise.all(all.map((one) => one.close()))
    },
  }
}

/** Real paths that links lead to; what is watched already, or lies around that, is left out. */
function targetsOf(links: readonly string[], folders: readonly string[]): string[] {
  const isWithin = (inner: string, outer: string) =>
    inner === outer || inner.startsWith(outer.endsWith(path.sep) ? outer : outer + path.sep)
  const targets = links.flatMap((link) => {
    try {
      return realpathSync(link)
    } catch {
      // It leads nowhere.
      return []
    }
  })
  return [...new Set(targets)].filter(
    (target) => !folders.some((one) => isWithin(target, one) || isWithin(one, target)),
  )
}

/** Watches the sources at some places. Links are told of, not followed. */
async function openWatcher(
  places: readonly string[],
  named: readonly string[],
  onChange: (file: string, stats: Stats | undefined) => void,
  onError: (error: Error) => void,
) {
  const ignored = places.map((root) => new IgnoredPaths(root, named))
  const files = new Set<string>()
  const links = new Set<string>()
  const folderIds = new Map<string, string>()
  const isLeftOut = (place: string) => ignored.some((one) => one.has(place))
  const isWanted = (place: string) => isSource(place) || named.includes(place)
  const watcher: FSWatcher = watch([...places], {
    ignored: (place, stats) => isLeftOut(place) || (stats?.isFile() === true && !isWanted(place)),
    // A save by way of another file is told at once, and the two halves of it are one burst.
    atomic: false,
    followSymlinks: false,
  })
  watcher.on('addDir', (folder, stats) => {
    if (stats) folderIds.set(folder, idOf(stats))
  })
  watcher.on('unlinkDir', (folder) => folderIds.delete(folder))
  watcher.on('add', (file, stats) => {
    files.add(path.resolve(file))
    if (stats?.isSymbolicLink()) links.add(path.resolve(file))
  })
  watcher.on('unlink', (file) => files.delete(path.resolve(file)))
  await new Promise<void>((resolve, reject) => {
    watcher.once('error', reject)
    watcher.once('ready', () => {
      watcher.off('error', reject)
      watcher.on('error', (error) => onError(error as Error))
      resolve()
    })
  })
  for (const event of ['add', 'change', 'unlink'] as const) {
    watcher.on(event, (file: string, stats?: Stats) => onChange(path.resolve(file), stats))
  }
  return {
    files: () => [...files],
    links: () => [...links],
    async isReplaced() {
      const now = await Promise.all(
        [...folderIds].map(async ([folder, id]) => {
          const found = await stat(folder).catch(() => null)
          return found !== null && idOf(found) !== id
        }),
      )
      return now.includes(true)
    },
    close: () => watcher.close(),
  }
}

function idOf({ dev, ino }: { dev: number; ino: number }): string {
  return `${dev} ${ino}`
}

/** Gathers what comes in quick succession. */
class Burst {
  readonly #onEnd: (files: ReadonlySet<string>) => void
  #files = new Set<string>()
  #quiet: NodeJS.Timeout | undefined
  #longest: NodeJS.Timeout | undefined
  readonly #again = new Set<NodeJS.Timeout>()

  constructor(onEnd: (files: ReadonlySet<string>) => void) {
    this.#onEnd = onEnd
  }

  add(file: string): void {
    this.#files.add(file)
    clearTimeout(this.#quiet)
    this.#quiet = setTimeout(() => this.#end(), quietMs)
    this.#longest ??= setTimeout(() => this.#end(), longestMs)
  }

  stop(): void {
    this.#clear()
    for (const timer of this.#again) clearTimeout(timer)
  }

  #clear(): void {
    clearTimeout(this.#quiet)
    clearTimeout(this.#longest)
    this.#longest = undefined
  }

  #end(): void {
    this.#clear()
    const files = this.#files
    this.#files = new Set()
    this.#onEnd(files)
    const again = setTimeout(() => {
      this.#again.delete(again)
      this.#onEnd(files)
    }, untoldMs)
    this.#again.add(again)
  }
}
