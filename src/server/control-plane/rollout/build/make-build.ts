import { constants } from 'node:fs'
import { cp, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import type { DeploymentRow } from '../../deployments/deployment-store.ts'
import { type Build, listBuildsByKey } from '../../revisions/build-store.ts'
import type { RevisionRow } from '../../revisions/revision-store.ts'
import { RolloutFailure } from '../../rollout-failure.ts'
import { enclosureOf } from '../build-enclosure.ts'
import { bundleComponents } from '../components/bundle-components.ts'
import { exists } from '../exists.ts'
import { isPythonModule } from '../langgraph-json/project-place.ts'
import { projectRules } from '../langgraph-json/project-rules.ts'
import { buildFor, sealEnv } from '../load-revision.ts'
import { findPython, type PythonTools } from '../python/find-python.ts'
import { installPython } from '../python/install-python.ts'
import { operatorSettings, pythonBuildEnvironment } from '../python/python-environment.ts'
import { moduleFiles, type ProjectConfig, readConfig } from '../read-config.ts'
import { nameOf } from './build-folders.ts'
import { sourceKey } from './build-keys.ts'
import type { BuildOrder } from './build-order.ts'
import { chooseNode, type FoundNode, ownNode } from './find-node.ts'
import { installPackages } from './install-packages.ts'
import { takeSource } from './take-source.ts'

/**
 * Fetches the revision's source, see `takeSource`, and makes it ready to be loaded; a kept build of the deployment that
 * would come out the same is taken instead. Throws a RolloutFailure (CREATE_FAILED, BUILD_FAILED), RolloutStopped when
 * the signal aborted.
 */
export async function makeBuild(order: BuildOrder): Promise<Build> {
  const { tools, name, revision } = order
  const { refusal } = tools.isolation
  if (refusal) throw new RolloutFailure('CREATE_FAILED', refusal)
  const folder = await tools.builds.begin(name)
  const { config, commit, node } = await fetchProject(order, folder)
  await order.onFetched()
  const python = config.python && (await pythonFor(order, config.python))
  const key = keyOf(order, commit, node, python)
  const same = order.isCopy ? null : await sameBuild(order, key)
  if (same) {
    await tools.builds.discard(name)
    // An earlier version of the server may have honoured less of the same file.
    return { ...same, ...projectRules(config) }
  }
  const { packages_key, isLocked } = await buildProject(order, folder, config, node, python)
  await tools.builds.finish(name)
  return {
    folder: name,
    config_folder: path.relative(folder, config.folder),
    graphs: config.graphs,
    ...projectRules(config),
    ...(python ? { language: 'python' as const } : {}),
    ...(node === ownNode ? {} : { node_major: config.nodeMajor ?? undefined }),
    sealed_env: sealEnv(tools.secretBox, revision.id, config.env),
    source_key: isLocked ? key : null,
    packages_key,
    made_of: partsOf(order, commit),
  }
}

/** In the order of `keptBuildOf`. */
function partsOf({ deployment, revision }: BuildOrder, commit: string): (string | null)[] {
  const { installCommand, buildCommand } = commandsOf(deployment)
  const address = deployment.source_config.repo_url ?? null
  return [address, commit, configPathOf(revision), installCommand, buildCommand]
}

async function fetchProject(
  order: BuildOrder,
  folder: string,
): Promise<{ config: ProjectConfig; commit: string; node: FoundNode }> {
  const { revision, log } = order
  const { commit } = await takeSource(order, folder)
  const configPath = configPathOf(revision)
  const config = await readConfig(folder, configPath)
  const ids = Object.keys(config.graphs)
  log.build(`${configPath}: ${counted(ids.length, 'graph')} (${ids.join(', ')}).`)
  for (const warning of config.warnings) log.build(warning, 'WARNING')
  return { config, commit, node: await nodeFor(order, config) }
}

/** What the project is built and run by: the Node that it asks for, if this server has it. */
async function nodeFor(order: BuildOrder, { nodeMajor }: ProjectConfig): Promise<FoundNode> {
  if (nodeMajor === null) return ownNode
  const { node, warning } = await chooseNode(nodeMajor, configPathOf(order.revision), order.signal)
  if (warning) order.log.build(warning, 'WARNING')
  if (node !== ownNode) order.log.build(`Using Node ${node.version}.`)
  return node
}

/** Lets uv and pip be found, and an interpreter, before it is known what is built. */
function pythonFor({ tools, signal }: BuildOrder, project: NonNullable<ProjectConfig['python']>) {
  return findPython(project, {
    env: pythonBuildEnvironment(tools.folders.packageCache, project),
    signal,
  })
}

function keyOf(
  order: BuildOrder,
  commit: string,
  node: FoundNode,
  python: PythonTools | null,
): string {
  return sourceKey({
    address: order.deployment.source_config.repo_url ?? '',
    commit,
    node: node.version,
    configPath: configPathOf(order.revision),
    ...commandsOf(order.deployment),
    ...(python ? { python: decisive(python) } : {}),
  })
}

/** What of it decides how a build comes out. */
function decisive({ interpreter, wanted, uv }: PythonTools) {
  return { interpreter, wanted, uv, settings: operatorSettings() }
}

async function buildProject(
  order: BuildOrder,
  folder: string,
  config: ProjectConfig,
  node: FoundNode,
  python: PythonTools | null,
) {
  // Nothing makes a file of such a project: what is missing is told before minutes are spent on its packages.
  const { installCommand, buildCommand } = commandsOf(order.deployment)
  if (python && !config.ui && !installCommand && !buildCommand) await checkNamedFiles(config)
  const installed =
    config.python && python
      ? await buildPython(order, folder, config, config.python, python)
      : await installNode(order, folder, config, node)
  await checkNamedFiles(config)
  if (config.ui) await bundleUi(order, folder, config.folder, config.ui, node)
  await rm(path.join(folder, '.git'), { recursive: true, force: true })
  order.log.build('The build is complete.')
  return installed
}

/** Throws a RolloutFailure (BUILD_FAILED) where a file that the project names is not there. */
async function checkNamedFiles(config: ProjectConfig): Promise<void> {
  for (const [what, file] of namedFiles(config)) {
    if (isPythonModule(file) || (await exists(path.resolve(config.folder, file)))) continue
    throw new RolloutFailure('BUILD_FAILED', `${what} names ${file}, and there is no such file.`)
  }
}

/** The files that a project names, each after what names it. */
function namedFiles({ graphs, auth, http, ui }: ProjectConfig): [what: string, file: string][] {
  const named: [what: string, file: string][] = []
  for (const [name, file] of Object.entries(ui?.components ?? {}))
    named.push([`“ui.${name}”`, file])
  if (auth) named.push(['“auth”', fileOf(auth.path)])
  if (http?.app) named.push(['“http.app”', fileOf(http.app)])
  for (const [id, place] of Object.entries(graphs)) named.push([`The graph “${id}”`, fileOf(place)])
  return named
}

async function bundleUi(
  order: BuildOrder,
  folder: string,
  directory: string,
  ui: NonNullable<ProjectConfig['ui']>,
  node: FoundNode,
) {
  const { tools, name, signal, log } = order
  await bundleComponents(ui, {
    directory,
    file: tools.builds.componentsOf({ folder: name }),
    packageCache: tools.folders.packageCache,
    timeLimitMs: tools.limits.buildMs,
    enclosure: enclosureOf(order, await realpath(folder), node),
    signal,
    onLine: (line) => log.build(line),
  })
}

const fileOf = (place: string) => place.slice(0, place.lastIndexOf(':'))

async function buildPython(
  order: BuildOrder,
  folder: string,
  config: ProjectConfig,
  project: NonNullable<ProjectConfig['python']>,
  python: PythonTools,
) {
  const { tools, deployment, log } = order
  const address = deployment.source_config.repo_url ?? deployment.name
  const { isLocked } = await installPython({
    root: await realpath(folder),
    configFolder: config.folder,
    repositoryName: path.basename(address).replace(/\.git$/, ''),
    project,
    tools: python,
    ...commandsOf(deployment),
    packageCache: tools.folders.packageCache,
    limits: tools.limits,
    enclosure: enclosureOf(
      order,
      await realpath(folder),
      ownNode,
      python.interpreter?.file ?? null,
    ),
    signal: order.signal,
    onLine: (line, level) => log.build(line, level),
  })
  const ofUi = config.ui ? await installNode(order, folder, config, ownNode) : null
  // An environment cannot be copied: its programs know where they are.
  return { packages_key: null, isLocked: isLocked && (ofUi?.isLocked ?? true) }
}

/** All that a project in JavaScript or TypeScript needs; of one in Python what its components import. */
async function installNode(
  order: BuildOrder,
  folder: string,
  config: ProjectConfig,
  node: FoundNode,
) {
  const { tools, deployment, log } = order
  const root = await realpath(folder)
  return installPackages({
    root,
    configFolder: config.folder,
    dependencies: config.packageFolders,
    ...(config.python
      ? { files: [], installCommand: null, buildCommand: null }
      : { files: moduleFiles(config), ...commandsOf(deployment) }),
    packageCache: tools.folders.packageCache,
    node,
    limits: tools.limits,
    enclosure: enclosureOf(order, root, node),
    reuse: (key, place) => reusePackages(order, key, path.relative(root, place)),
    signal: order.signal,
    onLine: (line) => log.build(line),
  })
}

function configPathOf({ source_revision_config: source }: RevisionRow): string {
  return source.langgraph_config_path ?? 'langgraph.json'
}

function commandsOf(deployment: DeploymentRow) {
  const { install_command, build_command } = deployment.source_config
  return { installCommand: install_command || null, buildCommand: build_command || null }
}

/** A kept build of the same commit with the same commands and locked packages, for this revision. */
async function sameBuild(order: BuildOrder, key: string): Promise<Build | null> {
  const { tools, deployment, revision, name, log } = order
  for (const known of await listBuildsByKey(tools.database, deployment.id, 'source_key', key)) {
    const folder = nameOf(known.build)
    if (folder === name) continue
    order.hold(folder)
    if (!(await tools.builds.has(known.build))) continue
    const build = buildFor(tools.secretBox, revision.id, known)
    if (!build) continue
    log.build(`Using the build of revision ${known.id}: same source, commands and lock file.`)
    return build
  }
  return null
}

/** Copies the packages of a kept build with the same key; `place` is their folder within a build. */
async function reusePackages(order: BuildOrder, key: string, place: string): Promise<boolean> {
  const { tools, deployment, name, log } = order
  const own = path.join(tools.builds.placeOf({ folder: name, config_folder: place }).configFolder)
  for (const { id, build } of await listBuildsByKey(
    tools.database,
    deployment.id,
    'packages_key',
    key,
  )) {
    const folder = nameOf(build)
    tools.builds.hold(folder)
    try {
      const from = tools.builds.placeOf({ folder, config_folder: place }).configFolder
      const modules = path.join(from, 'node_modules')
      if (!(await tools.builds.has(build)) || !(await exists(modules))) continue
      await cp(modules, path.join(own, 'node_modules'), {
        recursive: true,
        verbatimSymlinks: true,
        mode: constants.COPYFILE_FICLONE,
      })
      log.build(`Using the packages of revision ${id}: same lock file, nothing to install.`)
      return true
    } catch (error) {
      log.build(`The packages of revision ${id} cannot be copied (${reasonOf(error)}).`, 'WARNING')
      await rm(path.join(own, 'node_modules'), { recursive: true, force: true })
    } finally {
      tools.builds.release(folder)
    }
  }
  return false
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
