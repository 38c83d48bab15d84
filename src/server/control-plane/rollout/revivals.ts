import { findDeployment } from '../deployment-store.ts'
import { findRevision, type RevisionRow, requeueRevision } from '../revision-store.ts'
import { loadRevision } from './load-revision.ts'
import { exists } from './make-build.ts'
import type { RolloutTools } from './roll-out.ts'
import { RolloutFailure, RolloutStopped } from './rollout-failure.ts'

interface Wanted {
  revision_id: string
  failures: number
  /** While it waits for its next try. */
  timer?: NodeJS.Timeout
}

/** How long to wait before a revision that could not be started is tried again. */
export function revivalPauseMs(failures: number): number {
  return Math.min(1_000 * 2 ** failures, 5 * 60_000)
}

/**
 * What served before a restart and does not yet serve again. A revision that cannot be loaded stays
 * the active one and is tried again, with growing pauses, until it can or another one serves.
 */
export class Revivals {
  private readonly tools: RolloutTools
  private readonly pauseMs: (failures: number) => number
  private readonly onDue: () => void
  /** By deployment. */
  private readonly wanted = new Map<string, Wanted>()

  constructor(options: {
    tools: RolloutTools
    pauseMs: (failures: number) => number
    /** One of them is to be tried. */
    onDue: () => void
  }) {
    this.tools = options.tools
    this.pauseMs = options.pauseMs
    this.onDue = options.onDue
  }

  want(deploymentId: string, revisionId: string): void {
    this.wanted.set(deploymentId, { revision_id: revisionId, failures: 0 })
  }

  /** The deployments that are to be tried now. */
  due(): string[] {
    return [...this.wanted].filter(([, { timer }]) => timer === undefined).map(([id]) => id)
  }

  forget(deploymentId: string): void {
    clearTimeout(this.wanted.get(deploymentId)?.timer)
    this.wanted.delete(deploymentId)
  }

  stop(): void {
    for (const deploymentId of [...this.wanted.keys()]) this.forget(deploymentId)
  }

  /** One try. Never rejects for what is wrong with the revision. */
  async attempt(deploymentId: string, signal: AbortSignal): Promise<void> {
    const wanted = this.wanted.get(deploymentId)
    if (!wanted) return
    try {
      await this.serve(deploymentId, wanted.revision_id, signal)
      this.forget(deploymentId)
    } catch (error) {
      if (error instanceof RolloutStopped) return
      this.putOff(deploymentId, wanted, error as Error)
    }
  }

  private async serve(deploymentId: string, id: string, signal: AbortSignal): Promise<void> {
    const { database, host, logs } = this.tools
    const deployment = await findDeployment(database, deploymentId)
    const revision = await findRevision(database, deploymentId, id)
    // Another one serves by now, or nothing is to serve any more.
    if (!revision || deployment?.active_revision_id !== id) return
    if (!revision.build || !(await exists(revision.build.config_folder))) {
      return this.buildAgain(revision)
    }
    const { graphs } = await loadRevision(this.tools, revision, signal)
    await host.activate(deploymentId, id).catch(async (error: Error) => {
      await host.discard(id).catch(this.tools.report)
      throw new RolloutFailure('DEPLOY_FAILED', error.message, { cause: error })
    })
    logs.of(id, (text) => text).deploy(`Serving again after a restart: ${graphs.join(', ')}.`)
  }

  private async buildAgain(revision: RevisionRow): Promise<void> {
    const { database, logs, now } = this.tools
    const log = logs.of(revision.id, (text) => text)
    log.build('The build of this revision is gone. It is built again.', 'WARNING')
    await requeueRevision(database, revision.id, { at: now(), from: null })
    this.onDue()
  }

  private putOff(deploymentId: string, wanted: Wanted, error: Error): void {
    const isExpected = error instanceof RolloutFailure
    if (!isExpected) this.tools.report(error)
    const reason = isExpected ? error.message : 'The server itself failed; its output says why.'
    const pauseMs = this.pauseMs(wanted.failures)
    wanted.failures += 1
    const seconds = Math.max(1, Math.round(pauseMs / 1_000))
    this.tools.logs
      .of(wanted.revision_id, (text) => text)
      .deploy(
        `Not serving after a restart: ${reason} It stays the active revision and is tried again in ${seconds} s.`,
        'ERROR',
      )
    // It may have been forgotten meanwhile.
    if (this.wanted.get(deploymentId) !== wanted) return
    wanted.timer = setTimeout(() => {
      delete wanted.timer
      this.onDue()
    }, pauseMs)
  }
}
