import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** The graph library, the published command line, and a framework that projects write their apps with. */
const requirements = ['langgraph==1.2.24', 'langgraph-cli==0.4.40', 'fastapi==0.165.0']
const leastMinor = 10

/** What tests of Python graphs run with, or why there is none. */
export type PythonTools =
  /** An interpreter that has the graph library, and the files that it was installed from. Both absolute. */
  | { python: string; wheels: string }
  /** In a sentence. `isOffline`: there is a Python, but the package registry was not reached. */
  | { missing: string; isOffline: boolean }

/**
 * Finds a Python and installs the graph library for it, once for all runs of the tests: into the cache folder of
 * the system, under a name that says for which interpreter and library.
 */
export async function preparePython(): Promise<PythonTools> {
  const found = await findInterpreter()
  if (!found) {
    return { missing: `there is no Python 3.${leastMinor} or later`, isOffline: false }
  }
  const key = createHash('sha256').update(`${found.file} ${found.version} ${requirements}`)
  const cache = process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache')
  const kept = path.join(cache, 'quarterdeck-tests', `python-${key.digest('hex').slice(0, 12)}`)
  const tools = {
    python: path.join(kept, 'venv', 'bin', 'python'),
    wheels: path.join(kept, 'wheels'),
  }
  if (await isThere(tools.python)) return tools
  await mkdir(path.dirname(kept), { recursive: true })
  const made = await mkdtemp(`${kept}-`)
  try {
    const wheels = path.join(made, 'wheels')
    const python = path.join(made, 'venv', 'bin', 'python')
    await run(found.file, ['-m', 'venv', path.join(made, 'venv')])
    const pip = ['-m', 'pip', '--disable-pip-version-check', '--no-input', '--quiet']
    // Projects with packaging of their own are built with these.
    const all = [...requirements, 'setuptools>=68', 'wheel']
    await run(python, [...pip, 'download', '--dest', wheels, ...all])
    const offline = ['--no-index', '--find-links', wheels]
    await run(python, [...pip, 'install', ...offline, ...requirements])
    // Another run of the tests may have been quicker.
    await rename(made, kept).catch(() => {})
    return (await isThere(tools.python))
      ? tools
      : { missing: `${kept} cannot be written`, isOffline: false }
  } catch (error) {
    const said = String((error as { stderr?: unknown }).stderr ?? error)
    const isOffline = /connection|timed out|resolve|ProxyError|NewConnectionError/i.test(said)
    const last = said.trim().split('\n').at(-1)
    return { missing: `${requirements.join(' or ')} cannot be installed (${last})`, isOffline }
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

async function findInterpreter(): Promise<{ file: string; version: string } | null> {
  if (process.platform === 'win32') return null
  const code = 'import sys; print(sys.executable, *sys.version_info[:3])'
  for (const name of ['python3', 'python']) {
    const { stdout } = await run(name, ['-c', code]).catch(() => ({ stdout: '' }))
    const [file, major, minor, patch] = stdout.trim().split(' ')
    if (!file || major !== '3' || Number(minor) < leastMinor) continue
    return { file, version: `${major}.${minor}.${patch}` }
  }
  return null
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
