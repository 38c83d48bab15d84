import type { AuthUser } from '../../executor/protocol/project-requests.ts'

/** A request to the agent server that the project's app has in hand first. */
export interface PassedRequest {
  /** As the client has asked for it. */
  origin: string
  /** Headers that the app is not shown: this server's key. */
  withheld: [name: string, value: string][]
  /** Whether it is still the same endpoint that is asked for: what an app makes of it otherwise it does in its own right. */
  isSame(method: string, path: string): boolean
  /** Who the project's authorization has said it is from; null where that was not asked yet. */
  user: AuthUser | null
}
