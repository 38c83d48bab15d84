import type { Context } from 'hono'
import type { AgentHost } from '../cluster/agent-host.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Database } from '../db/database.ts'
import type { FreeBytes } from '../operations/disk-room.ts'
import type { Resolve } from '../outgoing/checked-lookup.ts'
import type { SecretBox } from '../secrets/secret-box.ts'

/** The servers of the gateway's connections, as far as alerts ask for them. */
export interface WatchedConnections {
  /** All but the local stack. */
  list(): Promise<readonly { id: string; name: string }[]>
  /** Null where it answers, otherwise why it does not, in a sentence. */
  problemOf(connectionId: string): Promise<string | null>
}

/** What all of the alerts need. */
export interface AlertsContext {
  database: Database
  cluster: Cluster
  secretBox: SecretBox
  host: Pick<AgentHost, 'seenProcess'>
  connections: WatchedConnections
  /** The room on the disk of this process's data directory. */
  freeBytes: FreeBytes
  resolve: Resolve
  /** The console's address, without a slash at its end. */
  publicUrl: string
  /** How often the rules are looked at; 10 s when absent. */
  evaluateMs?: number | undefined
  /** Pauses after the first attempt to send, the second, and so on; has a default. */
  pausesMs?: readonly number[] | undefined
  now: () => Date
  /** The name of whoever asks; null where nobody has to sign in. */
  nameOf: (context: Context) => string | null
  /** Is told each secret, so that it can be kept out of every log. */
  onSecret: (secret: string) => void
  /** Gets errors that nobody expected. */
  report: (error: Error) => void
}
