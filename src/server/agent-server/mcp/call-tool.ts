import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { call, type Transport } from '../../../client/api.ts'
import { ApiError } from '../../../client/api-error.ts'
import type { RunCreate } from '../../../contract/agent-server/run-request.ts'
import { listRuns } from '../../../contract/agent-server/runs.ts'
import { createThread, getThread, type Interrupt } from '../../../contract/agent-server/threads.ts'
import { parseJson } from '../../../contract/exact-json.ts'
import { startRun } from '../on-behalf/follow-run.ts'
import { type CalledRunOutcome, outcomeOf } from '../on-behalf/run-outcome.ts'
import { AnswerInput, answerTool } from './answer-tool.ts'
import { failedResult, toolResult } from './tool-results.ts'
import { assistantsByTool } from './tools.ts'

/** Who calls a tool, and how it is spoken with meanwhile. */
export interface ToolCaller {
  transport: Transport
  /** Aborted when the call is cancelled, or nobody waits for its result any more: its run is cancelled by that. */
  signal: AbortSignal
  /** Tells that the agent has done a step. */
  onStep(name: string): void
  /** Asks the person in front of the client; null where that cannot be done, or was declined. */
  ask: ((interrupt: Interrupt) => Promise<{ answer: unknown } | null>) | null
}

/** Runs an agent as a tool, on a thread of its own that is kept. Throws for a tool that there is none of. */
export async function callTool(
  caller: ToolCaller,
  name: string,
  input: Record<string, unknown>,
): Promise<CallToolResult> {
  const { transport, signal } = caller
  try {
    if (name === answerTool.name) return await answerQuestion(caller, input)
    const assistant = (await assistantsByTool(transport, signal)).get(name)
    if (!assistant) throw new McpError(ErrorCode.InvalidParams, `There is no tool “${name}”.`)
    const body = { metadata: { source: 'mcp' } }
    const { thread_id } = await call(transport, createThread, { body, signal })
    const { assistant_id } = assistant
    return await converse(caller, thread_id, { assistant_id, input })
  } catch (error) {
    if (error instanceof ApiError) return failedResult(error.message)
    throw error
  }
}

/** Goes on with a thread whose agent waits. */
async function answerQuestion(
  caller: ToolCaller,
  input: Record<string, unknown>,
): Promise<CallToolResult> {
  const { transport, signal } = caller
  const read = AnswerInput.safeParse(input)
  if (!read.success) {
    return failedResult('Give the thread_id of the call that asks, and the answer to it.')
  }
  const { thread_id, answer, interrupt_id } = read.data
  const params = { thread_id }
  const thread = await call(transport, getThread, { params, signal })
  const [latest] = await call(transport, listRuns, { params, query: { limit: 1 }, signal })
  const asked = Object.values(thread.interrupts ?? {}).flat()
  if (thread.status !== 'interrupted' || !latest?.assistant_id) {
    return failedResult('The agent waits for no answer there.')
  }
  const { assistant_id } = latest
  if (asked.length === 0) return converse(caller, thread_id, { assistant_id, input: null })
  const question = asked.find(({ id }) => id === (interrupt_id ?? asked[0]?.id))
  if (!question?.id) {
    const ids = asked.map(({ id }) => id).join(', ')
    return failedResult(`The agent has not asked “${interrupt_id}”. It waits with ${ids}.`)
  }
  const command = { resume: { [question.id]: answer ?? null } }
  return converse(caller, thread_id, { assistant_id, command })
}

/** Runs until the agent is done, or asks what nobody can answer now. */
async function converse(
  caller: ToolCaller,
  threadId: string,
  first: Pick<RunCreate, 'assistant_id' | 'input' | 'command'>,
): Promise<CallToolResult> {
  const { assistant_id } = first
  for (let next = first; ; ) {
    const outcome = await runOnce(caller, threadId, next)
    const answers = outcome.kind === 'asking' ? await answersOf(caller, outcome.interrupts) : null
    if (!answers) return toolResult(threadId, outcome)
    next = { assistant_id, command: { resume: answers } }
  }
}

async function runOnce(
  { transport, signal, onStep }: ToolCaller,
  threadId: string,
  asked: Pick<RunCreate, 'assistant_id' | 'input' | 'command'>,
): Promise<CalledRunOutcome> {
  const body: RunCreate = {
    ...asked,
    stream_mode: ['updates'],
    on_disconnect: 'cancel',
    // An answer is to that question: another run has answered it, or is at it.
    multitask_strategy: 'reject',
    metadata: { source: 'mcp' },
  }
  const run = await startRun(transport, threadId, body, signal)
  for await (const { event, data } of run.events) {
    if (event === 'updates') for (const step of Object.keys(Object(parseJson(data)))) onStep(step)
  }
  return outcomeOf(transport, threadId, run)
}

/** The answers by the ids of their questions; null where one cannot be had. */
async function answersOf(
  { ask }: ToolCaller,
  interrupts: Interrupt[],
): Promise<Record<string, unknown> | null> {
  if (!ask || interrupts.length === 0) return null
  const answers: Record<string, unknown> = {}
  for (const interrupt of interrupts) {
    const given = interrupt.id ? await ask(interrupt) : null
    if (!given || !interrupt.id) return null
    answers[interrupt.id] = given.answer
  }
  return answers
}
