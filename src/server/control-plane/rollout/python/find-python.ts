import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { findProgram } from '../../commands/find-program.ts'
import { runCommand } from '../../commands/run-command.ts'
import { RolloutFailure } from '../../rollout-failure.ts'
import type { PythonProject } from './read-python-config.ts'

/** With what a project is installed. */
export interface PythonTools {
  /** An interpreter of this machine, absolute; null where uv is to fetch one. */
  interpreter: { file: string; version: string } | null
  /** Asked for, or null for any. */
  wanted: string | null
  /** Absolute; null where pip installs. */
  uv: string | null
  /** The interpreters of this machine in words; empty where there is none. */
  seen: string
}

interface Found {
  file: string
  version: string
  minor: number
}

const leastMinor = 10
const newestMinor = 15
const timeLimitMs = 60_000
const howToGet =
  'Install it (from python.org, or as a package of your system), or install uv, which fetches it.'

/**
 * Looks for what a Python project is installed with. Throws a RolloutFailure (BUILD_FAILED) with what to
 * install when this machine has no such Python, or not the installer that the project names.
 */
export async function findPython(
  project: PythonProject,
  how: { env: Record<string, string>; signal: AbortSignal },
): Promise<PythonTools> {
  if (process.platform === 'win32') {
    fail('Python projects are not supported on Windows. Run this server on Linux or macOS.')
  }
  const uv = await uvFor(project, how.env)
  const { version: wanted } = project
  const found = await pythonsOf(how)
  const usable = found.filter(({ minor }) => minor >= leastMinor)
  const chosen = wanted ? usable.find(({ minor }) => `3.${minor}` === wanted) : usable[0]
  const seen = found.map(({ file, version }) => `${version} (${file})`).join(', ')
  if (chosen) return { interpreter: chosen, wanted, uv, seen }
  if (uv) return { interpreter: null, wanted, uv, seen }
  fail(`${whatIsMissing({ wanted, seen })} ${howToGet}${orChange(wanted, seen)}`)
}

/** What is said where uv had to fetch an interpreter and could not: `said` are its own words. */
export function notFetched(tools: PythonTools, said: string): string {
  const { interpreter, wanted, seen } = tools
  // The project's own files may ask for another one than its langgraph.json.
  const what = interpreter
    ? `The project asks for another Python than this server has (${seen}).`
    : whatIsMissing(tools)
  return `${what} uv could not fetch it: ${said} Let this server reach where uv downloads from, or install it (from python.org, or as a package of your system).${interpreter ? '' : orChange(wanted, seen)}`
}

function whatIsMissing({ wanted, seen }: Pick<PythonTools, 'wanted' | 'seen'>): string {
  if (wanted) {
    return `The project asks for Python ${wanted} (python_version), and this server has ${seen || 'none'}.`
  }
  return `The project is written in Python, and this server has ${seen ? `only ${seen}` : 'none'}: Python 3.${leastMinor} or later is needed.`
}

function orChange(wanted: string | null, seen: string): string {
  return wanted && seen ? ' Or change python_version.' : ''
}

function fail(reason: string): never {
  throw new RolloutFailure('BUILD_FAILED', reason)
}

async function uvFor(project: PythonProject, env: Record<string, string>): Promise<string | null> {
  const uv = await findProgram('uv', env)
  if (project.uvSource && !uv) {
    fail(
      'The project is locked by uv (“source” in its langgraph.json), and uv is not installed on this server. Install uv there: pip cannot read its lock.',
    )
  }
  if (project.uvSource) return uv
  if (project.installer === 'uv' && !uv) {
    fail('The project asks for uv (pip_installer), which is not installed on this server.')
  }
  // uv does not read the settings of pip.
  return project.installer === 'pip' || project.pipConfigFile ? null : uv
}

/** The interpreters of this machine: the usual one first, then the newest. */
async function pythonsOf(how: {
  env: Record<string, string>
  signal: AbortSignal
}): Promise<Found[]> {
  const minors = Array.from({ length: newestMinor + 1 }, (_, index) => newestMinor - index)
  const names = ['python3', 'python', ...minors.map((minor) => `python3.${minor}`)]
  const onPath = await Promise.all(names.map((name) => findProgram(name, how.env)))
  const files = new Set([...onPath.filter((file) => file !== null), ...(await ofPyenv(how.env))])
  const all = await Promise.all([...files].map((file) => versionOf(file, how)))
  const seen = new Set<string>()
  return all.flatMap((one) => {
    if (!one || seen.has(one.version)) return []
    seen.add(one.version)
    return one
  })
}

async function ofPyenv(env: Record<string, string>): Promise<string[]> {
  const versions = path.join(env.HOME ?? '/nonexistent', '.pyenv', 'versions')
  const names = await readdir(versions).catch(() => [])
  return names.sort().map((name) => path.join(versions, name, 'bin', 'python3'))
}

async function versionOf(
  file: string,
  how: { env: Record<string, string>; signal: AbortSignal },
): Promise<Found | null> {
  const code = 'import sys; print("%d.%d.%d" % sys.version_info[:3])'
  // All are asked at once, and so many listeners on one signal look like a leak.
  const signal = AbortSignal.any([how.signal])
  const end = await runCommand(file, ['-I', '-c', code], { ...how, signal, cwd: '/', timeLimitMs })
  const [, version, minor] = /^(3\.(\d+)\.\d+)$/.exec(end.stdout.trim()) ?? []
  return end.isOk && version ? { file, version, minor: Number(minor) } : null
}
