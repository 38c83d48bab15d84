import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An agent whose every token and step waits at the test's gate (its address is a secret). */
const graph = (version: string) => `
import { AIMessageChunk } from '@langchain/core/messages'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { ChatGenerationChunk } from '@langchain/core/outputs'
import { Annotation, END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'

async function pass(name: string, signal?: AbortSignal) {
  await fetch(\`\${process.env.GATE_URL}/\${name}\`, { signal })
}

class Echo extends BaseChatModel {
  _llmType() { return 'echo' }
  async _generate(): Promise<never> { throw new Error('This model streams.') }
  async *_streamResponseChunks(messages: any[], options: any, run: any) {
    const said = String(messages.at(-1).content)
    for (const word of ['${version}', ...said.split(' ')]) {
      await pass('token', options.signal)
      const chunk = new ChatGenerationChunk({ text: word + ' ', message: new AIMessageChunk(word + ' ') })
      yield chunk
      await run?.handleLLMNewToken(word + ' ', undefined, undefined, undefined, undefined, { chunk })
    }
  }
}

const model = new Echo({})
export const echo = new StateGraph(MessagesAnnotation)
  .addNode('answer', async (state, config) => {
    let answer: any
    for await (const chunk of await model.stream(state.messages, config)) {
      answer = answer ? answer.concat(chunk) : chunk
    }
    return { messages: [answer] }
  })
  .addEdge(START, 'answer')
  .addEdge('answer', END)
  .compile()

const Steps = Annotation.Root({
  ...MessagesAnnotation.spec,
  log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
})
const step = (name: string) => async (_state: unknown, config: { signal?: AbortSignal }) => {
  await pass(name, config.signal)
  return { log: [name] }
}
export const steps = new StateGraph(Steps)
  .addNode('first', step('first'))
  .addNode('second', step('second'))
  .addNode('third', step('third'))
  .addEdge(START, 'first')
  .addEdge('first', 'second')
  .addEdge('second', 'third')
  .addEdge('third', END)
  .compile()
`

/** Makes a git repository with an agent project: branch `main` says “one”, branch `next` says “two”. */
export function makeAgentRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-agent-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: folder,
      stdio: 'pipe',
    })
  const commit = (version: string) => {
    writeFileSync(join(folder, 'agent/graphs.ts'), graph(version))
    git('add', '-A')
    git('commit', '-m', `The agent, version ${version}`)
  }
  git('init', '--initial-branch=main')
  mkdirSync(join(folder, 'agent'))
  writeFileSync(
    join(folder, 'agent/langgraph.json'),
    JSON.stringify({ graphs: { echo: './graphs.ts:echo', steps: './graphs.ts:steps' } }),
  )
  commit('one')
  git('checkout', '-b', 'next')
  commit('two')
  git('checkout', 'main')
  return folder
}
