import { randomUUID } from 'node:crypto'
import { parseJson, writeJson } from '../../../contract/exact-json.ts'
import { asError } from '../../as-error.ts'
import type { Notice } from '../../cluster/notices.ts'
import type { Call } from '../../executor/protocol/messages.ts'
import type { TextParts } from '../../http/text-stream.ts'
import type { EngineContext } from '../engine-context.ts'
import { ExecutorGoneError, RefusedCallError } from '../executors/executor-process.ts'
import type { ServedRevision } from '../executors/served-revision.ts'
import * as store from './graph-call-store.ts'

/** How long a question waits for a process that takes it, and then for the answer. */
const takingMs = 3_000
const answeringMs = 35_000
/** How often it is polled for an answer that no notice has told. */
const pollMs = 500
/** What one process answers for another goes through the database, in characters. */
const mostHandedOver = 16 * 1024 * 1024

/** What is asked about a graph, of whichever process has an executor for it. */
export type GraphCall = Extract<Call, { graph_id: string }>

/** What this process's own executor answers: the whole, or its parts as they come. */
export async function answerOf(
  served: ServedRevision,
  body: GraphCall,
): Promise<store.GraphAnswer | { parts: TextParts }> {
  try {
    const answer = await served.readInParts(await withTypes(served, body))
    return typeof answer === 'string' ? { json: answer } : { parts: answer }
  } catch (error) {
    const { message } = asError(error)
    if (error instanceof RefusedCallError) return { refused: message }
    return error instanceof ExecutorGoneError ? { gone: message } : { failure: message }
  }
}

/** The answer in one, for another process, or why it cannot be handed over. */
async function handedOver(
  answer: Awaited<ReturnType<typeof answerOf>>,
): Promise<store.GraphAnswer> {
  if (!('parts' in answer)) return answer
  const texts: string[] = []
  let length = 0
  try {
    for (;;) {
      const text = await answer.parts.next()
      if (text === null) return { json: texts.join('') }
      texts.push(text)
      length += text.length
      if (length <= mostHandedOver) continue
      answer.parts.close()
      return { gone: 'What was asked for is too large to be handed over by another process.' }
    }
  } catch (error) {
    return { gone: asError(error).message }
  }
}

/** With what the types of its graphs say beside what they tell by themselves. */
async function withTypes({ revision }: ServedRevision, body: GraphCall): Promise<GraphCall> {
  if (body.call !== 'schemas') return body
  return { ...body, types: (await revision.types?.()) ?? undefined }
}

/**
 * Lets every process serve every thread: one that has no executor for a deployment, because it is
 * being started or could not be, has another process ask its own.
 */
export class GraphCalls {
  readonly #context: Pick<EngineContext, 'database' | 'cluster' | 'executors'>
  readonly #waiting = new Map<string, () => void>()

  constructor(context: Pick<EngineContext, 'database' | 'cluster' | 'executors'>) {
    this.#context = context
  }

  /**
   * Asks the other processes; null when none of them takes it. It is asked once only: a question that
   * ends an executor must not end them all.
   */
  async ask(deploymentId: string, body: GraphCall): Promise<store.GraphAnswer | null> {
    const { database, cluster } = this.#context
    if (!cluster.isShared) return null
    const call_id = randomUUID()
    const { graph_id } = body
    const asked = { kind: 'asked' as const, call_id, deployment_id: deploymentId, graph_id }
    const notice = cluster.notices.payload(asked)
    const asked_by = cluster.serverId
    const call = { call_id, deployment_id: deploymentId, body: writeJson(body), asked_by }
    const notified = this.#notified(call_id)
    try {
      const hasPeers = await store.insertCall(database, call, notice)
      return hasPeers ? await this.#answerTo(call_id, notified) : null
    } finally {
      this.#waiting.get(call_id)?.()
      this.#waiting.delete(call_id)
      await store.deleteCall(database, call_id)
    }
  }

  async onNotice(notice: Extract<Notice, { kind: 'asked' | 'answered' }>): Promise<void> {
    if (notice.kind === 'answered') return this.#waiting.get(notice.call_id)?.()
    const { database, executors, cluster } = this.#context
    const served = executors.find(notice.deployment_id)?.active
    if (!served?.canRun || !executors.hasGraph(served, notice.graph_id)) return
    const { call_id } = notice
    const body = await store.takeCall(database, call_id, cluster.serverId)
    if (body === undefined) return
    const answer = await handedOver(await answerOf(served, parseJson(body) as GraphCall))
    const answered = cluster.notices.payload({ kind: 'answered', call_id })
    await store.answerCall(database, call_id, answer, answered)
  }

  async #answerTo(callId: string, notified: Promise<void>): Promise<store.GraphAnswer | null> {
    const begun = performance.now()
    for (let next = notified; ; ) {
      await next
      next = this.#notified(callId)
      const call = await store.pollCall(this.#context.database, callId)
      if (call?.answer) return call.answer
      const waited = performance.now() - begun
      if (!call?.is_taken && waited > takingMs) return null
      if (call?.is_taken && (!call.is_held || waited > answeringMs)) return null
    }
  }

  /** Resolves when there may be an answer; ask before it is looked for. */
  #notified(callId: string): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      this.#waiting.set(callId, () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}
