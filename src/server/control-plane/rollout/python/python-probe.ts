import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { runCommand } from '../../commands/run-command.ts'
import { RolloutFailure, RolloutStopped } from '../../rollout-failure.ts'
import { findPython, type PythonTools } from './find-python.ts'
import { pythonBuildEnvironment, withoutPasswords } from './python-environment.ts'
import type { PythonProject } from './read-python-config.ts'

/** An answer is kept so long: who has just installed a Python asks again. */
const keptMs = 10_000
const timeLimitMs = 60_000
const library = 'langgraph>=1.0,<2'

/** A project of the usual kind, which asks for nothing in particular. */
const anyProject: PythonProject = {
  dependencies: [library],
  version: null,
  installer: 'auto',
  pipConfigFile: null,
  uvSource: null,
}

/** Finds out whether this machine could build a Python project, without building one. */
export class PythonProbe {
  readonly #packageCache: string
  readonly #now: () => Date
  readonly #stopped = new AbortController()
  #last: { at: number; problem: Promise<string | null> } | null = null

  constructor(options: { packageCache: string; now: () => Date }) {
    this.#packageCache = options.packageCache
    this.#now = options.now
  }

  /** What is missing and what to do, in sentences; null when nothing is. */
  problem(): Promise<string | null> {
    const now = this.#now().getTime()
    if (!this.#last || now - this.#last.at > keptMs) {
      this.#last = { at: now, problem: this.#look() }
    }
    return this.#last.problem
  }

  stop(): void {
    this.#stopped.abort()
  }

  async #look(): Promise<string | null> {
    const env = pythonBuildEnvironment(this.#packageCache, anyProject)
    const { signal } = this.#stopped
    try {
      return await this.#reaches(await findPython(anyProject, { env, signal }), env)
    } catch (error) {
      if (error instanceof RolloutStopped) return 'The server is stopping.'
      if (error instanceof RolloutFailure) return error.message
      throw error
    }
  }

  /** Asks where packages come from for the graph library alone. */
  async #reaches(tools: PythonTools, env: Record<string, string>): Promise<string | null> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-python-'))
    const { signal } = this.#stopped
    try {
      const wanted = path.join(folder, 'requirements.txt')
      await writeFile(wanted, `${library}\n`)
      const [program, ...args] = commandFor(tools, wanted, folder)
      const how = { cwd: folder, env: { ...env, PIP_RETRIES: '1' }, timeLimitMs, signal }
      const end = await runCommand(program, args, how)
      if (end.isOk) return null
      // Without a pip of the machine each build gets one of its own, which cannot be asked beforehand.
      if (/No module named pip/.test(end.stderr)) return null
      const said = end.stderr.split(/\r?\n/).filter((line) => /^(ERROR|error):/i.test(line.trim()))
      const reason = end.isOverdue ? end.how : withoutPasswords(said.at(-1)?.trim() ?? end.how)
      return `The package langgraph is not reached from this server (${reason}). Give the server a network, or a folder of wheels by PIP_FIND_LINKS.`
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

function commandFor(
  { uv, interpreter }: PythonTools,
  wanted: string,
  folder: string,
): [string, ...string[]] {
  if (uv) return [uv, 'pip', 'compile', '--quiet', '--no-deps', wanted]
  if (!interpreter) throw new Error('There is neither a Python nor uv.')
  const pip = [interpreter.file, '-I', '-m', 'pip', 'download'] as const
  return [...pip, '--quiet', '--no-deps', '--dest', folder, '-r', wanted]
}
