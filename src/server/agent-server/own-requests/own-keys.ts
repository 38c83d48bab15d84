import { randomBytes } from 'node:crypto'
import type { AuthUser } from '../../executor/protocol/project-requests.ts'
import { isSameSecret } from '../../same-secret.ts'

/** Code of an agent that asks the agent server of its own deployment: as the user of its run, where that has one. */
export interface OwnAsker {
  user: AuthUser | null
}

/** So many runs are known, those included that are over: their requests may be on their way. */
const keptRuns = 4_000

/**
 * What opens the agent server of its own deployment to the code of one process, for as long as that lives: a key of the
 * process, and the token of every run that it has worked on, which stands for the user of that run.
 */
export class OwnKeys {
  readonly ofProcess = randomBytes(32).toString('base64url')
  readonly #users = new Map<string, AuthUser | null>()

  /** From now on the token of a run is a key. */
  add(token: string, user: AuthUser | null): void {
    this.#users.set(token, user)
    const [oldest] = this.#users.size > keptRuns ? this.#users.keys() : []
    if (oldest !== undefined) this.#users.delete(oldest)
  }

  find(key: string): OwnAsker | null {
    const user = this.#users.get(key)
    if (user !== undefined) return { user }
    return isSameSecret(key, this.ofProcess) ? { user: null } : null
  }
}
