import { call, type Transport } from '../../client/api.ts'
import { ApiError } from '../../client/api-error.ts'
import { createVisitorSession, type VisitorSession } from '../../contract/embeds/visitors.ts'
import type { WidgetIdentity } from '../package/types.ts'
import type { visitorMemory } from './visitor-storage.ts'

/** A token is renewed when it is good for less than this. */
const marginMs = 60_000

/** The visitor's side of an embed's interface: opens sessions, renews them, signs every call. */
export interface VisitorClient {
  /** For every call of the agent server's interface and of feedback. */
  readonly transport: Transport
  /** Opens a session if there is none. Rejects with an ApiError. */
  open(): Promise<void>
}

export function createVisitorClient(options: {
  apiUrl: string
  identity: WidgetIdentity | null
  memory: ReturnType<typeof visitorMemory>
  fetch: typeof fetch
  now?: () => number
}): VisitorClient {
  const { apiUrl, identity, memory, fetch: send, now = Date.now } = options
  const plain: Transport = { baseUrl: apiUrl, fetch: send }
  let session: VisitorSession | null = null
  let opening: Promise<VisitorSession> | null = null

  async function create(): Promise<VisitorSession> {
    const { renewal } = memory.read()
    if (identity) return call(plain, createVisitorSession, { body: { identity } })
    if (!renewal) return call(plain, createVisitorSession, { body: {} })
    try {
      return await call(plain, createVisitorSession, { body: { renewal } })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error
      // Forgotten on the server: a new visitor, and the old conversations are out of reach.
      memory.write({ renewal: null, thread_id: null })
      return call(plain, createVisitorSession, { body: {} })
    }
  }

  function renew(): Promise<VisitorSession> {
    opening ??= create()
      .then((opened) => {
        session = opened
        if (opened.renewal) memory.write({ renewal: opened.renewal })
        return opened
      })
      .finally(() => {
        opening = null
      })
    return opening
  }

  async function current(): Promise<string> {
    const isGood = session && Date.parse(session.expires_at) - marginMs > now()
    return (isGood && session ? session : await renew()).token
  }

  const signed: typeof fetch = async (input, init) => {
    const once = async () => {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${await current()}`)
      return send(input, { ...init, headers, credentials: 'omit' })
    }
    const answer = await once()
    if (answer.status !== 401) return answer
    // Refused, so nothing was done: with a new session it may be asked again.
    session = null
    return once()
  }

  return {
    transport: { baseUrl: apiUrl, fetch: signed },
    open: async () => void (await current()),
  }
}
