/** The published client of the AG-UI protocol, which puts agents into CopilotKit's chats, unchanged. */
import type { BaseEvent, Message, RunAgentInput } from '@ag-ui/core'
import { LangGraphAgent } from '@ag-ui/langgraph'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ThreadState } from '../../src/contract/agent-server/threads.ts'
import { type Harness, startHarness } from '../server/agent-server/harness.ts'
import { apiKey } from '../server/agent-server/serve-fixtures.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({
    graphs: {
      chat: './chat.ts:graph',
      tools: './tools.ts:graph',
      conversation: './conversation.ts:graph',
    },
  })
})
afterAll(async () => {
  await h?.close()
  expect(h?.errors).toEqual([])
})

const said = (content: string): Message => ({ id: crypto.randomUUID(), role: 'user', content })

/** One run: its events, and the conversation as the client has it then. */
async function run(graphId: string, threadId: string, input: Partial<RunAgentInput>) {
  const agent = new LangGraphAgent({ deploymentUrl: h.url, langsmithApiKey: apiKey, graphId })
  const events: BaseEvent[] = []
  await new Promise<void>((resolve, reject) => {
    agent
      .run({
        threadId,
        runId: crypto.randomUUID(),
        state: {},
        messages: [],
        tools: [],
        context: [],
        forwardedProps: {},
        ...input,
      })
      .subscribe({ next: (event) => events.push(event), error: reject, complete: resolve })
  })
  const snapshot = events.findLast(({ type }) => type === 'MESSAGES_SNAPSHOT')
  const { messages } = snapshot as BaseEvent & { messages: Message[] }
  const shown = messages.map(
    ({ role, ...rest }) => `${role}: ${'content' in rest ? rest.content : ''}`,
  )
  const deltas = events.flatMap((event) => ('delta' in event ? [event.delta] : []))
  return { events, messages, shown, deltas }
}

it('streams answers, and goes on with the conversation', async () => {
  const thread = crypto.randomUUID()
  const first = await run('chat', thread, { messages: [said('Hi')] })
  expect(first.deltas).toEqual(['H', 'e', 'l', 'l', 'o'])
  expect(first.events.at(-1)?.type).toBe('RUN_FINISHED')
  const second = await run('chat', thread, { messages: [...first.messages, said('And?')] })
  expect(second.shown).toEqual(['user: Hi', 'assistant: Hello', 'user: And?', 'assistant: Hello'])
})

it('tells what tools are called with and what they answer', async () => {
  const { events, shown } = await run('tools', crypto.randomUUID(), { messages: [said('Hi')] })
  expect(events).toEqual(
    expect.arrayContaining([expect.objectContaining({ type: 'STEP_STARTED', stepName: 'tools' })]),
  )
  expect(shown).toEqual(['user: Hi', 'assistant: ', 'tool: a floor', 'assistant: It says: a floor'])
})

it.each([
  [
    'by its question',
    (interruptId: string) => ({
      resume: [{ interruptId, status: 'resolved' as const, payload: 'yes' }],
    }),
  ],
  ['by a command', () => ({ forwardedProps: { command: { resume: 'yes' } } })],
])('36: answers a question %s, with the conversation beside the answer', async (_how, answerOf) => {
  const thread = crypto.randomUUID()
  const asked = await run('conversation', thread, { messages: [said('may I')] })
  expect(asked.events.map(({ type }) => type)).toContain('CUSTOM')
  const { tasks } = (await h.state(thread)) as ThreadState
  const id = tasks[0]?.interrupts?.[0]?.id ?? ''
  const answered = await run('conversation', thread, { messages: asked.messages, ...answerOf(id) })
  expect(answered.shown).toHaveLength(2)
  expect(answered.shown[1]).toContain('yes')
})
