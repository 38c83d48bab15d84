import path from 'node:path'
import type { LogLevel, RevisionStatus } from '../../../contract/control-plane/revisions.ts'
import { shortSource } from '../../../contract/control-plane/short-commit.ts'
import type { AgentHost } from '../../cluster/agent-host.ts'
import type { Cluster } from '../../cluster/cluster.ts'
import type { Database } from '../../db/database.ts'
import type { ImportedLibrary } from '../../executor/protocol/project-requests.ts'
import type { Isolation } from '../../isolation/isolation.ts'
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
import { unsettled } from '../revisions/revision-statuses.ts'
import { countAttempt, moveRevision, type RevisionRow } from '../revisions/revision-store.ts'
import { RolloutFailure, RolloutStopped } from '../rollout-failure.ts'
import type { BuildFolders } from './build/build-folders.ts'
import { counted, makeBuild } from './build/make-build.ts'
import { checkVariables } from './check-variables.ts'
import { bundleComponents } from './components/bundle-components.ts'
import { deployExternal, releaseExternal } from './deploy-external.ts'
import { readFolder } from './folders/read-folder.ts'
import { keepLoadedWith } from './keep-loaded-with.ts'
import { type LoadablePlace, loadRevision, sealEnv } from './load-revision.ts'
import type { LocalService } from './local-service.ts'
import type { RolloutLimits } from './rollout-limits.ts'
import type { RevisionLog, RolloutLogs } from './rollout-log.ts'
import type { StateTypes } from './state-types/state-types.ts'

/** What a rollout works with. */
export interface RolloutTools {
  database: Database
  secretBox: SecretBox
  host: AgentHost
  logs: RolloutLogs
  builds: BuildFolders
  types: StateTypes
  service: LocalService
  cluster: Cluster
  limits: RolloutLimits
  localRepositories: LocalRepositories
  isolation: Isolation
  /** The cache of package managers. Absolute. */
  folders: { packageCache: string }
  /** What a folder that is worked in is read with. */
  working: WorkingFolderTools
  onOutput?: ((level: LogLevel, message: string, runId?: string) => void) | undefined
  agentUrl: (name: string) => string
  now: () => Date
  report: (error: Error) => void
}

export interface WorkingFolderTools {
  /** Where links that such a folder needs may be put. Absolute. */
  ownFolder: string
  /** The libraries that its files import, as they were last looked through. */
  libraries: readonly ImportedLibrary[]
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
  readonly #tools: RolloutTools
  readonly #deployment: DeploymentRow
  readonly #revision: RevisionRow
  readonly #signal: AbortSignal
  #status: RevisionStatus = 'AWAITING_BUILD'
  #redact: (text: string) => string = (text) => text
  #log: RevisionLog
  /** The folder of a build that this rollout makes. */
  #made: string | null = null
  readonly #held: string[] = []

  constructor(
    tools: RolloutTools,
    deployment: DeploymentRow,
    revision: RevisionRow,
    signal: AbortSignal,
  ) {
    this.#tools = tools
    this.#deployment = deployment
    this.#revision = revision
    this.#signal = signal
    this.#log = tools.logs.of(revision.id, (text) => this.#redact(text))
  }

  async run(): Promise<void> {
    const tools = this.#tools
    const deployment = this.#deployment
    const revision = this.#revision
    const attempt = await countAttempt(tools.database, revision.id)
    if (attempt > attemptLimit) {
      const reason = `The server stopped ${attemptLimit} times in the middle of this rollout, so it was given up. Start a new revision to try again.`
      throw new RolloutFailure('CREATE_FAILED', reason)
    }
    const isExternal = deployment.source === 'external_docker'
    if (!isExternal) await tools.host.register({ id: deployment.id, name: deployment.name })
    await setDeploymentReady(tools.database, deployment.id)
    const { secrets, redact } = readSecrets(tools.secretBox, deployment, revision)
    this.#redact = redact
    if (isExternal) return this.#deployElsewhere(secrets)
    for (const told of checkVariables(secrets, 'Secrets')) this.#log.build(told, 'WARNING')
    if (deployment.source === 'folder') await this.#deployFolder()
    else await this.#deployHere((await this.#keptBuild()) ?? (await this.#newBuild()))
  }

