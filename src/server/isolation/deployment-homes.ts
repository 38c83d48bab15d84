import { createHash } from 'node:crypto'
import { chownSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** Above what systems and container engines hand out, below where 32 bits end. */
const firstUser = 1_900_000_000
/** In a container that knows few users. */
const firstUserOfFew = 50_000
const usersOfServer = 1_000
const servers = 200_000
const serversOfFew = 10

/** Users by their numbers, both included. */
export interface UserRange {
  first: number
  last: number
}

/**
 * The folders that deployments own, and, where the server may hand out users, the user of each. Who owns the
 * folder is the record of it: nothing else has to be kept.
 */
export class DeploymentHomes {
  readonly #folder: string
  readonly #hasUsers: boolean
  readonly #first: number

  constructor(dataDir: string, hasUsers: boolean) {
    this.#folder = path.join(dataDir, 'homes')
    this.#hasUsers = hasUsers
    this.#first = firstOf(dataDir)
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
  }

  /** Made when it is missing. `uid` is null where the deployment has no user of its own. */
  of(deploymentId: string): { folder: string; agent: string; build: string; uid: number | null } {
    const folder = path.join(this.#folder, deploymentId)
    const [agent, build] = [path.join(folder, 'agent'), path.join(folder, 'build')]
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const uid = this.#hasUsers ? this.#userOf(folder) : null
    for (const place of [agent, build]) {
      mkdirSync(place, { recursive: true, mode: 0o700 })
      if (uid !== null) chownSync(place, uid, uid)
    }
    return { folder, agent, build, uid }
  }

  folderOf(deploymentId: string): string {
    return path.join(this.#folder, deploymentId)
  }

  #userOf(folder: string): number {
    const own = statSync(folder).uid
    if (own >= this.#first && own < this.#first + usersOfServer) return own
    const taken = new Set(
      readdirSync(this.#folder).map((name) => statSync(path.join(this.#folder, name)).uid),
    )
    for (let uid = this.#first; uid < this.#first + usersOfServer; uid += 1) {
      if (taken.has(uid)) continue
      chownSync(folder, uid, uid)
      return uid
    }
    throw new Error(`This server has no user left for a deployment: ${usersOfServer} are in use.`)
  }
}

/** Two servers on one machine do not hand out the same users. */
function firstOf(dataDir: string): number {
  const place = createHash('sha256').update(dataDir).digest().readUInt32BE(0) % servers
  const { first } = usersOfAgents()
  const all = first === firstUser ? servers : serversOfFew
  return first + (place % all) * usersOfServer
}

/** All that servers of this machine hand out to deployments. */
export function usersOfAgents(): UserRange {
  const [first, count] = isKnown(firstUser + servers * usersOfServer)
    ? [firstUser, servers]
    : [firstUserOfFew, serversOfFew]
  return { first, last: first + count * usersOfServer - 1 }
}

function isKnown(uid: number): boolean {
  try {
    return readFileSync('/proc/self/uid_map', 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .some(([inside = 0, , length = 0]) => inside <= uid && uid < inside + length)
  } catch {
    return false
  }
}
