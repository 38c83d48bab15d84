import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js'
import type { Transport } from '../../../client/api.ts'
import { questionForm } from './ask-person.ts'
import { callTool, type ToolCaller } from './call-tool.ts'
import { listTools } from './tools.ts'

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

/** What a request of the protocol comes with, handed through the library to its handler. */
export interface McpRequest {
  /** Asks the agent server as whoever sent the request. */
  transport: Transport
  /** Aborted when nobody reads the answer any more. */
  left: AbortSignal
}

/** How long a person may take for an answer; the thread waits on after it. */
const patienceMs = 60 * 60_000

/**
 * One end of the protocol: the assistants of a deployment as tools.
 * @param canAsk whether what the client answers would come back to this end
 */
export function createMcpServer(name: string, canAsk: boolean): Server {
  const server = new Server(
    { name, title: name, version: '1.0.0' },
    {
      capabilities: { tools: { listChanged: false } },
      instructions:
        'Each tool is an agent that runs until it has its result. Where a result has the status “input-required”, the agent has asked something: answer with the tool that it names.',
    },
  )
  server.setRequestHandler(ListToolsRequestSchema, async (_request, extra) => {
    const { transport, left } = requestOf(extra)
    return { tools: await listTools(transport, AbortSignal.any([extra.signal, left])) }
  })
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { transport, left } = requestOf(extra)
    const signal = AbortSignal.any([extra.signal, left])
    const caller: ToolCaller = {
      transport,
      signal,
      onStep: stepTeller(extra),
      ask:
        canAsk && server.getClientCapabilities()?.elicitation?.form ? asker(extra, signal) : null,
    }
    return callTool(caller, params.name, params.arguments ?? {})
  })

  const asker =
    (extra: Extra, signal: AbortSignal): ToolCaller['ask'] =>
    async (interrupt) => {
      const { params, answerIn } = questionForm(interrupt)
      const options = { relatedRequestId: extra.requestId, timeout: patienceMs, signal }
      const result = await server.elicitInput(params, options).catch((error: unknown) => {
        signal.throwIfAborted()
        // No answer, or none that fits: the thread keeps the question.
        if (error instanceof Error) return { action: 'cancel' as const }
        throw error
      })
      return answerIn(result)
    }
  return server
}

/** Steps as progress, where the client has asked for it. */
function stepTeller(extra: Extra): (step: string) => void {
  const progressToken = extra._meta?.progressToken
  if (progressToken === undefined) return () => undefined
  let progress = 0
  return (message) => {
    progress += 1
    const params = { progressToken, progress, message }
    // A client that has left reads no progress.
    extra.sendNotification({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}

function requestOf({ authInfo }: Extra): McpRequest {
  return authInfo?.extra as unknown as McpRequest
}

/** What the library hands through, which knows of such a thing for authorization only. */
export function asAuthInfo(request: McpRequest) {
  return { token: '', clientId: '', scopes: [], extra: { ...request } }
}
