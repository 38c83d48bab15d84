import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AgentHost } from '../../../cluster/agent-host.ts'
import type { Isolation, Project } from '../../../isolation/isolation.ts'
import { RolloutStopped } from '../../rollout-failure.ts'
import { exists } from '../exists.ts'
import type { RolloutLimits } from '../rollout-limits.ts'
import type { RevisionLog } from '../rollout-log.ts'
import { readTypes } from './read-types.ts'

/** Between a save and the reading of the types: the next save may come soon. */
const restMs = 1_000

/** A loaded revision whose graphs' types are to be read. Paths are absolute. */
export interface TypesWanted {
  /** Where what they say is kept. */
  file: string
  /** Whom the agent server knows it as. */
  served: { deployment_id: string; revision_id: string }
  directory: string
  graphs: Record<string, string>
  /** What keeps it apart; null for a folder that is worked in, whose types are read anew each time. */
  project: Project | null
  library: string | null
  log: RevisionLog
  /** Nothing is read of it any more. */
  onDone?: () => void
}

interface StateTypesDeps {
  host: Pick<AgentHost, 'untyped'>
  isolation: Isolation
  limits: Pick<RolloutLimits, 'typesMs'>
  folders: { packageCache: string }
  report: (error: Error) => void
}

interface Reading {
  file: string
  stopping: AbortController
  done: Promise<void>
}

/**
 * What the types of graphs say that tell nothing better of their fields. They are read once a revision is loaded,
 * beside what serves, one project after the other, and kept with the build. Until then, and where they cannot be
 * read, fields have their names alone.
 */
export class StateTypes {
  readonly #deps: StateTypesDeps
  readonly #readings = new Set<Reading>()
  #last: Promise<void> = Promise.resolve()

  constructor(deps: StateTypesDeps) {
    this.#deps = deps
  }

  /** Begins to read what is not known; a reading for the same file ends. */
  want(wanted: TypesWanted): void {
    for (const { file, stopping } of this.#readings) if (file === wanted.file) stopping.abort()
    const stopping = new AbortController()
    const before = this.#last
    const done = before.then(() => this.#read(wanted, stopping.signal))
    const reading = { file: wanted.file, stopping, done }
    this.#readings.add(reading)
    this.#last = done
      .catch((error: Error) => {
        if (!(error instanceof RolloutStopped)) this.#deps.report(error)
      })
      .then(() => {
        this.#readings.delete(reading)
        wanted.onDone?.()
      })
  }

  /** Ends what is being read; it is begun again with the next load. */
  async stop(): Promise<void> {
    for (const { stopping } of this.#readings) stopping.abort()
    await this.#last
  }

  async #read(wanted: TypesWanted, signal: AbortSignal): Promise<void> {
    const { host, isolation, limits, folders } = this.#deps
    const { file, served, directory, library, project, log } = wanted
    if (project ? await exists(file) : !(await rested(signal))) return
    if (signal.aborted) return
    const ids = await host
      .untyped(served.deployment_id, served.revision_id)
      // Its process has ended meanwhile: whatever serves next is asked anew.
      .catch((): string[] => [])
    const graphs = Object.fromEntries(
      Object.entries(wanted.graphs).filter(([id]) => ids.includes(id)),
    )
    if (ids.length === 0 || signal.aborted) return
    const isApart = project !== null && isolation.kind !== 'none'
    const { text, problems, hasFailed } = await readTypes(
      { directory, graphs, library },
      {
        packageCache: folders.packageCache,
        timeLimitMs: limits.typesMs,
        signal,
        enclose: isApart
          ? (program) => isolation.enclose({ ...program, project, isBuild: false, memoryMb: null })
          : undefined,
      },
    )
    for (const problem of problems) log.build(problem, hasFailed ? 'WARNING' : 'INFO')
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(`${file}.new`, text)
    await rename(`${file}.new`, file)
  }
}

/** What was kept of a project; null where nothing is. */
export function keptTypes(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null)
}

function rested(signal: AbortSignal): Promise<boolean> {
  return pause(restMs, true, { signal }).catch(() => false)
}
