import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { type OwnServer, passHeader } from '../../executor/protocol/project-requests.ts'
import type { OwnBindings } from './own-asker.ts'
import type { OwnAsker, OwnKeys } from './own-keys.ts'
import type { PassedRequest } from './passed-request.ts'

/** Answers a request to the agent server of a deployment, whose address its path is below. */
export type AnswerOwn = (
  deploymentId: string,
  request: Request,
  bindings: OwnBindings,
) => Promise<Response>

/**
 * Opens a port of this machine at which the code of one process reaches the agent server of its deployment, and
 * nothing else, by the keys of the process. It closes as the process ends. Rejects where no port can be had.
 */
export async function openOwnDoor(
  { keys, exited }: { keys: OwnKeys; exited: Promise<void> },
  { deployment_id, env }: { deployment_id: string; env: Record<string, string> },
  { answerOwn }: { answerOwn: AnswerOwn },
): Promise<OwnServer> {
  const ofProject = projectKey(env)
  const findAsker = (key: string): OwnAsker | null =>
    keys.find(key) ?? (key === ofProject ? { user: null } : null)
  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    fetch: (request: Request, bindings: object) => {
      const headers = new Headers(request.headers)
      const passed = keys.findPassed(headers.get(passHeader) ?? '')
      headers.delete(passHeader)
      const ownAsker = passed ? null : takeKey(headers, findAsker)
      if (!passed && !ownAsker) return Response.json({ detail: refusal }, { status: 401 })
      const { method, body, signal } = request
      const init = { method, headers, body, signal, duplex: 'half' } as RequestInit
      const url = passed ? resume(request, headers, passed) : request.url
      const known = { ...(passed && { passed }), ...(ownAsker && { ownAsker }) }
      return answerOwn(deployment_id, new Request(url, init), { ...bindings, ...known })
    },
  }) as Server
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  void exited.then(() => {
    server.close()
    server.closeAllConnections()
  })
  return { port: (server.address() as AddressInfo).port, key: keys.ofProcess }
}

const refusal =
  'This port answers the agent’s own code only: send the key that LANGGRAPH_API_KEY holds there as the header X-Api-Key.'

/** Where a request was for that the app has passed on; it has again what the app was not shown of it. */
function resume({ method, url }: Request, headers: Headers, passed: PassedRequest): string {
  const { pathname, search } = new URL(url)
  if (passed.isSame(method, pathname)) {
    for (const [name, value] of passed.withheld) if (!headers.has(name)) headers.set(name, value)
  }
  return `${passed.origin}${pathname}${search}`
}

/** Who a request is from by the first of its keys that is one; that key goes no further. */
function takeKey(headers: Headers, find: (key: string) => OwnAsker | null): OwnAsker | null {
  for (const name of ['x-api-key', 'authorization']) {
    const value = headers.get(name)?.replace(/^Bearer\s+/i, '')
    const asker = value ? find(value) : null
    if (asker) {
      headers.delete(name)
      return asker
    }
  }
  return null
}

const shortestKey = 20

/**
 * A project with a key of its own for some other server has clients that send that one wherever they go: it is taken
 * too, unless it is so short that it may be a stand-in which others have as well.
 */
function projectKey(env: Record<string, string>): string | null {
  const names = ['LANGGRAPH_API_KEY', 'LANGSMITH_API_KEY', 'LANGCHAIN_API_KEY']
  const [key] = names.flatMap((name) => env[name]?.trim().replace(/^["']|["']$/g, '') || [])
  return key && key.length >= shortestKey ? key : null
}
