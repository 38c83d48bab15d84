import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { secretNameProblem } from '../../../contract/control-plane/deployments.ts'
import type { ProjectHttp, ProjectUi, WebhookPolicy } from '../../cluster/project-http.ts'
import type { ProjectRetention } from '../../cluster/retention.ts'
import { RolloutFailure } from '../rollout-failure.ts'
import { checkVariables } from './check-variables.ts'
import { exists } from './exists.ts'
import { checkKeys } from './langgraph-json/check-keys.ts'
import type { Language } from './langgraph-json/known-keys.ts'
import {
  type Checkout,
  isInside,
  isPython,
  isPythonModule,
  scriptFile,
} from './langgraph-json/project-place.ts'
import { type AuthSettings, readAuth } from './langgraph-json/read-auth.ts'
import { readDependencies } from './langgraph-json/read-dependencies.ts'
import { readDescriptions } from './langgraph-json/read-descriptions.ts'
import { readHttp, readWebhooks } from './langgraph-json/read-http.ts'
import { readRetention } from './langgraph-json/read-retention.ts'
import { readUi } from './langgraph-json/read-ui.ts'
import { type PythonProject, readPythonConfig } from './python/read-python-config.ts'

/** What a langgraph.json says, checked. */
export interface ProjectConfig {
  /** Absolute folder of the langgraph.json. */
  folder: string
  /** Graph id to `./file.ts:export`, as written; in Python also `package.module:name`. */
  graphs: Record<string, string>
  /** The major version of Node that it asks for; null where it asks for none. */
  nodeMajor: number | null
  /** Folders with a package.json that `dependencies` names, absolute; none where the graphs are Python. */
  packageFolders: string[]
  /** How the project is built, where its graphs are Python; null where they are JavaScript. */
  python: PythonProject | null
  env: Record<string, string>
  /** The project's own authorization; null where it has none. */
  auth: AuthSettings | null
  /** What it says about the addresses of its agent; null where that is nothing. */
  http: ProjectHttp | null
  /** Which webhooks its runs may name; null for all. */
  webhooks: WebhookPolicy | null
  /** How long it keeps what says nothing of it; null for ever. */
  retention: ProjectRetention | null
  /** What its graphs are for, by their ids; null where none is told. */
  descriptions: Record<string, string> | null
  /** Its components for what its agent says; null where it has none. */
  ui: ProjectUi | null
  /** What was read but has no effect here, in sentences. */
  warnings: string[]
}

/**
 * Reads the langgraph.json of a checkout. Throws a RolloutFailure (CREATE_FAILED) with what to do
 * when it is missing, broken, names no graphs, names graphs that are not in the repository or that
 * this server cannot run, or holds a key whose promise this server would break.
 */
export async function readConfig(root: string, configPath: string): Promise<ProjectConfig> {
  const realRoot = await realpath(root)
  const file = await realpath(path.join(realRoot, configPath)).catch(() => null)
  if (file === null) {
    fail(
      `There is no ${configPath} in the repository at this commit. Add it, or correct the config path of the deployment.${await pythonHint(realRoot)}`,
    )
  }
  if (!isInside(realRoot, file)) fail(`${configPath} leads out of the repository.`)
  const config = parse(await readFile(file, 'utf8').catch(() => null), configPath)
  const folder = path.dirname(file)
  const graphs = await readGraphs(config, configPath, realRoot, folder)
  const isInPython = Object.values(graphs).some((place) => isPython(fileOf(place)))
  const language: Language = isInPython ? 'python' : 'javascript'
  const warnings = checkKeys(config, configPath, language)
  const checkout = { root: realRoot, folder, configPath, language }
  const python = isInPython ? await readPythonConfig(config, checkout) : null
  const packageFolders = python ? [] : await foldersOf(config.dependencies, checkout, warnings)
  const auth = await readAuth(config.auth, checkout)
  const http = await readHttp(config.http, checkout)
  const webhooks = readWebhooks(config.webhooks, configPath)
  const retention = readRetention(config, configPath)
  const descriptions = readDescriptions(config, configPath)
  const ui = await readUi(config, checkout)
  const env = await readEnv(config.env, checkout, warnings)
  for (const name of Object.keys(env)) {
    const problem = secretNameProblem(name)
    if (!problem) continue
    delete env[name]
    warnings.push(`${configPath}: the variable ${name} of “env” is left out. ${problem}`)
  }
  warnings.push(...checkVariables(env, `${configPath}: “env”`))
  const nodeMajor = python ? null : readNodeMajor(config.node_version, configPath)
  const rules = { auth, http, webhooks, retention, ui }
  const rest = { nodeMajor, packageFolders, python, env, warnings }
  return { folder, graphs, descriptions, ...rules, ...rest }
}

async function pythonHint(root: string): Promise<string> {
  for (const name of ['pyproject.toml', 'requirements.txt', 'setup.py']) {
    if (await exists(path.join(root, name))) {
      return ` It looks like a Python project (${name}): its langgraph.json is {"dependencies": ["."], "graphs": {"agent": "./agent.py:graph"}}, with the file and the name of your graph.`
    }
  }
  return ''
}

function fail(reason: string): never {
  throw new RolloutFailure('CREATE_FAILED', reason)
}

