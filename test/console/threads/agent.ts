import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Thread } from '../../../src/contract/agent-server/threads.ts'
import { type Gate, openGate } from '../../e2e/gate.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { makeRepository } from '../../helpers/git.ts'

const fixtures = path.join(import.meta.dirname, '../../fixtures/agents')

/** Answers what was said; “wait at x” waits at the gate x first, “book it” makes two calls and asks about one. */
const talk = `import { AIMessage } from '@langchain/core/messages'
import { END, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { gate } from './gate.ts'

const calls = ['book', 'look'].map((name) => ({ id: name, name, args: { city: 'Rome' } }))
const review = {
  action_requests: [{ name: 'book', args: { city: 'Rome' } }],
  review_configs: [{ action_name: 'book', allowed_decisions: ['approve', 'respond'] }],
}

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('ask', () => {
    interrupt(review)
    return {}
  })
  .addNode('answer', async (state, config) => {
    const said = String(state.messages.at(-1).content)
    const name = /^wait at (\\w+)$/.exec(said)?.[1]
    if (name) await gate(name, config.signal)
    if (said === 'book it') return { messages: [new AIMessage({ content: '', tool_calls: calls })] }
    if (said === 'please fail') throw new Error('planned failure')
    return { messages: [new AIMessage('You said: ' + said)] }
  })
  .addEdge(START, 'answer')
  .addConditionalEdges('answer', ({ messages }) => (messages.at(-1).tool_calls?.length ? 'ask' : END))
  .compile()
`

/** A stack with one deployment whose graphs wait at the test's gate, and shorthands to make data on it. */
export interface AgentBench {
  stack: DomStack
  gate: Gate
  /** Path of the deployment's pages. */
  pages: string
  /** A request to the agent server. */
  agent<Answer>(method: string, path: string, body?: unknown): Promise<Answer>
  thread(title?: string): Promise<string>
  /** Starts a run and does not wait for it. */
  run(threadId: string, graph: string, input: unknown, more?: object): Promise<Run>
  /** Starts a run and waits until it has ended. */
  wait(threadId: string, graph: string, input: unknown, more?: object): Promise<unknown>
  /** Cancels everything that is still active. */
  quiet(): Promise<void>
  close(): Promise<void>
}

export const said = (text: string) => ({ messages: [{ role: 'user', content: text }] })

/** Starts the stack and deploys the test's agents: talk, steps, approve, troubled and conversation. */
export async function openAgentBench(): Promise<AgentBench> {
  const [stack, gate] = await Promise.all([startDomStack(), openGate()])
  const names = ['steps', 'approve', 'troubled', 'conversation', 'gate', 'frame-writer']
  const files = await Promise.all(
    names.map(async (name) => [
      `${name}.ts`,
      await readFile(path.join(fixtures, `${name}.ts`), 'utf8'),
    ]),
  )
  const graphs = ['talk', 'steps', 'approve', 'troubled', 'conversation'].map((name) => [
    name,
    `./${name}.ts:graph`,
  ])
  const repository = await makeRepository(path.join(stack.folder, 'repository'), {
    ...Object.fromEntries(files),
    'talk.ts': talk,
    'langgraph.json': JSON.stringify({ graphs: Object.fromEntries(graphs) }),
  })
  const { deployment, revision } = await stack.deploy(repository.folder, {
    secrets: { GATE_URL: gate.url },
  })
  if (revision.status !== 'DEPLOYED') throw new Error(`The agents are ${revision.status}.`)
  const agent: AgentBench['agent'] = (method, path, body) =>
    stack.json(method, `/agents/agent${path}`, ...(body === undefined ? [] : [body]))
  return {
    stack,
    gate,
    pages: `/deployments/${deployment.id}`,
    agent,
    thread: async (title) =>
      (await agent<Thread>('POST', '/threads', { metadata: title ? { title } : {} })).thread_id,
    run: (threadId, graph, input, more) =>
      agent('POST', `/threads/${threadId}/runs`, { assistant_id: graph, input, ...more }),
    wait: (threadId, graph, input, more) =>
      agent('POST', `/threads/${threadId}/runs/wait`, { assistant_id: graph, input, ...more }),
    quiet: async () => {
      await agent('POST', '/runs/cancel?wait=true', { status: 'all' })
    },
    close: async () => {
      await stack.close()
      await gate.close()
    },
  }
}
