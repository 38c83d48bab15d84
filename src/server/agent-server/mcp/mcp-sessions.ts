import { randomUUID } from 'node:crypto'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'

/** Whose a session is: nobody else has it. */
export interface SessionOwner {
  deploymentId: string
  /** Who it is to the project's authorization; null for the holder of the key. */
  identity: string | null
}

interface Session {
  owner: SessionOwner
  transport: WebStandardStreamableHTTPServerTransport
  usedAt: number
}

const most = 1_000
const idleMs = 60 * 60_000

/** The sessions of the protocol that this process holds: they are not kept beyond it. */
export class McpSessions {
  readonly #sessions = new Map<string, Session>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /** The transport of a session; undefined where there is none of this owner's. */
  find(id: string, owner: SessionOwner): WebStandardStreamableHTTPServerTransport | undefined {
    const session = this.#sessions.get(id)
    if (!session || !isSame(session.owner, owner)) return undefined
    session.usedAt = this.#now().getTime()
    return session.transport
  }

  /** A transport for a request that begins a session. */
  async begin(
    owner: SessionOwner,
    server: Server,
  ): Promise<WebStandardStreamableHTTPServerTransport> {
    this.#makeRoom()
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, { owner, transport, usedAt: this.#now().getTime() })
      },
      onsessionclosed: (id) => {
        this.#sessions.delete(id)
      },
    })
    await server.connect(transport)
    return transport
  }

  /** Ends all, and the calls of tools that are under way with them. */
  async stop(): Promise<void> {
    const all = [...this.#sessions.values()]
    this.#sessions.clear()
    await Promise.all(all.map(({ transport }) => transport.close()))
  }

  /** What was not used for long goes, and of too many the one that was not used for longest. */
  #makeRoom(): void {
    const now = this.#now().getTime()
    const byUse = [...this.#sessions].sort(([, one], [, other]) => one.usedAt - other.usedAt)
    const tooMany = byUse.length - most + 1
    for (const [at, [id, { transport, usedAt }]] of byUse.entries()) {
      if (at >= tooMany && now - usedAt < idleMs) break
      this.#sessions.delete(id)
      // It ends calls that are under way; there is nobody to tell of a failure.
      transport.close().catch(() => undefined)
    }
  }
}

function isSame(one: SessionOwner, other: SessionOwner): boolean {
  return one.deploymentId === other.deploymentId && one.identity === other.identity
}
