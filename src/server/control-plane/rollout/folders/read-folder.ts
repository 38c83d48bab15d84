import { mkdir, readFile, readlink, realpath, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { secretNameProblem } from '../../../../contract/control-plane/deployments.ts'
import { RolloutFailure } from '../../rollout-failure.ts'
import { chooseNode, ownNode } from '../build/find-node.ts'
import { checkLibrary } from '../build/library-version.ts'
import { linkLibrary } from '../build/link-library.ts'
import { checkVariables } from '../check-variables.ts'
import { exists } from '../exists.ts'
import { type ProjectRules, projectRules } from '../langgraph-json/project-rules.ts'
import { planDependencies } from '../python/dependency-plan.ts'
import { namesFolder } from '../python/python-environment.ts'
import { moduleFiles, type ProjectConfig, readConfig } from '../read-config.ts'
import { checkNodePackages } from './node-packages.ts'
import { packagesStamp } from './packages-stamp.ts'
import { findEnvironment } from './python-environment.ts'
import { repositoryRoot } from './repository-root.ts'

/** A working folder as it is now, ready to be loaded. Paths are absolute. */
export interface FolderProject {
  /** That of its langgraph.json. */
  directory: string
  graphs: Record<string, string>
  rules: ProjectRules
  /** The interpreter of its environment; null for JavaScript. */
  python: string | null
  /** The Node that it is run by; null for the server's own. */
  node: string | null
  /** Further folders that its modules are in. */
  paths: string[]
  env: Record<string, string>
  warnings: string[]
  /** Changes when its packages are installed anew. */
  stamp: string
}

/**
 * Reads a working folder where a rollout would clone and build: its langgraph.json by the same rules, the `.env`
 * beside that, and where its packages are. Nothing is written into it. `ownFolder` is where links may be put.
 * Throws a RolloutFailure with what to do.
 */
export async function readFolder(
  folder: string,
  configPath: string,
  ownFolder: string,
  signal: AbortSignal,
): Promise<FolderProject> {
  const place = await realpath(folder).catch(() => null)
  if (place === null) throw new RolloutFailure('CREATE_FAILED', `There is no folder ${folder}.`)
  const file = path.join(place, configPath)
  if (!(await exists(file))) {
    throw new RolloutFailure(
      'CREATE_FAILED',
      `There is no ${configPath} in ${place}. Write one, for example {"graphs": {"agent": "./agent.ts:graph"}, "dependencies": ["."]}.`,
    )
  }
  const root = await repositoryRoot(place)
  const config = await readConfig(root, path.relative(root, file))
  const { graphs, python: project, warnings } = config
  const rules = projectRules(config)
  const directory = config.folder
  const own = await dotEnv(directory, warnings)
  warnings.push(...checkVariables(own, '.env'))
  const env = { ...own, ...config.env }
  const stamp = await packagesStamp(directory)
  if (!project) {
    for (const place of new Set([directory, ...config.packageFolders])) {
      await checkNodePackages(place, root)
    }
    await checkLibrary(path.parse(directory).root, moduleFiles(config))
    const node = await nodeFor(config, configPath, signal)
    const library = await libraryWithin(ownFolder)
    return {
      directory,
      graphs,
      rules,
      python: null,
      node,
      paths: [],
      env: { ...env, ...library },
      warnings,
      stamp,
    }
  }
  const plan = await planDependencies(project, directory)
  const environment = await findEnvironment(directory, root, plan)
  const names = await linkNames(plan.modules, ownFolder)
  return {
    directory,
    graphs,
    rules,
    python: path.join(environment, 'bin', 'python'),
    node: null,
    paths: [...plan.paths, ...plan.packages, ...names],
    env: { ...env, VIRTUAL_ENV: environment },
    warnings: [...warnings, ...plan.warnings],
    stamp,
  }
}

async function nodeFor(
  { nodeMajor, warnings }: ProjectConfig,
  configPath: string,
  signal: AbortSignal,
): Promise<string | null> {
  if (nodeMajor === null) return null
  const { node, warning } = await chooseNode(nodeMajor, configPath, signal)
  if (warning) warnings.push(warning)
  return node === ownNode ? null : node.file
}

async function dotEnv(directory: string, warnings: string[]): Promise<Record<string, string>> {
  const text = await readFile(path.join(directory, '.env'), 'utf8').catch(() => '')
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(parseEnv(text))) {
    const problem = secretNameProblem(name)
    if (problem) warnings.push(`.env: ${name} is left out. ${problem}`)
    else kept[name] = value ?? ''
  }
  return kept
}

let linked: Promise<unknown> | undefined

/** Where the packages of Quarterdeck that projects may use are found, after their own. */
async function libraryWithin(ownFolder: string): Promise<Record<string, string>> {
  const library = path.join(ownFolder, 'library')
  linked ??= rm(library, { recursive: true, force: true })
    .then(() => mkdir(library, { recursive: true }))
    .then(() => linkLibrary(library, library))
  await linked
  return { QUARTERDECK_LIBRARY: library, NODE_PATH: path.join(library, 'node_modules') }
}

/** Folders that are modules by their own names, as a build links them. */
async function linkNames(modules: string[], ownFolder: string): Promise<string[]> {
  if (modules.length === 0) return []
  const names = path.join(ownFolder, namesFolder)
  await mkdir(names, { recursive: true })
  for (const folder of modules) {
    const link = path.join(names, path.basename(folder))
    if ((await readlink(link).catch(() => null)) === folder) continue
    await rm(link, { force: true })
    await symlink(folder, link)
  }
  return [names]
}
