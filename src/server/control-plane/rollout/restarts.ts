import { findDeployment } from '../deployments/deployment-store.ts'
import { readSecrets } from '../deployments/secrets.ts'
import { findRevision } from '../revisions/revision-store.ts'
import { RolloutFailure, RolloutStopped } from '../rollout-failure.ts'
import { nameOf } from './build/build-folders.ts'
import { makeBuild } from './build/make-build.ts'
import { loadRevision } from './load-revision.ts'
import type { RolloutTools } from './roll-out.ts'

/** Why a revision is to be served here that another process, or this one before, rolled out. */
export type RestartReason = 'restart' | 'follow'

interface Wanted {
  revision_id: string
  why: RestartReason
  failures: number
  /** While it waits for its next try. */
  timer?: NodeJS.Timeout
}

/** How long to wait before a revision that could not be started is tried again. */
export function restartPauseMs(failures: number): number {
  return Math.min(1_000 * 2 ** failures, 5 * 60_000)
}

const inWords = {
  restart: { not: 'Not serving after a restart', again: 'Serving again after a restart' },
  follow: { not: 'Not serving on another server', again: 'Serving on another server too' },
} as const

/**
 * What is the active revision of a deployment and is not yet served here: after a restart, and when
 * another server rolled it out. A revision that cannot be loaded stays the active one and is tried
 * again, with growing pauses, until it can or another one serves.
 */
export class Restarts {
  readonly #tools: RolloutTools
  readonly #pauseMs: (failures: number) => number
  readonly #onDue: () => void
  /** By deployment. */
  readonly #wanted = new Map<string, Wanted>()

  constructor(options: {
    tools: RolloutTools
    pauseMs: (failures: number) => number
    /** One of them is to be tried. */
    onDue: () => void
  }) {
    this.#tools = options.tools
    this.#pauseMs = options.pauseMs
    this.#onDue = options.onDue
  }

  /** Does nothing when it is wanted already. */
  want(deploymentId: string, revisionId: string, why: RestartReason): void {
    const known = this.#wanted.get(deploymentId)
    if (known?.revision_id === revisionId) return
    clearTimeout(known?.timer)
    this.#wanted.set(deploymentId, { revision_id: revisionId, why, failures: 0 })
  }

  /** The deployments that are to be tried now. */
  due(): string[] {
    return [...this.#wanted].filter(([, { timer }]) => timer === undefined).map(([id]) => id)
  }

  forget(deploymentId: string): void {
    clearTimeout(this.#wanted.get(deploymentId)?.timer)
    this.#wanted.delete(deploymentId)
  }

  stop(): void {
    for (const deploymentId of [...this.#wanted.keys()]) this.forget(deploymentId)
  }

  /** One try. Never rejects for what is wrong with the revision. */
  async attempt(deploymentId: string, signal: AbortSignal): Promise<void> {
    const wanted = this.#wanted.get(deploymentId)
    if (!wanted) return
    try {
      await this.#serve(deploymentId, wanted, signal)
      // Another one may be wanted by now.
      if (this.#wanted.get(deploymentId) === wanted) this.forget(deploymentId)
    } catch (error) {
      if (error instanceof RolloutStopped) return
      this.#putOff(deploymentId, wanted, error as Error)
    }
  }

  async #serve(deploymentId: string, wanted: Wanted, signal: AbortSignal): Promise<void> {
    const { database, host, logs, builds, service, report } = this.#tools
    const id = wanted.revision_id
    const deployment = await findDeployment(database, deploymentId)
    const revision = await findRevision(database, deploymentId, id)
    // Another one serves by now, or nothing is to serve any more.
    if (!revision || deployment?.active_revision_id !== id) return
    if (service.serves(deploymentId, id)) return
    const { build } = revision
    if (!build) {
      throw new RolloutFailure('DEPLOY_FAILED', 'Its build was given up. Redeploy it.')
    }
    const folder = nameOf(build)
    builds.hold(folder)
    try {
      if (!(await builds.has(build))) await this.#buildHere(deploymentId, id, signal)
      const { graphs } = await loadRevision(this.#tools, deployment, revision, signal)
      const now = await findDeployment(database, deploymentId)
      if (now?.active_revision_id !== id || signal.aborted) {
        await host.discard(deploymentId, id)
        return
      }
      await host.activate(deploymentId, id).catch(async (error: Error) => {
        await host.discard(deploymentId, id).catch(report)
        throw new RolloutFailure('DEPLOY_FAILED', error.message, { cause: error })
      })
      service.set(deploymentId, id)
      const { again } = inWords[wanted.why]
      logs.of(id, (text) => text).deploy(`${again}: ${graphs.join(', ')}.`)
    } finally {
      builds.release(folder)
    }
  }

  /** Makes this server's own copy of a build, from the commit that was recorded. */
  async #buildHere(deploymentId: string, id: string, signal: AbortSignal): Promise<void> {
    const { database, logs, builds } = this.#tools
    const deployment = await findDeployment(database, deploymentId)
    const revision = await findRevision(database, deploymentId, id)
    if (!deployment || !revision?.build) throw new RolloutStopped()
    const secrets = readSecrets(this.#tools.secretBox, deployment, revision)
    const log = logs.of(id, secrets.redact)
    log.build('This server has no build of the revision. It is built again.', 'WARNING')
    const name = nameOf(revision.build)
    const held: string[] = []
    try {
      await makeBuild({
        tools: this.#tools,
        deployment,
        revision,
        name,
        log,
        signal,
        onFetched: async () => {},
        isCopy: true,
        hold: (folder) => {
          builds.hold(folder)
          held.push(folder)
        },
      })
    } catch (error) {
      await builds.discard(name)
      throw error
    } finally {
      for (const folder of [name, ...held]) builds.release(folder)
    }
  }

  #putOff(deploymentId: string, wanted: Wanted, error: Error): void {
    const isExpected = error instanceof RolloutFailure
    if (!isExpected) this.#tools.report(error)
    const reason = isExpected ? error.message : 'The server itself failed; its output says why.'
    const pauseMs = this.#pauseMs(wanted.failures)
    wanted.failures += 1
    const seconds = Math.max(1, Math.round(pauseMs / 1_000))
    this.#tools.logs
      .of(wanted.revision_id, (text) => text)
      .deploy(
        `${inWords[wanted.why].not}: ${reason} It stays the active revision and is tried again in ${seconds} s.`,
        'ERROR',
      )
    // It may have been forgotten meanwhile.
    if (this.#wanted.get(deploymentId) !== wanted) return
    this.#tools.host.tellFailedStart(deploymentId, reason)
    wanted.timer = setTimeout(() => {
      delete wanted.timer
      this.#onDue()
    }, pauseMs)
  }
}
