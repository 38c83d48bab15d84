import { afterAll, beforeAll } from 'vitest'
import { type Harness, startHarness } from '../harness.ts'
import { apiKey } from '../serve-fixtures.ts'

/** Who asks: a name for the fixture's `auth`, nobody, or the operators of the server. */
export type Who = string | null | { operator: true } | { headers: Record<string, string> }

export interface GuardedAnswer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever was answered
  body: any
}

/** A deployment of `whoami` with the fixture's authorization, for the tests of a file. */
export function guardedDeployment(
  options: Partial<Parameters<typeof startHarness>[0]> & { disableStudio?: boolean } = {},
) {
  let harness: Harness
  beforeAll(async () => {
    const { disableStudio = false, ...more } = options
    harness = await startHarness({
      graphs: { whoami: './whoami.ts:graph' },
      revision: { auth: { path: './auth.ts:auth', disable_studio_auth: disableStudio } },
      ...more,
    })
  })
  afterAll(() => harness.close())
  return {
    get harness() {
      return harness
    },
    as: (who: Who, method: string, path: string, body?: unknown) =>
      ask(harness.url, who, method, path, body),
  }
}

function headersOf(who: Who): Record<string, string> {
  if (who === null) return {}
  if (typeof who === 'string') return { authorization: `Bearer ${who}` }
  if ('headers' in who) return who.headers
  return { 'x-api-key': apiKey, 'x-auth-scheme': 'langsmith' }
}

/** What clients of protocols that stream their answers ask for. */
const accepted = { accept: 'application/json, text/event-stream' }

async function ask(
  url: string,
  who: Who,
  method: string,
  path: string,
  body?: unknown,
): Promise<GuardedAnswer> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...accepted, ...headersOf(who) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const { status, headers } = response
  return { status, headers, text, body: isJson && text.trim() ? JSON.parse(text) : null }
}
