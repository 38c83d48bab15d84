import type { FolderOutcome } from '../control-plane/rollout/folders/served-folder.ts'
import type { ImportedLibrary } from '../executor/protocol/project-requests.ts'
import { SourceFiles } from './source-files.ts'
import { type WatchedFolder, watchFolder } from './watch-folder.ts'
import { watchedPlaces } from './watched-places.ts'

const lookAroundMs = 1_000

/** What a follower of a folder tells. */
export interface FolderListener {
  /** A load has begun, because these files (absolute) were changed; none at the beginning. */
  onLoading(files: readonly string[]): void
  onOutcome(outcome: FolderOutcome, tookMs: number): void
  /** The folder cannot be watched, or the server itself failed. */
  onError(error: Error): void
}

/**
 * Loads a folder, and again after each change of its content. What is loaded last is what the files say: a
 * change while it is being loaded ends that load.
 */
export class FollowedFolder {
  readonly #order: { folder: string; configPath: string }
  readonly #reload: (libraries: readonly ImportedLibrary[]) => Promise<FolderOutcome>
  readonly #packagesStamp: () => Promise<string>
  readonly #listener: FolderListener
  readonly #sources = new SourceFiles()
  readonly #loads = new Set<Promise<void>>()
  /** Changes are looked at one burst after the other. */
  #looking: Promise<void> = Promise.resolve()
  #watched: WatchedFolder | null = null
  #packages: { stamp: string; timer: NodeJS.Timeout } | null = null
  #isStopped = false

  constructor(
    order: { folder: string; configPath: string },
    tools: {
      reload: (libraries: readonly ImportedLibrary[]) => Promise<FolderOutcome>
      /** Changes when what is installed for the project does. */
      packagesStamp: () => Promise<string>
    },
    listener: FolderListener,
  ) {
    this.#order = order
    this.#reload = tools.reload
    this.#packagesStamp = tools.packagesStamp
    this.#listener = listener
  }

  /** Resolves when the folder was loaded for the first time, well or not. */
  async start(): Promise<void> {
    await this.#watch()
    await this.#sources.changedOf(this.#watched?.files() ?? [])
    await this.#lookAround()
    await this.#load([])
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#packages?.timer)
    await this.#watched?.close()
    await this.#looking
    await Promise.all(this.#loads)
  }

  async #watch(): Promise<void> {
    const { folder, configPath } = this.#order
    await this.#watched?.close()
    this.#watched = await watchFolder(
      await watchedPlaces(folder, configPath),
      (files) => {
        this.#looking = this.#looking
          .then(() => this.#look(files))
          .catch((error: Error) => this.#listener.onError(error))
      },
      (error) => this.#listener.onError(error),
    )
  }

  async #look(files: ReadonlySet<string>): Promise<void> {
    if (this.#isStopped) return
    const changed = await this.#sources.changedOf(files)
    if (changed.length === 0) return
    const isRule = (file: string) => /(^|\/)([\w-]*langgraph[\w-]*\.json|\.gitignore)$/.test(file)
    // They say what is watched.
    if (changed.some(isRule)) changed.push(...(await this.#watchAnew()))
    void this.#load(changed)
  }

  /** Answers what was changed in the gap, which is found by its content. */
  async #watchAnew(): Promise<string[]> {
    const before = this.#watched?.files() ?? []
    await this.#watch()
    return this.#sources.changedOf(new Set([...before, ...(this.#watched?.files() ?? [])]))
  }

  #load(files: readonly string[]): Promise<void> {
    if (this.#isStopped) return Promise.resolve()
    const startedAt = performance.now()
    this.#listener.onLoading(files)
    const load = this.#reload(this.#sources.libraries())
      .then((outcome) => this.#listener.onOutcome(outcome, performance.now() - startedAt))
      .catch((error: Error) => this.#listener.onError(error))
      .finally(() => this.#loads.delete(load))
    this.#loads.add(load)
    return load
  }

  /** For what no change of a source tells: packages that are installed, folders that are put in place of others. */
  async #lookAround(): Promise<void> {
    if (await this.#watched?.isReplaced()) {
      this.#looking = this.#looking
        .then(async () => {
          const changed = this.#isStopped ? [] : await this.#watchAnew()
          if (changed.length > 0) void this.#load(changed)
        })
        .catch((error: Error) => this.#listener.onError(error))
      await this.#looking
    }
    const stamp = await this.#packagesStamp()
    const before = this.#packages?.stamp
    if (this.#isStopped) return
    const timer = setTimeout(() => void this.#lookAround(), lookAroundMs)
    this.#packages = { stamp, timer: timer.unref() }
    if (before !== undefined && before !== stamp) void this.#load([])
  }
}
