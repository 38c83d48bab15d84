import { randomUUID } from 'node:crypto'
import type { Change, ChangeArea } from '../../contract/gateway/changes.ts'
import type { Database } from '../db/database.ts'
import type { LeaseSpan } from '../executor/protocol/lease-span.ts'
import { Changes } from './changes.ts'
import { type Notice, NoticeLine } from './notices.ts'
import { leaveToSuccessor, readPredecessor } from './predecessor.ts'
import { ServerLease } from './server-lease.ts'
import { countPeers, endLease } from './server-store.ts'

/** How the processes of a cluster keep in touch. */
export interface ClusterLimits {
  /** How long a process that is not heard of keeps what it has claimed. */
  leaseMs: number
  /** How often it is looked for what no notice has told. */
  pollMs: number
}

/** Missing ones have defaults; without other processes there is less to look for. */
export function clusterLimits(given: Partial<ClusterLimits>, isShared: boolean): ClusterLimits {
  return {
    leaseMs: given.leaseMs ?? 15_000,
    pollMs: given.pollMs ?? (isShared ? 2_000 : 10_000),
  }
}

/** A part of the server that keeps in step with the other processes. */
export interface ClusterListener {
  /** Another process tells something. */
  onNotice(notice: Notice): void
  /** It is time to read from the database what no notice may have told. */
  onPoll(): void
}

/**
 * The processes that share a database, as one of them sees them.
 *
 * Identity: every start of a process has a new id, under which it claims runs and rollouts.
 * Lease: a process that claims holds a lease, one for all its claims, which it renews three times
 * within its length. When the lease has run out, by the database's clock, the others take over what was
 * claimed under it. Whoever comes back after that finds its claims gone: each write of a claim's owner
 * asks in the same statement or transaction whether the claim is still there (the fence).
 * Poll and notify: a process that changes something notifies the others; each of them also polls, at
 * intervals, after a gap in the notices, and when its lease had run out. A lost notice costs a moment.
 */
export class Cluster {
  readonly serverId = randomUUID()
  /** Other processes may share the database. */
  readonly isShared: boolean
  readonly notices: NoticeLine
  /** Tells consoles what changed. */
  readonly changes = new Changes()
  readonly limits: ClusterLimits
  readonly #database: Database
  readonly #dataDir: string | null
  readonly #lease: ServerLease
  readonly #listeners = new Set<ClusterListener>()
  readonly #polling: NodeJS.Timeout
  #joining: Promise<void> | null = null
  #facts: () => object = () => ({})

  constructor(options: {
    database: Database
    /** Where this process finds its predecessor's id, absolute; null for one that has none. */
    dataDir: string | null
    limits?: Partial<ClusterLimits>
    report(error: Error): void
  }) {
    const { database, report } = options
    this.#database = database
    this.#dataDir = options.dataDir
    this.isShared = database.notices !== null
    this.limits = clusterLimits(options.limits ?? {}, this.isShared)
    this.notices = new NoticeLine({
      database,
      from: this.serverId,
      report,
      onNotice: (notice) => {
        for (const listener of this.#listeners) listener.onNotice(notice)
      },
      onTold: (notice) => this.changes.hear(notice),
      onGap: () => {
        this.changes.hearGap()
        this.#poll()
      },
    })
    this.#lease = new ServerLease({
      database,
      serverId: this.serverId,
      leaseMs: this.limits.leaseMs,
      facts: () => this.#facts(),
      report,
      onLapse: () => this.#poll(),
    })
    this.#polling = setInterval(() => this.#poll(), this.limits.pollMs).unref()
  }

  /** Calls back from now on. Answers how to end that. */
  listen(listener: ClusterListener): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** From now on the process tells that of itself, where it shares the database. */
  tell(facts: () => object): void {
    this.#facts = facts
  }

  /** Something that consoles show is not as it was. */
  changed(
    area: ChangeArea,
    deploymentId: string | null = null,
    more: Omit<Change, 'area' | 'deployment_id'> = {},
  ): void {
    this.notices.send({ kind: 'changed', area, deployment_id: deploymentId, ...more })
  }

  /** Whether other processes that share the database are alive: what cannot be done here may be done there. */
  async hasPeers(): Promise<boolean> {
    return this.isShared && (await countPeers(this.#database, this.serverId)) > 0
  }

  /** When what this process has claimed is certainly its own, as far as it knows; null where it is for good. */
  get leaseSpan(): LeaseSpan | null {
    return this.#lease.span
  }

  /** The same, found out anew where that time is over; null when it has left. Rejects when the database does not answer. */
  renewedSpan(): Promise<LeaseSpan | null> {
    return this.#lease.renewedSpan()
  }

  /** Resolves when this process may claim; rejects when the database does not answer. May be repeated. */
  join(): Promise<void> {
    this.#joining ??= this.#join().catch((error: unknown) => {
      this.#joining = null
      throw error
    })
    return this.#joining
  }

  /** Ends the lease, and sends the notices that wait: what is still claimed is free for others at once. */
  async leave(): Promise<void> {
    this.#listeners.clear()
    clearInterval(this.#polling)
    try {
      await this.#lease.leave()
    } finally {
      await this.notices.close()
    }
  }

  async #join(): Promise<void> {
    await this.#replacePredecessor()
    await this.#lease.join()
  }

  /** Whoever had the data directory before is gone: what it claimed is free at once. */
  async #replacePredecessor(): Promise<void> {
    if (!this.isShared || this.#dataDir === null) return
    const former = await readPredecessor(this.#dataDir)
    if (former) await endLease(this.#database, former)
    await leaveToSuccessor(this.#dataDir, this.serverId)
  }

  #poll(): void {
    for (const listener of this.#listeners) listener.onPoll()
  }
}
