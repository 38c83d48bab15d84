import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConsoleServer } from './console-server.ts'

/**
 * Agents for the states of a conversation that the examples do not come to: their words and tools wait
 * at the test's gates (whose address is a secret), they ask in forms, one pauses by itself, and one puts away what
 * was said.
 */
const graphs = `
import { AIMessage, AIMessageChunk, ToolMessage } from '@langchain/core/messages'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { ChatGenerationChunk } from '@langchain/core/outputs'
import { END, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'

async function pass(name: string, signal?: AbortSignal) {
  await fetch(\`\${process.env.GATE_URL}/\${encodeURIComponent(name)}\`, { signal })
}
const lastText = (messages: any[]) => String(messages.at(-1).content)

/** Says the message again, word by word; a word in capitals is a gate to wait at before it. */
class Echo extends BaseChatModel {
  _llmType() { return 'echo' }
  async _generate(): Promise<never> { throw new Error('This model streams.') }
  async *_streamResponseChunks(messages: any[], options: any, run: any) {
    for (const word of lastText(messages).split(' ')) {
      if (/^[A-Z][A-Z0-9-]+$/.test(word)) await pass(word, options.signal)
      const text = word + ' '
      const chunk = new ChatGenerationChunk({ text, message: new AIMessageChunk(text) })
      yield chunk
      await run?.handleLLMNewToken(text, undefined, undefined, undefined, undefined, { chunk })
    }
  }
}
const model = new Echo({})
export const echo = new StateGraph(MessagesAnnotation)
  .addNode('answer', async (state, config) => ({ messages: [await model.invoke(state.messages, config)] }))
  .addEdge(START, 'answer')
  .compile()

/** Calls a tool that waits at the gate which the message names. */
export const tools = new StateGraph(MessagesAnnotation)
  .addNode('agent', ({ messages }) => ({
    messages: [
      new AIMessage({
        content: 'I look it up.',
        tool_calls: [{ id: 'call-' + messages.length, name: 'look_up', args: { gate: lastText(messages) } }],
      }),
    ],
  }))
  .addNode('tools', async ({ messages }, config: any) => {
    const [call] = (messages.at(-1) as AIMessage).tool_calls ?? []
    await pass(call.args.gate, config.signal)
    return { messages: [new ToolMessage({ tool_call_id: call.id, name: call.name, content: 'Found.' })] }
  })
  .addNode('close', () => ({ messages: [new AIMessage('That is all.')] }))
  .addEdge(START, 'agent')
  .addEdge('agent', 'tools')
  .addEdge('tools', 'close')
  .compile()

const says = (name: string, answer: unknown) => ({
  messages: [new AIMessage(\`\${name} got \${JSON.stringify(answer)}.\`)],
})
/** Asks two questions at once: one brings the schema of its answer, one is a bare sentence. */
export const forms = new StateGraph(MessagesAnnotation)
  .addNode('order', () =>
    says('The order', interrupt({
      question: 'How is it to be sent?',
      response_schema: {
        type: 'object',
        required: ['express'],
        properties: {
          express: { type: 'boolean', title: 'By express' },
          parcels: { type: 'integer', title: 'Parcels', default: 1 },
          colour: { type: 'string', enum: ['red', 'blue'], title: 'Colour' },
        },
      },
    })),
  )
  .addNode('stock', () => says('The stock', interrupt('Is anything left?')))
  .addEdge(START, 'order')
  .addEdge(START, 'stock')
  .compile()

/** Tells the files that it got; shows the parts that a message writes as JSON behind “show”. */
export const parts = new StateGraph(MessagesAnnotation)
  .addNode('answer', ({ messages }) => {
    const { content } = messages.at(-1) as { content: any }
    if (Array.isArray(content)) {
      const kinds = content.map((part: any) => part.file?.filename ?? part.type)
      return { messages: [new AIMessage('Got ' + kinds.join(', '))] }
    }
    if (!content.startsWith('show ')) return { messages: [new AIMessage('You said ' + content)] }
    return { messages: [new AIMessage({ content: JSON.parse(content.slice(5)) })] }
  })
  .addEdge(START, 'answer')
  .compile()

const step = (name: string) => () => ({ messages: [new AIMessage(\`The \${name} step is done.\`)] })
/** Breaks off before its second step. */
export const pauses = new StateGraph(MessagesAnnotation)
  .addNode('first', step('first'))
  .addNode('second', step('second'))
  .addEdge(START, 'first')
  .addEdge('first', 'second')
  .compile({ interruptBefore: ['second'] })
`

/** Makes a git repository with these agents. */
function makeChatRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-chat-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: folder,
      stdio: 'pipe',
    })
  git('init', '--initial-branch=main')
  writeFileSync(join(folder, 'graphs.ts'), graphs)
  const rewriting = join(import.meta.dirname, '../fixtures/agents/rewriting.ts')
  copyFileSync(rewriting, join(folder, 'rewriting.ts'))
  const names = ['echo', 'tools', 'forms', 'parts', 'pauses']
  const entries = names.map((name) => [name, `./graphs.ts:${name}`])
  entries.push(['rewriting', './rewriting.ts:graph'])
  writeFileSync(
    join(folder, 'langgraph.json'),
    JSON.stringify({ graphs: Object.fromEntries(entries) }),
  )
  git('add', '-A')
  git('commit', '-m', 'Agents for conversations')
  return folder
}

/**
 * Deploys these agents, with the gate that they wait at; resolves with the deployment's id. `environment`
 * holds further variables of theirs.
 */
export async function deployChatAgents(
  server: ConsoleServer,
  gateUrl: string,
  name = 'chat',
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const variables = { GATE_URL: gateUrl, ...environment }
  const { body } = await server.api<{ id: string }>('/api-host/v2/deployments', {
    method: 'POST',
    body: {
      name,
      source: 'github',
      source_config: { repo_url: makeChatRepository() },
      source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
      secrets: Object.entries(variables).map(([key, value]) => ({ name: key, value })),
    },
  })
  return body.id
}
