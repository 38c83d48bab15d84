import { call, type Transport } from '../../client/api.ts'
import { ApiError } from '../../client/api-error.ts'
import { pageHeader } from '../../contract/embeds/visited-page.ts'
import {
  createVisitorSession,
  deleteVisitor,
  giveConsent,
  setVisitorAttributes,
  type VisitorSession,
} from '../../contract/embeds/visitors.ts'
import type { WidgetAttributes, WidgetIdentity } from '../package/types.ts'
import type { visitorMemory } from './visitor-storage.ts'

/** A token is renewed when it is good for less than this. */
const marginMs = 60_000
/** One that ends before is refused, and begun anew. */
const usualLifeS = 600

/** The visitor's side of an embed's interface: opens sessions, renews them, signs every call. */
export interface VisitorClient {
  /** For every call of the agent server's interface and of feedback. */
  readonly transport: Transport
  /** Opens a session if there is none. Rejects with an ApiError. */
  open(): Promise<void>
  /** Calls back when a call is answered after one that was not: what waits for the network need not wait on. */
  whenReachable(callback: () => void): void
  /** Whether the visitor has agreed to the privacy note; null before a session is open. */
  hasConsented(): boolean | null
  /** What the page says of the visitor from now on. Rejects with an ApiError. */
  setAttributes(attributes: WidgetAttributes): Promise<void>
  /** The visitor agrees. Rejects with an ApiError. */
  agree(): Promise<void>
  /** Deletes everything of the visitor and forgets them: the next call is somebody new. Rejects with an ApiError. */
  deleteVisitor(): Promise<void>
}

export function createVisitorClient(options: {
  apiUrl: string
  identity: WidgetIdentity | null
  attributes: WidgetAttributes | null
  /** The page that the visitor is on. */
  page: () => string | null
  memory: ReturnType<typeof visitorMemory>
  fetch: typeof fetch
  now?: () => number
}): VisitorClient {
  const { apiUrl, identity, memory, fetch: send, now = Date.now } = options
  const plain: Transport = { baseUrl: apiUrl, fetch: send }
  let { attributes } = options
  let session: VisitorSession | null = null
  /** By the visitor's own clock. */
  let isGoodUntil = 0
  /** The last call had no answer. */
  let isCut = false
  let onReachable = () => {}
  let opening: Promise<VisitorSession> | null = null

  async function create(): Promise<VisitorSession> {
    const { renewal } = memory.read()
    const said = attributes === null ? {} : { attributes }
    if (identity) return call(plain, createVisitorSession, { body: { identity, ...said } })
    if (!renewal) return call(plain, createVisitorSession, { body: said })
    try {
      return await call(plain, createVisitorSession, { body: { renewal, ...said } })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error
      // Forgotten on the server: a new visitor, and the old conversations are out of reach.
      memory.write({ renewal: null, thread_id: null })
      return call(plain, createVisitorSession, { body: said })
    }
  }

  function renew(): Promise<VisitorSession> {
    opening ??= memory
      // Two tabs that open at once are one visitor: the second finds what the first was given.
      .alone(async () => {
        const asked = now()
        const opened = await create()
        session = opened
        isGoodUntil = asked + (opened.expires_in ?? usualLifeS) * 1_000 - marginMs
        if (opened.renewal) memory.write({ renewal: opened.renewal })
        return opened
      })
      .finally(() => {
        opening = null
      })
    return opening
  }

  async function current(): Promise<string> {
    return (session && now() < isGoodUntil ? session : await renew()).token
  }

  const signed: typeof fetch = async (input, init) => {
    const once = async () => {
      try {
        const headers = new Headers(init?.headers)
        headers.set('authorization', `Bearer ${await current()}`)
        const page = init?.method === 'POST' ? options.page() : null
        if (page !== null) headers.set(pageHeader, page)
        const answer = await send(input, { ...init, headers, credentials: 'omit' })
        if (isCut) onReachable()
        isCut = false
        return answer
      } catch (error) {
        isCut ||= !init?.signal?.aborted
        throw error
      }
    }
    const answer = await once()
    if (answer.status !== 401) return answer
    // Refused, so nothing was done: with a new session it may be asked again.
    session = null
    return once()
  }

  const transport: Transport = { baseUrl: apiUrl, fetch: signed }
  return {
    transport,
    open: async () => void (await current()),
    whenReachable(callback) {
      onReachable = callback
    },
    hasConsented: () => session && session.consented_at !== null,
    async setAttributes(next) {
      attributes = next
      // One that is not open yet begins with them.
      if (session || opening) {
        await call(transport, setVisitorAttributes, { body: { attributes: next } })
      }
    },
    async agree() {
      await call(transport, giveConsent)
      if (session) session = { ...session, consented_at: new Date(now()).toISOString() }
    },
    async deleteVisitor() {
      await call(transport, deleteVisitor)
      session = null
      memory.write({ renewal: null, thread_id: null })
    },
  }
}
