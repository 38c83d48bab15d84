import { randomBytes, randomUUID } from 'node:crypto'
import type { AuthUser } from '../../executor/protocol/project-requests.ts'
import { isSameSecret } from '../../same-secret.ts'
import type { PassedRequest } from './passed-request.ts'

/** Code of an agent that asks the agent server of its own deployment: as the user of its run, where that has one. */
export interface OwnAsker {
  user: AuthUser | null
}

/** So many runs are known, those included that are over: their requests may be on their way. */
const keptRuns = 4_000

/**
 * What opens the agent server of its own deployment to the code of one process, for as long as that lives: a key of the
 * process, and the token of every run that it has worked on, which stands for the user of that run. A request that its
 * app has in hand has a token as well, for as long as that answers it.
 */
export class OwnKeys {
  readonly ofProcess = randomBytes(32).toString('base64url')
  readonly #users = new Map<string, AuthUser | null>()
  readonly #passed = new Map<string, PassedRequest>()

  /** From now on the token of a run is a key. */
  add(token: string, user: AuthUser | null): void {
    this.#users.set(token, user)
    const [oldest] = this.#users.size > keptRuns ? this.#users.keys() : []
    if (oldest !== undefined) this.#users.delete(oldest)
  }

  /** A token by which the app passes on the request. */
  letPass(request: PassedRequest): string {
    const token = randomUUID()
    this.#passed.set(token, request)
    return token
  }

  /** It is answered, or nobody waits for that any more. */
  endPass(token: string): void {
    this.#passed.delete(token)
  }

  findPassed(token: string): PassedRequest | null {
    return this.#passed.get(token) ?? null
  }

  find(key: string): OwnAsker | null {
    const user = this.#users.get(key)
    if (user !== undefined) return { user }
    return isSameSecret(key, this.ofProcess) ? { user: null } : null
  }
}
