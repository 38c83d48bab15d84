import { randomBytes } from 'node:crypto'
import { access, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
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
  recordCommit,
} from '../revision-store.ts'
import { openSecrets, redactor } from '../secrets.ts'
import { fetchSource } from './fetch-source.ts'
import { installPackages } from './install-packages.ts'
import { loadRevision, sealEnv } from './load-revision.ts'
import { type ProjectConfig, readConfig } from './read-config.ts'
import { RolloutFailure, RolloutStopped } from './rollout-failure.ts'
import type { RevisionLog, RolloutLogs } from './rollout-log.ts'

/** What a rollout works with. */
export interface RolloutTools {
  database: Database
  secretBox: SecretBox
  host: AgentHost
  logs: RolloutLogs
  /** Where builds are kept, and the cache of package managers. Absolute. */
  folders: { builds: string; packageCache: string }
  agentUrl: (name: string) => string
  now: () => Date
  report: (error: Error) => void
}

/** After so many beginnings that a crash of the server cut off, a rollout is given up. */
const attemptLimit = 3

/**
 * Rolls a revision out, from AWAITING_BUILD to DEPLOYED or to the failure that stopped it; the
 * serving revision goes on until the last step. Rejects with RolloutStopped when the signal aborted:
 * the revision is then left as it is. `onFolder` is told where it builds.
 */
export async function rollOut(
  tools: RolloutTools,
  revision: RevisionRow,
  signal: AbortSignal,
  onFolder: (folder: string) => void,
): Promise<void> {
  const deployment = await findDeployment(tools.database, revision.deployment_id)
  if (!deployment) return
  const rollout = new Rollout(tools, deployment, revision, signal, onFolder)
  try {
    await rollout.run()
  } catch (error) {
    if (error instanceof RolloutStopped) throw error
    await rollout.fail(error as Error)
  }
}

class Rollout {
  private readonly tools: RolloutTools
  private readonly deployment: DeploymentRow
  private readonly revision: RevisionRow
  private readonly signal: AbortSignal
  private readonly onFolder: (folder: string) => void
  private status: RevisionStatus = 'AWAITING_BUILD'
  private redact: (text: string) => string = (text) => text
  private log: RevisionLog
  private folder: string | null = null

  constructor(
    tools: RolloutTools,
    deployment: DeploymentRow,
    revision: RevisionRow,
    signal: AbortSignal,
    onFolder: (folder: string) => void,
  ) {
    this.tools = tools
    this.deployment = deployment
    this.revision = revision
    this.signal = signal
    this.onFolder = onFolder
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
    const { root, config } = await this.fetch()
    await this.build(root, config)
    await this.deploy(root, config)
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
    await moveRevision(tools.database, revision.id, { to: status, at: tools.now(), reason })
    if (this.folder) await rm(this.folder, { recursive: true, force: true })
  }

  private readSecrets(): Record<string, string> {
    try {
      return openSecrets(this.tools.secretBox, this.deployment.id, this.revision.secrets)
    } catch (error) {
      throw new RolloutFailure('CREATE_FAILED', (error as Error).message, { cause: error })
    }
  }

  private async fetch() {
    const { tools, revision, log } = this
    const source = revision.source_revision_config
    const address = this.deployment.source_config.repo_url ?? ''
    const folder = path.join(
      tools.folders.builds,
      `${revision.id}-${randomBytes(3).toString('hex')}`,
    )
    this.folder = folder
    this.onFolder(folder)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    log.build(`Cloning ${address}.`)
    const fetched = await fetchSource({
      address,
      ref: source.repo_ref ?? null,
      folder,
      packageCache: tools.folders.packageCache,
      signal: this.signal,
      onLine: (line) => log.build(line),
    })
    await recordCommit(tools.database, revision.id, {
      repo_commit_sha: fetched.commit,
      repo_ref: fetched.ref,
    })
    const configPath = source.langgraph_config_path ?? 'langgraph.json'
    const config = await readConfig(folder, configPath)
    const ids = Object.keys(config.graphs)
    log.build(`${configPath}: ${counted(ids.length, 'graph')} (${ids.join(', ')}).`)
    for (const warning of config.warnings) log.build(warning, 'WARNING')
    return { root: folder, config }
  }

  private async build(root: string, config: ProjectConfig): Promise<void> {
    const { tools, log } = this
    await this.move('BUILDING')
    const { install_command, build_command, resource_spec } = this.deployment.source_config
    await installPackages({
      root,
      configFolder: config.folder,
      installCommand: install_command || null,
      buildCommand: build_command || null,
      packageCache: tools.folders.packageCache,
      signal: this.signal,
      onLine: (line) => log.build(line),
    })
    for (const [id, place] of Object.entries(config.graphs)) {
      const file = place.slice(0, place.lastIndexOf(':'))
      if (await exists(path.resolve(config.folder, file))) continue
      throw new RolloutFailure(
        'BUILD_FAILED',
        `The graph “${id}” names ${file}, and there is no such file.`,
      )
    }
    if (resource_spec) {
      log.build('resource_spec is recorded; this server does not limit resources.', 'WARNING')
    }
    await rm(path.join(root, '.git'), { recursive: true, force: true })
    log.build('The build is complete.')
  }

  private async deploy(root: string, config: ProjectConfig): Promise<void> {
    const { tools, deployment, revision, log } = this
    await this.move('AWAITING_DEPLOY')
    const build: Build = {
      folder: root,
      config_folder: config.folder,
      graphs: config.graphs,
      sealed_env: sealEnv(tools.secretBox, revision.id, config.env),
    }
    await recordBuild(tools.database, revision.id, build)
    await this.move('DEPLOYING')
    const { graphs } = await loadRevision(tools, { ...revision, build }, this.signal)
    log.deploy(`Loaded ${counted(graphs.length, 'graph')}: ${graphs.join(', ')}.`)
    await tools.host.activate(deployment.id, revision.id).catch(async (error: Error) => {
      await tools.host.discard(revision.id).catch(tools.report)
      throw new RolloutFailure('DEPLOY_FAILED', error.message, { cause: error })
    })
    log.deploy(`Serving at ${tools.agentUrl(deployment.name)}.`)
    await tools.logs.flush(revision.id)
    await tools.database.transaction(async (tx) => {
      await moveRevision(tx, revision.id, { to: 'DEPLOYED', at: tools.now() })
      await setActiveRevision(tx, deployment.id, revision.id)
    })
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

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
