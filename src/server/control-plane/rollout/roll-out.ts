import type { RevisionStatus } from '../../../contract/control-plane/revisions.ts'
import type { AgentHost } from '../../cluster/agent-host.ts'
import type { Cluster } from '../../cluster/cluster.ts'
import type { Database } from '../../db/database.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { beginSwitch } from '../claim-store.ts'
import {
  type DeploymentRow,
  findDeployment,
  setActiveRevision,
  setDeploymentReady,
} from '../deployments/deployment-store.ts'
import type { LocalRepositories } from '../deployments/local-repositories.ts'
import { readSecrets } from '../deployments/secrets.ts'
import { type Build, recordBuild } from '../revisions/build-store.ts'
import {
  countAttempt,
  moveRevision,
  type RevisionRow,
  unsettled,
} from '../revisions/revision-store.ts'
import type { BuildFolders } from './build-folders.ts'
import { deployExternal, releaseExternal } from './deploy-external.ts'
import { loadRevision } from './load-revision.ts'
import type { LocalService } from './local-service.ts'
import { counted, makeBuild } from './make-build.ts'
import { RolloutFailure, RolloutStopped } from './rollout-failure.ts'
import type { RolloutLimits } from './rollout-limits.ts'
import type { RevisionLog, RolloutLogs } from './rollout-log.ts'

/** What a rollout works with. */
export interface RolloutTools {
  database: Database
  secretBox: SecretBox
  host: AgentHost
  logs: RolloutLogs
  builds: BuildFolders
  service: LocalService
  cluster: Cluster
  limits: RolloutLimits
  localRepositories: LocalRepositories
  /** The cache of package managers. Absolute. */
  folders: { packageCache: string }
  agentUrl: (name: string) => string
  now: () => Date
  report: (error: Error) => void
}

/** After so many beginnings that a crash of the server cut off, a rollout is given up. */
const attemptLimit = 3

/**
 * Rolls a revision out that this server has claimed, from AWAITING_BUILD to DEPLOYED or to the failure
 * that stopped it; the serving revision goes on until the last step. Rejects with RolloutStopped when
 * the signal aborted, or when the revision is not this server's any more: it is then left as it is.
 * Once traffic is switched the signal has no effect any more.
 */
export async function rollOut(
  tools: RolloutTools,
  revision: RevisionRow,
  signal: AbortSignal,
): Promise<void> {
  const deployment = await findDeployment(tools.database, revision.deployment_id)
  if (!deployment || signal.aborted) throw new RolloutStopped()
  const rollout = new Rollout(tools, deployment, revision, signal)
  try {
    await rollout.run()
  } catch (error) {
    if (error instanceof RolloutStopped) throw error
    if (signal.aborted) throw new RolloutStopped('The rollout was stopped.', { cause: error })
    await rollout.fail(error as Error)
  } finally {
    rollout.letGo()
  }
}

class Rollout {
  private readonly tools: RolloutTools
  private readonly deployment: DeploymentRow
  private readonly revision: RevisionRow
  private readonly signal: AbortSignal
  private status: RevisionStatus = 'AWAITING_BUILD'
  private redact: (text: string) => string = (text) => text
  private log: RevisionLog
  /** The folder of a build that this rollout makes. */
  private made: string | null = null
  private readonly held: string[] = []

  constructor(
    tools: RolloutTools,
    deployment: DeploymentRow,
    revision: RevisionRow,
    signal: AbortSignal,
  ) {
    this.tools = tools
    this.deployment = deployment
    this.revision = revision
    this.signal = signal
    this.log = tools.logs.of(revision.id, (text) => this.redact(text))
  }

  async run(): Promise<void> {
    const { tools, deployment, revision } = this
    const attempt = await countAttempt(tools.database, revision.id)
    if (attempt > attemptLimit) {
      const reason = `The server stopped ${attemptLimit} times in the middle of this rollout, so it was given up. Save the ref again for a new one.`
      throw new RolloutFailure('CREATE_FAILED', reason)
    }
    const isExternal = deployment.source === 'external_docker'
    if (!isExternal) await tools.host.register({ id: deployment.id, name: deployment.name })
    await setDeploymentReady(tools.database, deployment.id)
    const { secrets, redact } = readSecrets(tools.secretBox, deployment, revision)
    this.redact = redact
    if (isExternal) await this.deployElsewhere(secrets)
    else await this.deployHere((await this.keptBuild()) ?? (await this.newBuild()))
  }

  /** Ends the rollout in a failure status; `this.status` tells the phase of an unexpected error. */
  async fail(error: Error): Promise<void> {
    const { tools, revision } = this
    const isExpected = error instanceof RolloutFailure
    if (!isExpected) tools.report(error)
    const phase =
      this.status === 'AWAITING_BUILD' ? 'CREATE' : this.status === 'BUILDING' ? 'BUILD' : 'DEPLOY'
    const status = isExpected ? error.status : (`${phase}_FAILED` as const)
    const reason = isExpected
      ? this.redact(error.message)
      : 'The server itself failed in this rollout; its output says why. Save the ref again to retry.'
    if (status === 'DEPLOY_FAILED') this.log.deploy(reason, 'ERROR')
    else this.log.build(reason, 'ERROR')
    await tools.logs.flush(revision.id)
    const claimedBy = tools.cluster.serverId
    const move = { to: status, at: tools.now(), reason, from: unsettled, claimedBy }
    const isFailed = await moveRevision(tools.database, revision.id, move)
    if (isFailed) {
      tools.cluster.changed('control-plane', this.deployment.id, {
        failed_revision_id: revision.id,
      })
      await recordBuild(tools.database, revision.id, null)
    }
    if (this.made) await tools.builds.discard(this.made)
  }

