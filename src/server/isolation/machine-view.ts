import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'

/** What programs of every project need of the machine. */
export interface MachineView {
  readable: string[]
  devices: string[]
  links: [string, string][]
}

const packageFolder = path.join(import.meta.dirname, '../../..')

/** System software, where the systems that are around have it. Neither /home, /root, /var nor /run is among it. */
const systemFolders = ['/usr', '/etc', '/opt', '/nix', '/bin', '/sbin', '/lib', '/lib32', '/lib64']

/** By name: graphics processors of the usual makers. */
const graphics = /^(nvidia.*|dri|kfd|dxg)$/

/**
 * The system's software, this Node, and of this package what an executor loads: its own code and its libraries.
 * @param further folders that the operator lets every agent read
 */
export function machineView(further: readonly string[]): MachineView {
  const links = systemFolders.flatMap((place): [string, string][] => {
    const target = linkTarget(place)
    return target ? [[place.slice(1), target]] : []
  })
  const linked = new Set(links.map(([name]) => `/${name}`))
  const readable = [
    ...systemFolders.filter((place) => !linked.has(place)),
    '/sys/devices/system/cpu',
    '/sys/devices/system/node',
    '/run/current-system',
    '/var/lib/ca-certificates',
    // Often a link to a file that a service of the machine writes.
    realOrNull('/etc/resolv.conf'),
    ...ownPlaces(),
    ...nodePlaces(process.execPath),
    ...further,
  ].filter((place): place is string => place !== null && existsSync(place))
  const devices = namesIn('/dev').filter((name) => graphics.test(name))
  return {
    readable: outermost(readable),
    devices: devices.map((name) => `/dev/${name}`),
    links,
  }
}

/**
 * Where the interpreter of a Python environment lives: the folders of the Python that the environment was
 * made from.
 */
export function pythonPlaces(python: string): string[] {
  const real = realOrNull(python)
  if (real === null) return []
  const prefix = path.dirname(path.dirname(real))
  // The links between the environment and the real program lead through these.
  const home = baseFolder(python)
  const prefixes = new Set([prefix, ...(home ? [path.dirname(home)] : [])])
  return [...prefixes].flatMap((place) =>
    isTooMuch(place) ? [path.join(place, 'bin'), path.join(place, 'lib')] : [place],
  )
}

/** Where a program is that this server chose: people install uv below their home, of which nothing else is shown. */
export function programPlaces(file: string): string[] {
  const real = path.isAbsolute(file) ? realOrNull(file) : null
  return real === null ? [] : [...new Set([file, real])]
}

function baseFolder(python: string): string | null {
  try {
    const text = readFileSync(path.join(path.dirname(path.dirname(python)), 'pyvenv.cfg'), 'utf8')
    return /^home\s*=\s*(.+)$/m.exec(text)?.[1]?.trim() ?? null
  } catch {
    return null
  }
}

/** A folder that holds a home is not shown for the sake of a program in it. */
function isTooMuch(place: string): boolean {
  const home = realOrNull(os.homedir()) ?? os.homedir()
  return place === '/' || home === place || home.startsWith(`${place}${path.sep}`)
}

function ownPlaces(): string[] {
  const own = ['package.json', 'tsconfig.json', 'src', 'dist/server', 'node_modules'].map((name) =>
    path.join(packageFolder, name),
  )
  const found = createRequire(import.meta.url)
    .resolve.paths('@langchain/langgraph')
    ?.find((place) => existsSync(path.join(place, '@langchain/langgraph')))
  return found ? [...own, found] : own
}

/** Where a Node lives, with what came with it. */
export function nodePlaces(file: string): string[] {
  const real = realpathSync(file)
  const prefix = path.dirname(path.dirname(real))
  const isOwn = existsSync(path.join(prefix, 'lib/node_modules')) && !isTooMuch(prefix)
  return [...(isOwn ? [prefix] : []), real, file]
}

/** Without those that lie in another one. */
export function outermost(places: readonly string[]): string[] {
  const all = [...new Set(places)]
  return all.filter((place) => !all.some((other) => place.startsWith(`${other}${path.sep}`)))
}

function linkTarget(place: string): string | null {
  try {
    return readlinkSync(place)
  } catch {
    return null
  }
}

/** Where a path leads in the end; null where that is not there. */
export function realOrNull(place: string): string | null {
  try {
    return realpathSync(place)
  } catch {
    return null
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
