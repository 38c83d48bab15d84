import { mkdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { type CommandEnd, runCommand } from '../../commands/run-command.ts'
import { RolloutFailure } from '../../rollout-failure.ts'
import type { BuildEnclosure } from '../build-enclosure.ts'
import type { RolloutLimits } from '../rollout-limits.ts'
import { type DependencyPlan, isPinned, planDependencies } from './dependency-plan.ts'
import { notFetched, type PythonTools } from './find-python.ts'
import {
  environmentFolder,
  interpreterWithin,
  namesFolder,
  pythonBuildEnvironment,
  withoutPasswords,
} from './python-environment.ts'
import type { PythonProject } from './read-python-config.ts'

/** For projects that do not name the graph library, as some rely on an image that brings it. */
const ownLibrary = 'langgraph==1.2.24'

export interface PythonBuildRequest {
  /** Root of the checkout, and the folder of its langgraph.json. Absolute. */
  root: string
  configFolder: string
  /** The repository's name, by which code of its own root may import itself. */
  repositoryName: string
  project: PythonProject
  tools: PythonTools
  installCommand: string | null
  buildCommand: string | null
  packageCache: string
  limits: RolloutLimits
  enclosure: BuildEnclosure | null
  signal: AbortSignal
  onLine: (line: string, level?: 'WARNING') => void
}

/**
 * Makes a checkout with graphs in Python ready to be loaded: an environment of its own within the build, what
 * its langgraph.json depends on, and the graph library where that is missing. Answers whether installing
 * again would install the same. Throws a RolloutFailure (BUILD_FAILED).
 */
export async function installPython(request: PythonBuildRequest): Promise<{ isLocked: boolean }> {
  const build = new PythonBuild(request)
  await build.makeEnvironment()
  const isLocked = await build.installProject()
  await build.ensureLibrary()
  await build.runBuildCommand()
  return { isLocked }
}

class PythonBuild {
  readonly #request: PythonBuildRequest
  readonly #folder: string
  readonly #python: string
  readonly #env: Record<string, string>
  /** What installs packages into the environment, up to the packages. */
  #installer: [string, ...string[]] = ['pip']

  constructor(request: PythonBuildRequest) {
    const { root, packageCache, project } = request
    this.#request = request
    this.#folder = path.join(root, environmentFolder)
    this.#python = path.join(root, interpreterWithin)
    const env = pythonBuildEnvironment(packageCache, project)
    this.#env = {
      ...env,
      VIRTUAL_ENV: this.#folder,
      UV_PROJECT_ENVIRONMENT: this.#folder,
      PATH: [path.dirname(this.#python), env.PATH].join(path.delimiter),
    }
  }

  async makeEnvironment(): Promise<void> {
    const { tools, onLine } = this.#request
    const { interpreter, wanted, uv } = tools
    await mkdir(path.dirname(this.#folder), { recursive: true })
    await this.#request.enclosure?.handOver()
    if (uv) {
      const python = interpreter?.file ?? wanted ?? '3.12'
      await this.#step([uv, 'venv', '--no-project', '--python', python, this.#folder])
      this.#installer = [uv, 'pip', 'install', '--python', this.#python, '--compile-bytecode']
      return
    }
    if (!interpreter) throw new Error('There is neither a Python nor uv.')
    onLine(`Using Python ${interpreter.version} (${interpreter.file}).`)
    const bare = await this.#run([interpreter.file, ...['-I', '-m', 'pip', '--version']])
    // pip can install into other environments since 22.3; its own copy of each costs seconds.
    const [, major, minor] = /^pip (\d+)\.(\d+)/.exec(bare.stdout) ?? []
    const isAble = bare.isOk && Number(major) * 100 + Number(minor) >= 2203
    const venv = [interpreter.file, '-I', '-m', 'venv'] as const
    await this.#step([...venv, ...(isAble ? ['--without-pip'] : []), this.#folder])
    this.#installer = isAble
      ? [interpreter.file, '-I', '-m', 'pip', '--python', this.#python, 'install']
      : [this.#python, '-m', 'pip', 'install']
  }

  /** Answers whether what it installs is locked. */
  async installProject(): Promise<boolean> {
    const { project, installCommand, root, configFolder, onLine } = this.#request
    if (installCommand) {
      await this.#ownCommand(
        'install command',
        installCommand,
        root,
        this.#request.limits.installMs,
      )
      await this.#addPaths([configFolder])
      return false
    }
    if (project.uvSource) {
      const { root: folder, packageName } = project.uvSource
      await this.#sync(folder, packageName)
      return true
    }
    const plan = await planDependencies(project, configFolder)
    for (const warning of plan.warnings) onLine(warning, 'WARNING')
    await this.#addPaths(plan.paths, plan.modules)
    if (plan.uvLock && this.#request.tools.uv) {
      await this.#sync(path.dirname(plan.uvLock), null)
      return true
    }
    if (plan.uvLock) {
      onLine('uv.lock is not read by pip: the versions of pyproject.toml are installed.', 'WARNING')
    }
    await this.#install(plan)
    return isPinned(plan)
  }

  async ensureLibrary(): Promise<void> {
    const code =
      'import importlib.metadata as m\ntry: print(m.version("langgraph"))\nexcept m.PackageNotFoundError: print("none")'
    const end = await this.#run([this.#python, '-I', '-c', code])
    const version = end.stdout.trim()
    if (!end.isOk) fail(`The environment of the project does not work: Python ${end.how}.`)
    if (version === 'none') {
      this.#request.onLine(`The project does not install langgraph: adding ${ownLibrary}.`)
      await this.#step([...this.#installer, ownLibrary])
    } else if (Number(version.split('.')[0]) < 1) {
      fail(
        `The project installs langgraph ${version}, and this server runs 1.0 and later. Raise it in the project's dependencies.`,
      )
    }
  }

  async runBuildCommand(): Promise<void> {
    const { buildCommand, configFolder, limits } = this.#request
    if (buildCommand) {
      await this.#ownCommand('build command', buildCommand, configFolder, limits.buildMs)
    }
  }

  async #sync(folder: string, packageName: string | null): Promise<void> {
    const { uv } = this.#request.tools
    if (!uv) throw new Error('A lock of uv needs uv.')
    const member = packageName ? ['--package', packageName] : []
    await this.#step(
      [uv, 'sync', '--frozen', '--no-dev', '--compile-bytecode', ...member, '--project', folder],
      folder,
    )
  }

  async #install({ names, files, packages }: DependencyPlan): Promise<void> {
    if (names.length > 0) await this.#step([...this.#installer, ...names])
    if (files.length > 0) {
      await this.#step([...this.#installer, ...files.flatMap((file) => ['-r', file])])
    }
    if (packages.length > 0) {
      await this.#step([...this.#installer, ...packages.flatMap((folder) => ['-e', folder])])
    }
  }

  /**
   * The modules in `paths`, and those that folders are themselves, are found by every program of the
   * environment. Of the latter only the folder: what lies beside it may be installed in another way.
   */
  async #addPaths(paths: string[], modules: string[] = []): Promise<void> {
    if (paths.length + modules.length === 0) return
    const { root, repositoryName } = this.#request
    const names = path.join(root, namesFolder)
    if (modules.length > 0) await mkdir(names, { recursive: true })
    for (const folder of new Set(modules)) {
      // The build has a folder of another name.
      const name = folder === root ? repositoryName : path.basename(folder)
      await symlink(folder, path.join(names, name))
    }
    const all = [...new Set([...paths, ...(modules.length > 0 ? [names] : [])])]
    // Written by who builds: where it goes is what the environment says, and its code is the project's.
    const code = `import os, sys, sysconfig
place = os.path.join(sysconfig.get_paths()["purelib"], "quarterdeck_project.pth")
with open(place, "w", encoding="utf-8") as file: file.write("".join(line + "\\n" for line in sys.argv[1:]))`
    const end = await this.#run([this.#python, '-I', '-c', code, ...all])
    if (!end.isOk) fail(`The environment of the project does not work: Python ${end.how}.`)
  }

  async #ownCommand(what: string, command: string, cwd: string, timeLimitMs: number) {
    this.#request.onLine(`Running the ${what}: ${command}`)
    const end = await this.#run(['/bin/sh', '-c', command], cwd, timeLimitMs, true)
    if (!end.isOk) {
      fail(`The ${what} failed: “${command}” ${end.how}. The build log holds what it said.`)
    }
  }

  /** One line of the log says what is run; all that it says follows. */
  async #step(command: readonly [string, ...string[]], cwd = this.#request.configFolder) {
    const [program, ...args] = command
    const { root, limits } = this.#request
    const shown = args.map((arg) =>
      path.relative(root, arg).startsWith('..') || !path.isAbsolute(arg)
        ? arg
        : path.relative(root, arg) || '.',
    )
    const line = withoutPasswords([path.basename(program), ...shown].join(' '))
    this.#request.onLine(`Running ${line}`)
    const end = await this.#run(command, cwd, limits.installMs, true)
    if (end.isOk) return
    const { tools } = this.#request
    const isFirst = args[0] === 'venv' && tools.interpreter === null
    if (isFirst || isAboutPython(end)) fail(notFetched(tools, reasonOf(end)))
    fail(`Installing the project failed: ${reasonOf(end)}`)
  }

  #run(
    [program, ...args]: readonly [string, ...string[]],
    cwd = this.#request.configFolder,
    timeLimitMs = this.#request.limits.installMs,
    isShown = false,
  ): Promise<CommandEnd> {
    const { signal, onLine } = this.#request
    return runCommand(program, args, {
      cwd,
      env: this.#env,
      timeLimitMs,
      signal,
      enclose: this.#request.enclosure?.enclose,
      ...(isShown ? { onLine: (line: string) => onLine(withoutPasswords(line)) } : {}),
    })
  }
}

function fail(reason: string): never {
  throw new RolloutFailure('BUILD_FAILED', reason)
}

/** True where what uv could not get is an interpreter. */
function isAboutPython({ stderr }: CommandEnd): boolean {
  return /python-build-standalone|No interpreter found|Python downloads/i.test(stderr)
}

/** The installer's own last word, where it has one. */
function reasonOf(end: CommandEnd): string {
  const words = end.stderr
    .split(/\r?\n/)
    .filter(
      (line) => /^(ERROR:|error:|\s*×)/.test(line) && !/see above|resolution-too-deep/.test(line),
    )
    .slice(-2)
    .map((line) => line.trim())
  const said = words.length > 0 && !end.isOverdue ? withoutPasswords(words.join(' ')) : end.how
  return `${said} The build log holds the rest.`
}
