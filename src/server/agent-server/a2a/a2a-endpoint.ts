import { formatSSEErrorEvent, formatSSEEvent } from '@a2a-js/sdk'
import { isLegacyJsonRpcMethod } from '@a2a-js/sdk/compat/v0_3'
import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server'
import { A2AError } from '@a2a-js/sdk/errors'
import { JsonRpcTransportHandler, ServerCallContext } from '@a2a-js/sdk/server'
import type { Context } from 'hono'
import { call } from '../../../client/api.ts'
import { ApiError } from '../../../client/api-error.ts'
import { getAssistant } from '../../../contract/agent-server/assistants.ts'
import { asError } from '../../as-error.ts'
import { HttpError } from '../../http/http-error.ts'
import { jsonTextProblem } from '../../http/json-text.ts'
import { deploymentOf } from '../agent-routes.ts'
import type { OnBehalf } from '../on-behalf/on-behalf.ts'
import type { RunEngine } from '../run-engine.ts'
import { eventSource } from '../streams/response-stream.ts'
import type { StreamOptions } from '../streams/run-listening.ts'
import { agentCardOf, publishedCard } from './agent-card.ts'
import { AgentTasks } from './agent-tasks.ts'

export type A2aOptions = StreamOptions & { onBehalf: OnBehalf; publicUrl: string | null }

/** What speaks the Agent2Agent protocol: see `mountA2a`. */
export class A2aEndpoint {
  readonly #engine: RunEngine
  readonly #options: A2aOptions

  constructor(engine: RunEngine, options: A2aOptions) {
    this.#engine = engine
    this.#options = options
  }

  async post(context: Context): Promise<Response> {
    const found = await this.#assistantOf(context, context.req.param('assistant_id') ?? '')
    const text = await context.req.text()
    const message = jsonTextProblem(text)
    if (message) return context.json(rpcError(null, { ...parseError, message }))
    const request = asPublished(readJson(text))
    if (!request) return context.json(rpcError(null, parseError))
    const tasks = new AgentTasks({ ...found, left: context.req.raw.signal })
    const isLegacy = isLegacyJsonRpcMethod(String(request.method))
    const Handler = isLegacy ? LegacyJsonRpcTransportHandler : JsonRpcTransportHandler
    const asked = new ServerCallContext({ requestedVersion: isLegacy ? '0.3' : '1.0' })
    const answer = await new Handler(tasks).handle(request, asked)
    if (!(Symbol.asyncIterator in answer)) return context.json(answer)
    const told = (error: unknown) => {
      const hasLeft = context.req.raw.signal.aborted
      if (!hasLeft && !isRefusal(error)) this.#engine.report(asError(error))
      return rpcError(request.id ?? null, JsonRpcTransportHandler.mapToJSONRPCError(error))
    }
    // What is refused before anything has come is no stream.
    const first = await answer.next().catch((error: unknown) => ({ refused: told(error) }))
    if ('refused' in first) return context.json(first.refused)
    return this.#streamed(context, first, answer, told)
  }

  async card(context: Context, idOrGraph: string) {
    const { card, url } = await this.#assistantOf(context, idOrGraph)
    return publishedCard(card, url)
  }

  /** Rejects with the refusal of whoever may not read it, 404 where there is none. */
  async #assistantOf(context: Context, assistant_id: string) {
    const { onBehalf, publicUrl } = this.#options
    deploymentOf(this.#engine, context)
    const transport = onBehalf(context)
    const assistant = await call(transport, getAssistant, { params: { assistant_id } }).catch(
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        throw new HttpError((error.status ?? 502) as HttpError['status'], error.message)
      },
    )
    const { origin } = new URL(context.req.url)
    const name = encodeURIComponent(context.req.param('deployment_name') ?? '')
    const base = `${publicUrl ?? origin}/agents/${name}`
    const url = `${base}/a2a/${encodeURIComponent(assistant.assistant_id)}`
    return { transport, assistant, card: agentCardOf(assistant, url), url }
  }

  #streamed(
    context: Context,
    first: IteratorResult<object, void>,
    answers: AsyncGenerator<object, void, undefined>,
    told: (error: unknown) => object,
  ): Response {
    let known: IteratorResult<object, void> | null = first
    return eventSource(context, { ...this.#options, onDrop: null }, async () => {
      try {
        const next: IteratorResult<object, void> = known ?? (await answers.next())
        known = null
        return next.done ? 'ended' : formatSSEEvent(next.value)
      } catch (error) {
        // What has failed has no more to tell: it is at its end when it is asked again.
        return formatSSEErrorEvent(told(error))
      }
    })
  }
}

const parseError = { code: -32_700, message: 'The body is no JSON object.' }

function rpcError(id: unknown, error: object): object {
  return { jsonrpc: '2.0', id, error }
}

/** Said in the protocol's words, or by the agent server's own endpoints. */
function isRefusal(error: unknown): boolean {
  return error instanceof A2AError || error instanceof ApiError
}

type Rpc = Record<string, unknown> & { params?: Record<string, unknown> }

function readJson(text: string): Rpc | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Rpc)
      : null
  } catch {
    return null
  }
}

/** Published descriptions of this endpoint name a task and its context in another way than the protocol. */
function asPublished(request: Rpc | null): Rpc | null {
  const { params } = request ?? {}
  if (!request || typeof params !== 'object' || params === null) return request
  const { taskId, thread, message } = params as {
    taskId?: unknown
    thread?: { threadId?: unknown }
    message?: Record<string, unknown>
  }
  const named = params.id === undefined && taskId !== undefined ? { id: taskId } : {}
  const contextId = message?.contextId ?? thread?.threadId
  const placed = message && contextId !== undefined ? { message: { ...message, contextId } } : {}
  return { ...request, params: { ...params, ...named, ...placed } }
}
