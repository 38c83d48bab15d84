import { access, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '../../db/database.ts'
import type { SecretBox } from '../../secret-box.ts'
import type { DeploymentRow } from '../deployment-store.ts'
import { type Build, type RevisionRow, recordCommit } from '../revision-store.ts'
import { fetchSource } from './fetch-source.ts'
import { installPackages } from './install-packages.ts'
import { sealEnv } from './load-revision.ts'
import { type ProjectConfig, readConfig } from './read-config.ts'
import { RolloutFailure } from './rollout-failure.ts'
import type { RevisionLog } from './rollout-log.ts'

/** What a build is made from and with. */
export interface BuildOrder {
  tools: { database: Database; secretBox: SecretBox; folders: { packageCache: string } }
  deployment: DeploymentRow
  revision: RevisionRow
  /** Made, and filled. */
  folder: string
  log: RevisionLog
  signal: AbortSignal
  /** The source is there; what follows is the build. */
  onFetched: () => Promise<void>
}

/**
 * Clones the revision's commit, or what its ref points to, records which it was, and makes it ready
 * to be loaded. Throws a RolloutFailure (CREATE_FAILED, BUILD_FAILED), RolloutStopped when the
 * signal aborted.
 */
export async function makeBuild(order: BuildOrder): Promise<Build> {
  const config = await fetchProject(order)
  await order.onFetched()
  await buildProject(order, config)
  return {
    folder: order.folder,
    config_folder: config.folder,
    graphs: config.graphs,
    sealed_env: sealEnv(order.tools.secretBox, order.revision.id, config.env),
  }
}

async function fetchProject(order: BuildOrder): Promise<ProjectConfig> {
  const { tools, revision, folder, log } = order
  const source = revision.source_revision_config
  const address = order.deployment.source_config.repo_url ?? ''
  await mkdir(folder, { recursive: true, mode: 0o700 })
  log.build(`Cloning ${address}.`)
  const fetched = await fetchSource({
    address,
    ref: source.repo_ref ?? null,
    commit: source.repo_commit_sha ?? null,
    folder,
    packageCache: tools.folders.packageCache,
    signal: order.signal,
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
  return config
}

async function buildProject(order: BuildOrder, config: ProjectConfig): Promise<void> {
  const { folder, log } = order
  const { install_command, build_command, resource_spec } = order.deployment.source_config
  await installPackages({
    root: folder,
    configFolder: config.folder,
    installCommand: install_command || null,
    buildCommand: build_command || null,
    packageCache: order.tools.folders.packageCache,
    signal: order.signal,
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
  await rm(path.join(folder, '.git'), { recursive: true, force: true })
  log.build('The build is complete.')
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** True when there is something at the path. */
export function exists(place: string): Promise<boolean> {
  return access(place).then(
    () => true,
    () => false,
  )
}