function parse(text: string | null, configPath: string): Record<string, unknown> {
  if (text === null) fail(`${configPath} is not a file that can be read.`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    fail(
      `${configPath} is not valid JSON: ${(error as Error).message}. Correct it and start a new revision.`,
    )
  }
  if (!isRecord(value)) fail(`${configPath} must hold a JSON object with “graphs”.`)
  return value
}

async function readGraphs(
  config: Record<string, unknown>,
  configPath: string,
  root: string,
  folder: string,
): Promise<Record<string, string>> {
  const { graphs } = config
  if (!isRecord(graphs) || Object.keys(graphs).length === 0) {
    fail(
      `${configPath} names no graphs. Add “graphs”, for example {"graphs": {"agent": "./src/agent.ts:graph"}}.`,
    )
  }
  const read: Record<string, string> = {}
  for (const [id, value] of Object.entries(graphs)) {
    const place = isRecord(value) ? value.path : value
    const split = typeof place === 'string' ? place.lastIndexOf(':') : -1
    if (typeof place !== 'string' || split < 1 || split === place.length - 1) {
      fail(`The graph “${id}” in ${configPath} must be written as “./file.ts:export”.`)
    }
    const file = place.slice(0, split)
    if (!scriptFile.test(file) && !isPython(file)) {
      fail(
        `The graph “${id}” in ${configPath} must name a TypeScript, JavaScript or Python file, not ${file}.`,
      )
    }
    read[id] = place
    if (isPythonModule(file)) continue
    if (path.isAbsolute(file) || !isInside(root, path.resolve(folder, file))) {
      fail(`The graph “${id}” in ${configPath} leads out of the repository: ${file}.`)
    }
    await checkGraphFile(id, path.resolve(folder, file), file, root)
  }
  refuseBothLanguages(read, configPath)
  return read
}

/** One process serves a revision. */
function refuseBothLanguages(graphs: Record<string, string>, configPath: string): void {
  const [inPython, others] = [true, false].map((isIt) =>
    Object.keys(graphs).filter((id) => isPython(fileOf(graphs[id] ?? '')) === isIt),
  )
  if (!inPython?.length || !others?.length) return
  fail(
    `${configPath} has graphs in Python (${inPython.join(', ')}) and in JavaScript or TypeScript (${others.join(', ')}). Write a langgraph.json for each language, and deploy each as its own.`,
  )
}

/** A file that a build writes may be missing as yet; one that is there must be in the repository. */
async function checkGraphFile(id: string, file: string, shown: string, root: string) {
  const real = await realpath(file).catch(() => null)
  if (real === null) return
  if (!isInside(root, real)) fail(`The graph “${id}” leads out of the repository: ${shown}.`)
  if (!(await stat(real)).isFile()) fail(`The graph “${id}” names ${shown}, which is not a file.`)
}

async function readEnv(
  env: unknown,
  { root, folder, configPath }: Checkout,
  warnings: string[],
): Promise<Record<string, string>> {
  if (env === undefined || env === null || env === '') return {}
  if (typeof env === 'string') {
    const file = await realpath(path.resolve(folder, env)).catch(() => null)
    // Such files hold secrets, so they are mostly not in the repository.
    if (file === null) {
      warnings.push(
        `${configPath}: “env” names ${env}, and there is no such file: no variable of it is set. Add the file, or give what the project needs of it as secrets of the deployment.`,
      )
      return {}
    }
    if (!isInside(root, file)) fail(`“env” in ${configPath} leads out of the repository: ${env}.`)
    if (!(await stat(file)).isFile()) fail(`“env” in ${configPath} names ${env}, which is no file.`)
    return Object.fromEntries(
      Object.entries(parseEnv(await readFile(file, 'utf8'))).map(([name, value]) => [
        name,
        value ?? '',
      ]),
    )
  }
  if (!isRecord(env)) fail(`“env” in ${configPath} must be an object, or the path of a .env file.`)
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => {
      if (typeof value === 'object') fail(`“env.${name}” in ${configPath} must be text.`)
      return [name, String(value)]
    }),
  )
}

async function foldersOf(dependencies: unknown, checkout: Checkout, warnings: string[]) {
  const read = await readDependencies(dependencies, checkout)
  warnings.push(...read.warnings)
  return read.folders
}

function readNodeMajor(value: unknown, configPath: string): number | null {
  if (value === undefined || value === null || value === '') return null
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const [, major] = /^v?(\d{1,3})(\.[\dx.]*)?$/.exec(text.trim()) ?? []
  if (major) return Number(major)
  fail(`“node_version” in ${configPath} must be a major version of Node, such as "22".`)
}

interface Modules extends Pick<ProjectConfig, 'folder' | 'graphs'> {
  auth?: { path: string } | null
  http?: { app?: string | null } | null
}

/** The files of JavaScript or TypeScript that a project names, absolute. */
export function moduleFiles({ folder, graphs, auth, http }: Modules): string[] {
  const places = [...Object.values(graphs), auth?.path, http?.app]
  return places.flatMap((place) => (place ? path.resolve(folder, fileOf(place)) : []))
}

function fileOf(place: string): string {
  return place.slice(0, place.lastIndexOf(':'))
}
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