  /**
   * Ends the rollout in a failure status; `this.#status` tells the phase of an unexpected error. What it had built goes
   * with whatever else no revision has.
   */
  async fail(error: Error): Promise<void> {
    const tools = this.#tools
    const revision = this.#revision
    const isExpected = error instanceof RolloutFailure
    if (!isExpected) tools.report(error)
    const phase =
      this.#status === 'AWAITING_BUILD'
        ? 'CREATE'
        : this.#status === 'BUILDING'
          ? 'BUILD'
          : 'DEPLOY'
    const status = isExpected ? error.status : (`${phase}_FAILED` as const)
    const reason = isExpected
      ? this.#redact(error.message)
      : 'The server itself failed in this rollout; its output says why. Start a new revision to try again.'
    if (status === 'DEPLOY_FAILED') this.#log.deploy(reason, 'ERROR')
    else this.#log.build(reason, 'ERROR')
    await tools.logs.flush(revision.id)
    const claimedBy = tools.cluster.serverId
    const move = { to: status, at: tools.now(), reason, from: unsettled, claimedBy }
    const isFailed = await moveRevision(tools.database, revision.id, move)
    if (isFailed) {
      tools.cluster.changed('control-plane', this.#deployment.id, {
        failed_revision_id: revision.id,
      })
      await recordBuild(tools.database, revision.id, null)
    }
  }

  /** What it used may be cleaned away again, unless it is recorded by now. */
  letGo(): void {
    for (const name of this.#held) this.#tools.builds.release(name)
    if (this.#made) this.#tools.builds.release(this.#made)
  }

  /** Of a redeploy, or of a rollout that was cut off after its build. */
  async #keptBuild(): Promise<Build | null> {
    const { build } = this.#revision
    if (!build || !(await this.#tools.builds.has(build))) return null
    const { source_revision_config: config } = this.#revision
    const noun = config.repo_commit_sha ? 'commit ' : ''
    this.#log.build(`Using the build of ${noun}${shortSource(config)} that was kept.`)
    return build
  }

  async #newBuild(): Promise<Build> {
    const tools = this.#tools
    const deployment = this.#deployment
    const revision = this.#revision
    const log = this.#log
    const signal = this.#signal
    const name = tools.builds.newName(revision.id)
    this.#made = name
    const onFetched = () => this.#move('BUILDING')
    const hold = (folder: string) => {
      tools.builds.hold(folder)
      this.#held.push(folder)
    }
    return makeBuild({ tools, deployment, revision, name, log, signal, onFetched, hold })
  }

  /** There is nothing to clone or to build, and nothing is kept of it that could be loaded later. */
  async #deployFolder(): Promise<void> {
    const tools = this.#tools
    const deployment = this.#deployment
    const revision = this.#revision
    const log = this.#log
    const { ownFolder, libraries } = tools.working
    const configPath = revision.source_revision_config.langgraph_config_path ?? 'langgraph.json'
    const project = await readFolder(
      deployment.source_config.repo_url ?? '',
      configPath,
      ownFolder,
      this.#signal,
    )
    for (const warning of project.warnings) log.build(warning, 'WARNING')
    const { directory, python, node, paths, stamp, graphs, rules } = project
    const sealed_env = sealEnv(tools.secretBox, revision.id, project.env)
    const types_file = path.join(ownFolder, `types-${deployment.id}.json`)
    const components_file = path.join(ownFolder, `components-${deployment.id}.json`)
    if (rules.ui) {
      await this.#move('BUILDING')
      await bundleComponents(rules.ui, {
        directory,
        file: components_file,
        packageCache: tools.folders.packageCache,
        timeLimitMs: tools.limits.buildMs,
        enclosure: null,
        signal: this.#signal,
        onLine: (line) => log.build(line),
      })
    }
    const working_folder = { paths, stamp, libraries }
    const place = { directory, python, node, working_folder, types_file, components_file }
    await this.#deployHere({ folder: '', config_folder: '', graphs, ...rules, sealed_env }, place)
  }

  async #deployHere(build: Build, place?: LoadablePlace): Promise<void> {
    const tools = this.#tools
    const deployment = this.#deployment
    const revision = this.#revision
    const log = this.#log
    const signal = this.#signal
    await this.#move('AWAITING_DEPLOY')
    if (!place) await recordBuild(tools.database, revision.id, build)
    await this.#move('DEPLOYING')
    const built = { ...revision, build }
    const loaded = await loadRevision(tools, deployment, built, signal, deployment.id, place)
    log.deploy(`Loaded ${counted(loaded.graphs.length, 'graph')}: ${loaded.graphs.join(', ')}.`)
    if (!place) await keepLoadedWith(tools, revision.id, build, signal)
    if (revision.without_traffic) {
      await tools.host.discard(deployment.id, revision.id)
      log.deploy('Ready without traffic: what served goes on serving.')
      return this.#settle()
    }
    await this.#switchTraffic()
    tools.service.set(deployment.id, revision.id)
    log.deploy(`Serving at ${tools.agentUrl(deployment.name)}.`)
    await this.#settle()
  }

  async #deployElsewhere(secrets: Record<string, string>): Promise<void> {
    const tools = this.#tools
    const deployment = this.#deployment
    const revision = this.#revision
    const log = this.#log
    const signal = this.#signal
    await this.#move('AWAITING_DEPLOY')
    await this.#move('DEPLOYING')
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
    await this.#settle()
    await releaseExternal(order, null)
  }

  async #settle(): Promise<void> {
    const tools = this.#tools
    const deployment = this.#deployment
    const revision = this.#revision
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

  async #switchTraffic(): Promise<void> {
    const tools = this.#tools
    const deployment = this.#deployment
    const revision = this.#revision
    try {
      if (this.#signal.aborted) throw new RolloutStopped()
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

  async #move(to: RevisionStatus): Promise<void> {
    if (this.#signal.aborted) throw new RolloutStopped()
    const tools = this.#tools
    const revision = this.#revision
    const status = this.#status
    await tools.logs.flush(revision.id)
    const isMoved = await moveRevision(tools.database, revision.id, {
      to,
      at: tools.now(),
      from: [status],
      claimedBy: tools.cluster.serverId,
    })
    // Somebody else ended it meanwhile.
    if (!isMoved) throw new RolloutStopped()
    tools.cluster.changed('control-plane', this.#deployment.id)
    this.#status = to
  }
}
