import { rm } from 'node:fs/promises'
import type { RevisionStatus } from '../../../contract/revisions.ts'
import type { Database } from '../../db/database.ts'
import type { SecretBox } from '../../secret-box.ts'
import type { AgentHost } from '../agent-host.ts'
import {
  type DeploymentRow,
  findDeployment,
  setActiveRevision,
  setDeploymentReady,
} from '../deployment-store.ts'
import {
  type Build,
  countAttempt,
  moveRevision,
  type RevisionRow,
  recordBuild,
  unsettled,
} from '../revision-store.ts'
import { openSecrets, redactor } from '../secrets.ts'
import type { BuildFolders } from './build-folders.ts'
import { loadRevision } from './load-revision.ts'
import { counted, exists, makeBuild } from './make-build.ts'
import { RolloutFailure, RolloutStopped } from './rollout-failure.ts'
import type { RevisionLog, RolloutLogs } from './rollout-log.ts'

/** What a rollout works with. */
export interface RolloutTools {
  database: Database
  secretBox: SecretBox
  host: AgentHost
  logs: RolloutLogs
  builds: BuildFolders
  /** The cache of package managers. Absolute. */
  folders: { packageCache: string }
  agentUrl: (name: string) => string
  now: () => Date
  report: (error: Error) => void
}

/** After so many beginnings that a crash of the server cut off, a rollout is given up. */
const attemptLimit = 3

/**
 * Rolls a revision out, from AWAITING_BUILD to DEPLOYED or to the failure that stopped it; the
 * serving revision goes on until the last step. Rejects with RolloutStopped when the signal aborted:
 * the revision is then left as it is. Once traffic is switched the signal has no effect any more.
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
  /** Of a build that this rollout makes. */
  private folder: string | null = null

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
    await tools.host.register({ id: deployment.id, name: deployment.name })
    await setDeploymentReady(tools.database, deployment.id)
    const secrets = this.readSecrets()
    this.redact = redactor(Object.values(secrets))
    await this.deploy((await this.keptBuild()) ?? (await this.newBuild()))
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
    await recordBuild(tools.database, revision.id, null)
    const move = { to: status, at: tools.now(), reason, from: unsettled }
    await moveRevision(tools.database, revision.id, move)
    if (this.folder) await rm(this.folder, { recursive: true, force: true })
  }

  private readSecrets(): Record<string, string> {
    try {
      return openSecrets(this.tools.secretBox, this.deployment.id, this.revision.secrets)
    } catch (error) {
      throw new RolloutFailure('CREATE_FAILED', (error as Error).message, { cause: error })
    }
  }

  /** Of a redeploy, or of a rollout that was cut off after its build. */
  private async keptBuild(): Promise<Build | null> {
    const { build } = this.revision
    if (!build || !(await exists(build.config_folder))) return null
    const commit = this.revision.source_revision_config.repo_commit_sha ?? ''
    this.log.build(`Using the build of commit ${commit.slice(0, 7)} that was kept.`)
    return build
  }

  private async newBuild(): Promise<Build> {
    const { tools, deployment, revision, log, signal } = this
    const folder = tools.builds.claim(revision.id)
    this.folder = folder
    const onFetched = () => this.move('BUILDING')
    return makeBuild({ tools, deployment, revision, folder, log, signal, onFetched })
  }

  private async deploy(build: Build): Promise<void> {
    const { tools, deployment, revision, log } = this
    await this.move('AWAITING_DEPLOY')
    await recordBuild(tools.database, revision.id, build)
    await this.move('DEPLOYING')
    const { graphs } = await loadRevision(tools, { ...revision, build }, this.signal)
    log.deploy(`Loaded ${counted(graphs.length, 'graph')}: ${graphs.join(', ')}.`)
    await this.switchTraffic()
    log.deploy(`Serving at ${tools.agentUrl(deployment.name)}.`)
    await tools.logs.flush(revision.id)
    await tools.database.transaction(async (tx) => {
      await moveRevision(tx, revision.id, { to: 'DEPLOYED', at: tools.now() })
      await setActiveRevision(tx, deployment.id, revision.id)
    })
  }

  private async switchTraffic(): Promise<void> {
    const { tools, deployment, revision } = this
    try {
      if (this.signal.aborted) throw new RolloutStopped()
      await tools.host.activate(deployment.id, revision.id)
    } catch (error) {
      await tools.host.discard(revision.id).catch(tools.report)
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
    })
    // Somebody else ended it meanwhile.
    if (!isMoved) throw new RolloutStopped()
    this.status = to
  }
}
