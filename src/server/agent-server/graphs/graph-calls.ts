import { randomUUID } from 'node:crypto'
import type { Call } from '../../executor/protocol.ts'
import { ExecutorGoneError } from '../executors/executor-process.ts'
import type { ServedRevision } from '../executors/served-revision.ts'
import { asError, type EngineContext } from '../runs/engine-context.ts'
import type { Signal } from '../signals.ts'
import * as store from './graph-call-store.ts'

/** How long a question waits for a process that takes it, and then for the answer. */
const takingMs = 3_000
const answeringMs = 35_000
/** How often it is looked for an answer that no signal has told. */
const lookMs = 500

/** What is asked about a graph, of whichever process has an executor for it. */
export type GraphCall = Extract<Call, { graph_id: string }>

/** What this process's own executor answers. */
export async function answerOf(
  served: ServedRevision,
  body: GraphCall,
): Promise<store.GraphAnswer> {
  try {
    return { json: await served.read(body) }
  } catch (error) {
    const { message } = asError(error)
    return error instanceof ExecutorGoneError ? { gone: message } : { failure: message }
  }
}

/**
 * Lets every process serve every thread: one that has no executor for a deployment, because it is
 * being started or could not be, has another process ask its own.
 */
export class GraphCalls {
  readonly #context: EngineContext
  readonly #waiting = new Map<string, () => void>()

  constructor(context: EngineContext) {
    this.#context = context
  }

  /**
   * Asks the other processes; null when none of them takes it. It is asked once only: a question that
   * ends an executor must not end them all.
   */
  async ask(deploymentId: string, body: GraphCall): Promise<store.GraphAnswer | null> {
    const { database, processId, signals } = this.#context
    if (!signals.isShared) return null
    const call_id = randomUUID()
    const { graph_id } = body
    const notice = signals.text({ kind: 'asked', call_id, deployment_id: deploymentId, graph_id })
    const call = { call_id, deployment_id: deploymentId, body: JSON.stringify(body), notice }
    const told = this.#told(call_id)
    try {
      const hasPeers = await store.insertCall(database, { ...call, asked_by: processId })
      return hasPeers ? await this.#answerTo(call_id, told) : null
    } finally {
      this.#waiting.get(call_id)?.()
      this.#waiting.delete(call_id)
      await store.deleteCall(database, call_id)
    }
  }

  async heed(signal: Extract<Signal, { kind: 'asked' | 'answered' }>): Promise<void> {
    if (signal.kind === 'answered') return this.#waiting.get(signal.call_id)?.()
    const { database, fleet, processId, signals } = this.#context
    const served = fleet.find(signal.deployment_id)?.active
    if (!served?.canRun || !fleet.hasGraph(served.revision.revision_id, signal.graph_id)) return
    const { call_id } = signal
    const body = await store.takeCall(database, call_id, processId)
    if (body === undefined) return
    const answer = await answerOf(served, JSON.parse(body) as GraphCall)
    await store.answerCall(database, call_id, answer, signals.text({ kind: 'answered', call_id }))
  }

  async #answerTo(callId: string, told: Promise<void>): Promise<store.GraphAnswer | null> {
    const begun = performance.now()
    for (let next = told; ; ) {
      await next
      next = this.#told(callId)
      const call = await store.lookAtCall(this.#context.database, callId)
      if (call?.answer) return call.answer
      const waited = performance.now() - begun
      if (!call?.is_taken && waited > takingMs) return null
      if (call?.is_taken && (!call.is_held || waited > answeringMs)) return null
    }
  }

  /** Resolves when there may be an answer; ask before it is looked for. */
  #told(callId: string): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, lookMs)
      this.#waiting.set(callId, () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}
