import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js'
import type { Context } from 'hono'
import { jsonTextProblem } from '../../http/json-text.ts'
import { identityOf } from '../access/granted-access.ts'
import { deploymentOf } from '../agent-routes.ts'
import type { OnBehalf } from '../on-behalf/on-behalf.ts'
import type { RunEngine } from '../run-engine.ts'
import { asAuthInfo, createMcpServer } from './mcp-server.ts'
import { McpSessions } from './mcp-sessions.ts'

/** What speaks the Model Context Protocol: see `mountMcp`. */
export class McpEndpoint {
  readonly #engine: RunEngine
  readonly #onBehalf: OnBehalf
  readonly #sessions: McpSessions

  constructor(engine: RunEngine, onBehalf: OnBehalf) {
    this.#engine = engine
    this.#onBehalf = onBehalf
    this.#sessions = new McpSessions(engine.now)
  }

  async post(context: Context): Promise<Response> {
    const owner = this.#ownerOf(context)
    const { cluster } = this.#engine
    const { headers, url } = context.req.raw
    const body = await context.req.text()
    const problem = jsonTextProblem(body)
    if (problem) return new Response(jsonRpcError(problem, -32_700), { status: 400, headers: json })
    const request = new Request(url, { method: 'POST', headers, body })
    const id = headers.get('mcp-session-id')
    if (id !== null && !cluster.isShared) {
      const held = this.#sessions.find(id, owner)
      return held ? this.#answer(context, held, request) : noSession()
    }
    const isFirst = !cluster.isShared && isInitializing(body)
    const server = createMcpServer(nameOf(context), isFirst)
    if (isFirst) {
      return this.#answer(context, await this.#sessions.begin(owner, server), request)
    }
    const transport = new WebStandardStreamableHTTPServerTransport()
    await server.connect(transport)
    return this.#answer(context, transport, request)
  }

  async stream(context: Context): Promise<Response> {
    const held = this.#sessionOf(context)
    return held ? this.#answer(context, held, context.req.raw) : notAllowed()
  }

  async end(context: Context): Promise<Response> {
    const held = this.#sessionOf(context)
    return held ? this.#answer(context, held, context.req.raw) : noSession()
  }

  stop(): Promise<void> {
    return this.#sessions.stop()
  }

  #ownerOf(context: Context) {
    return { deploymentId: deploymentOf(this.#engine, context), identity: identityOf(context) }
  }

  #sessionOf(context: Context) {
    const id = context.req.header('mcp-session-id')
    const owner = this.#ownerOf(context)
    return id === undefined ? undefined : this.#sessions.find(id, owner)
  }

  #answer(
    context: Context,
    transport: WebStandardStreamableHTTPServerTransport,
    request: Request,
  ): Promise<Response> {
    const asked = { transport: this.#onBehalf(context), left: context.req.raw.signal }
    return transport.handleRequest(request, { authInfo: asAuthInfo(asked) })
  }
}

const nameOf = (context: Context) => context.req.param('deployment_name') ?? ''

function isInitializing(body: string): boolean {
  try {
    const messages: unknown[] = [JSON.parse(body)].flat()
    return messages.some(isInitializeRequest)
  } catch {
    return false
  }
}

const jsonRpcError = (message: string, code = -32_000) =>
  JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })
const json = { 'content-type': 'application/json' }

/** As published: the client begins anew. */
function noSession(): Response {
  return new Response(jsonRpcError('There is no such session here. Begin anew.'), {
    status: 404,
    headers: json,
  })
}

function notAllowed(): Response {
  return new Response(jsonRpcError('Without a session there is nothing to listen to.'), {
    status: 405,
    headers: { ...json, allow: 'POST' },
  })
}
