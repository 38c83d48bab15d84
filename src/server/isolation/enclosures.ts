import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { lstat, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { placeBuildSettings } from './build-settings.ts'
import { DeploymentHomes } from './deployment-homes.ts'
import { type EnclosureView, enclosureScript, exportsOf } from './enclosure-script.ts'
import type { Enclosed, Isolation, IsolationOptions, Project, ProjectProgram } from './isolation.ts'
import {
  type MachineView,
  machineView,
  nodePlaces,
  outermost,
  programPlaces,
  pythonPlaces,
  realOrNull,
} from './machine-view.ts'
import { filteredCommand } from './system-calls.ts'

const run = promisify(execFile)
const megabyte = 1024 ** 2
/** Of an executor's memory, for its temporary files and what it changes in its build. */
const scratchShare = 1 / 4
/** Before it a kernel counts the processes of a user over all namespaces, those of people included. */
const leastKernel = [5, 14] as const

/**
 * Encloses each program in mount, process and IPC namespaces of its own: it finds the machine's software, its
 * project and a home, and no other process. As root each deployment has a user of its own; else a user
 * namespace lends the privileges that putting the enclosure together takes.
 */
export class Enclosures implements Isolation {
  readonly kind
  readonly notSeparated
  readonly refusal = null
  readonly memoryMb
  readonly #options: IsolationOptions
  readonly #scaffold: string
  readonly #homes: DeploymentHomes
  readonly #machine: MachineView
  readonly #filter: readonly string[]

  /** @param options `notSeparated`: sentences for people */
  constructor(
    options: IsolationOptions & {
      dataDir: string
      isRoot: boolean
      notSeparated: readonly string[]
    },
  ) {
    this.#options = options
    this.notSeparated = options.notSeparated
    this.kind = options.isRoot ? ('namespaces-and-users' as const) : ('namespaces' as const)
    this.memoryMb = shareOfMachine(options.memoryPercent)
    this.#scaffold = path.join(options.dataDir, 'enclosure')
    mkdirSync(this.#scaffold, { recursive: true, mode: 0o755 })
    this.#homes = new DeploymentHomes(options.dataDir, options.isRoot)
    this.#machine = machineView(options.folders)
    this.#filter = (options.systemCalls === 'filtered' && filteredCommand(process.arch)) || []
  }

  async prepareBuild({ deploymentId, root }: Project): Promise<void> {
    const { uid, build } = this.#homes.of(deploymentId)
    await placeBuildSettings(build, uid)
    if (uid !== null) await own(root, uid)
  }

  async prepare({ deploymentId, root }: Project): Promise<void> {
    const { uid } = this.#homes.of(deploymentId)
    // One that was made before deployments had users.
    if (uid !== null && (await lstat(root)).uid !== uid) await own(root, uid)
  }

  enclose(order: ProjectProgram): Enclosed {
    const { project, isBuild, directory } = order
    const own = this.#homes.of(project.deploymentId)
    const home = isBuild ? own.build : own.agent
    const memoryMb = order.memoryMb ?? this.memoryMb
    const { readable, links, devices } = this.#machine
    const { processes, openFiles, secretFiles } = this.#options
    const view: EnclosureView = {
      scaffold: this.#scaffold,
      scratchBytes: memoryMb * megabyte * scratchShare,
      readable: [
        ...readable,
        ...outermost(
          this.#notShown(project, [
            ...(project.python ? pythonPlaces(project.python) : []),
            ...(project.node ? nodePlaces(project.node) : []),
            ...programPlaces(order.file),
          ]),
        ),
      ],
      layered: isBuild ? null : project.root,
      writable: isBuild ? [project.root, home] : [home],
      emptied: secretFiles,
      devices,
      links,
      directory,
      user: own.uid === null ? null : { uid: own.uid, home },
      limits: { processes: own.uid !== null || countsByNamespace() ? processes : null, openFiles },
      filter: this.#filter,
    }
    const env = { ...order.env, HOME: home, TMPDIR: '/tmp', ...(isBuild ? buildPlaces(home) : {}) }
    const asUser = own.uid === null ? ['--user', '--map-current-user', '--keep-caps'] : []
    return {
      program: 'setpriv',
      args: [
        ...['--pdeathsig', 'KILL', 'unshare', ...asUser],
        ...['--mount', '--pid', '--ipc', '--fork', '--kill-child=KILL', '--propagation', 'private'],
        ...['/bin/sh', '-c', enclosureScript(view), 'sh', order.file, ...order.args],
      ],
      // Nothing of the project's: these programs have privileges.
      env: { PATH: '/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin' },
      input: exportsOf(env),
      cwd: '/',
      // The shell that keeps the namespace.
      parent: 1,
    }
  }

  async forget(deploymentId: string): Promise<void> {
    await rm(this.#homes.folderOf(deploymentId), { recursive: true, force: true })
  }

  #notShown({ root }: Project, places: readonly string[]): string[] {
    const shown = [...this.#machine.readable, root]
    return places.filter((place) => {
      // What is found through a link of the system, as /bin, is there.
      const at = path.join(
        realOrNull(path.dirname(place)) ?? path.dirname(place),
        path.basename(place),
      )
      return !shown.some((one) => `${at}/`.startsWith(`${one}/`))
    })
  }
}

/** Links are not followed, so nothing outside of the folder changes hands. */
async function own(folder: string, uid: number): Promise<void> {
  await run('chown', ['-R', '-h', `${uid}:${uid}`, folder])
}

/** What was fetched for one deployment is not handed to another: a build could have put something else there. */
function buildPlaces(home: string): Record<string, string> {
  const cache = path.join(home, 'cache')
  return {
    npm_config_cache: path.join(cache, 'npm'),
    PIP_CACHE_DIR: path.join(cache, 'pip'),
    UV_CACHE_DIR: path.join(cache, 'uv'),
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_DATA_HOME: path.join(home, '.local/share'),
    XDG_CACHE_HOME: cache,
  }
}

export function shareOfMachine(percent: number): number {
  const all = Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.max(256, Math.floor((all / megabyte) * (percent / 100)))
}

function countsByNamespace(): boolean {
  const [major = 0, minor = 0] = os.release().split('.').map(Number)
  return major > leastKernel[0] || (major === leastKernel[0] && minor >= leastKernel[1])
}