  /** What it used may be cleaned away again, unless it is recorded by now. */
  letGo(): void {
    for (const name of this.held) this.tools.builds.release(name)
    if (this.made) this.tools.builds.release(this.made)
  }

  /** Of a redeploy, or of a rollout that was cut off after its build. */
  private async keptBuild(): Promise<Build | null> {
    const { build } = this.revision
    if (!build || !(await this.tools.builds.has(build))) return null
    const commit = this.revision.source_revision_config.repo_commit_sha ?? ''
    this.log.build(`Using the build of commit ${commit.slice(0, 7)} that was kept.`)
    return build
  }

  private async newBuild(): Promise<Build> {
    const { tools, deployment, revision, log, signal } = this
    const name = tools.builds.newName(revision.id)
    this.made = name
    const onFetched = () => this.move('BUILDING')
    const hold = (folder: string) => {
      tools.builds.hold(folder)
      this.held.push(folder)
    }
    return makeBuild({ tools, deployment, revision, name, log, signal, onFetched, hold })
  }

  private async deployHere(build: Build): Promise<void> {
    const { tools, deployment, revision, log } = this
    await this.move('AWAITING_DEPLOY')
    await recordBuild(tools.database, revision.id, build)
    await this.move('DEPLOYING')
    const loaded = await loadRevision(tools, deployment, { ...revision, build }, this.signal)
    log.deploy(`Loaded ${counted(loaded.graphs.length, 'graph')}: ${loaded.graphs.join(', ')}.`)
    if (revision.without_traffic) {
      await tools.host.discard(deployment.id, revision.id)
      log.deploy('Ready without traffic: what served goes on serving.')
      return this.settle()
    }
    await this.switchTraffic()
    tools.service.set(deployment.id, revision.id)
    log.deploy(`Serving at ${tools.agentUrl(deployment.name)}.`)
    await this.settle()
  }

  private async deployElsewhere(secrets: Record<string, string>): Promise<void> {
    const { tools, deployment, revision, log, signal } = this
    await this.move('AWAITING_DEPLOY')
    await this.move('DEPLOYING')
    const order = { tools, deployment, revision, secrets, log, signal }
    const service = await deployExternal(order)
    if (
      signal.aborted ||
      !(await beginSwitch(tools.database, revision.id, tools.cluster.serverId))
    ) {
      await releaseExternal(order, service)
      throw new RolloutStopped()
    }
    log.deploy(`Serving at ${service.url}.`)
    await this.settle()
    await releaseExternal(order, null)
  }

  private async settle(): Promise<void> {
    const { tools, deployment, revision } = this
    await tools.logs.flush(revision.id)
    await tools.database
      .transaction(async (tx) => {
        if (!revision.without_traffic) await setActiveRevision(tx, deployment.id, revision.id)
        const move = { to: 'DEPLOYED' as const, at: tools.now(), claimedBy: tools.cluster.serverId }
        const isMoved = await moveRevision(tx, revision.id, { ...move, from: ['DEPLOYING'] })
        // Another server took the rollout over: this one was silent for too long.
        if (!isMoved) throw new RolloutStopped()
        await tools.cluster.notices.sendWithin(tx, { kind: 'rollouts' })
      })
      .catch((error: unknown) => {
        tools.service.forget(deployment.id)
        throw error
      })
  }

  private async switchTraffic(): Promise<void> {
    const { tools, deployment, revision } = this
    try {
      if (this.signal.aborted) throw new RolloutStopped()
      if (!(await beginSwitch(tools.database, revision.id, tools.cluster.serverId))) {
        throw new RolloutStopped()
      }
      await tools.host.activate(deployment.id, revision.id)
    } catch (error) {
      await tools.host.discard(deployment.id, revision.id).catch(tools.report)
      if (error instanceof RolloutStopped) throw error
      throw new RolloutFailure('DEPLOY_FAILED', (error as Error).message, { cause: error })
    }
  }

  private async move(to: RevisionStatus): Promise<void> {
    if (this.signal.aborted) throw new RolloutStopped()
    const { tools, revision, status } = this
    await tools.logs.flush(revision.id)
    const isMoved = await moveRevision(tools.database, revision.id, {
      to,
      at: tools.now(),
      from: [status],
      claimedBy: tools.cluster.serverId,
    })
    // Somebody else ended it meanwhile.
    if (!isMoved) throw new RolloutStopped()
    tools.cluster.changed('control-plane', this.deployment.id)
    this.status = to
  }
}
