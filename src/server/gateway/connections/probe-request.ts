import type { CapabilityName, ConnectionProbe } from '../../../contract/gateway/connections.ts'
import { HttpError } from '../../http/http-error.ts'
import type { Reach } from '../../outgoing/address-policy.ts'
import { type AskUpstream, readText, refuseRedirect } from '../../outgoing/upstream.ts'
import { credentialsFor, type KeptConnection } from './connections.ts'

const timeLimitMs = 15_000

export type CapabilityFinding = ConnectionProbe['capabilities'][string]
/** What is known so far, by capability. */
export type CapabilityFindings = Partial<Record<CapabilityName, CapabilityFinding>>

export const yes = (reason: string): CapabilityFinding => ({ status: 'yes', reason })
export const no = (reason: string): CapabilityFinding => ({ status: 'no', reason })
export const unknown = (reason: string): CapabilityFinding => ({ status: 'unknown', reason })

export interface ProbeAnswer {
  status: number
  text: string
  /** The body, parsed; undefined when it is no JSON. */
  json: unknown
}

/** Sends one request of a test and answers what came, or the sentence why nothing did. */
export type ProbeAsker = (request: {
  url: URL
  limit: Reach
  method?: 'GET' | 'POST'
  body?: unknown
}) => Promise<ProbeAnswer | string>

export function probeAsker(ask: AskUpstream, connection: KeptConnection): ProbeAsker {
  return async ({ url, limit, method = 'GET', body }) => {
    try {
      const incoming = await ask({
        target: connection.reach(url),
        limit,
        method,
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...credentialsFor(connection, url),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(timeLimitMs),
      })
      refuseRedirect(incoming, url)
      const text = await readText(incoming)
      return { status: incoming.statusCode ?? 502, text, json: asJson(text) }
    } catch (error) {
      if (error instanceof HttpError) return error.message
      const { name } = error as Error
      return `The server at ${url.origin} broke off its answer (${name}).`
    }
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isRefusal(answer: ProbeAnswer): boolean {
  return answer.status === 401 || answer.status === 403
}

/** A route that is not there: 404 or 405, where a route that is there would have refused the input. */
export function isMissing(answer: ProbeAnswer): boolean {
  return [404, 405, 501].includes(answer.status)
}

/** What a plain read says about the feature behind it. */
export function findingOf(answer: ProbeAnswer | string, works: string): CapabilityFinding {
  if (typeof answer === 'string') return unknown(answer)
  if (answer.status >= 200 && answer.status < 300) return yes(works)
  if (isRefusal(answer)) return no('The key has no permission for this.')
  if (isMissing(answer)) return no('The server does not have this.')
  return unknown(`The server answered with status ${answer.status}.`)
}
