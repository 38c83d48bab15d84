import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  AIMessageChunk,
  type BaseMessage,
  HumanMessage,
  ToolMessage,
} from '@langchain/core/messages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildGuide, graph as deployedGuide } from '../../examples/guide/graph.ts'
import { GuideModel } from '../../examples/guide/guide-model.ts'
import { createLibrary } from '../../examples/guide/library.ts'
import { nextMove } from '../../examples/guide/moves.ts'
import { readSections } from '../../examples/guide/sections.ts'
import { onThread } from './on-thread.ts'

const root = new URL('../../', import.meta.url)
const user = (content: string) => ({ role: 'user', content })
const guide = (paceMs = 0) => onThread(buildGuide({ root, paceMs }))

/** Talks to the guide and gives its last answer after each request. */
async function talk(...requests: string[]) {
  const { graph, thread } = guide()
  const answers: string[] = []
  let messages: BaseMessage[] = []
  for (const request of requests) {
    messages = (await graph.invoke({ messages: [user(request)] }, thread)).messages
    answers.push(messages.at(-1)?.text ?? '')
  }
  return { answers, messages }
}

describe('the guide', () => {
  it('streams a tool call and then an answer from the right section, token by token', async () => {
    const { graph, thread } = guide()
    const input = { messages: [user('How do I stop a run and keep its work?')] }
    const chunks: AIMessageChunk[] = []
    for await (const [message] of await graph.stream(input, {
      ...thread,
      streamMode: 'messages',
    })) {
      if (AIMessageChunk.isInstance(message)) chunks.push(message)
    }
    const { messages } = (await graph.getState(thread)).values
    const [, call, found, answer] = messages
    expect(messages.map((message: BaseMessage) => message.type)).toEqual([
      'human',
      'ai',
      'tool',
      'ai',
    ])
    expect(call).toMatchObject({
      content: '',
      tool_calls: [{ name: 'search_docs', args: { query: input.messages[0]?.content } }],
    })
    expect(found).toMatchObject({ name: 'search_docs', status: 'success' })
    expect(answer?.text).toContain('The run and all its checkpoints stay')
    expect(answer?.text).toContain('› Stop a run and keep its work (`docs/runs.md`)')

    const partsOf = (id: string | undefined) => chunks.filter((chunk) => chunk.id === id)
    expect(chunks).toHaveLength(partsOf(call?.id).length + partsOf(answer?.id).length)
    expect(partsOf(answer?.id).length).toBeGreaterThan(50)
    expect(
      partsOf(answer?.id)
        .map((chunk) => chunk.text)
        .join(''),
    ).toBe(answer?.text)
    const args = partsOf(call?.id).flatMap((chunk) => chunk.tool_call_chunks ?? [])
    expect(args.length).toBeGreaterThan(3)
    expect(JSON.parse(args.map((chunk) => chunk.args).join(''))).toEqual({
      query: input.messages[0]?.content,
    })
  })

  it('stops between two tokens, and answers when it is run on', async () => {
    const { graph, thread } = guide(600_000)
    const stop = new AbortController()
    const stream = await graph.stream(
      { messages: [user('hello')] },
      { ...thread, streamMode: 'messages', signal: stop.signal },
    )
    // The second token is ten minutes away: only a stop that does not wait for it ends the loop.
    await expect(
      (async () => {
        for await (const _token of stream) stop.abort()
      })(),
    ).rejects.toThrow(/abort/i)
    expect((await graph.getState(thread)).values.messages).toHaveLength(1)
    const { messages } = await graph.invoke(null, thread)
    expect(messages.at(-1)?.text).toContain('I answer questions about Quarterdeck')
  })

  it('leaves no answer going on behind a run that was stopped', async () => {
    const model = new GuideModel({ topics: [], paceMs: 600_000 })
    const stop = new AbortController()
    const options = { signal: stop.signal }
    await expect(
      (async () => {
        const tokens = model._streamResponseChunks([new HumanMessage('hello')], options)
        for await (const _token of tokens) stop.abort()
      })(),
    ).rejects.toThrow(/abort/i)
  })

  it('gives way between tokens even without a pace, so that a stop gets in', async () => {
    const { graph, thread } = guide()
    const stop = new AbortController()
    const stream = await graph.stream(
      { messages: [user('hello')] },
      { ...thread, streamMode: 'messages', signal: stop.signal },
    )
    let tokens = 0
    await expect(
      (async () => {
        for await (const _token of stream) {
          tokens += 1
          setImmediate(() => stop.abort())
        }
      })(),
    ).rejects.toThrow(/abort/i)
    expect(tokens).toBeLessThan(40)
  })

  it('is honest when the documentation has nothing, and says what it knows about', async () => {
    const { answers, messages } = await talk('How do I bake a chocolate cake?')
    const tool = messages.find((message) => ToolMessage.isInstance(message))
    expect(JSON.parse(tool?.text ?? '')).toMatchObject({ found: 0, results: [] })
    expect(answers[0]).toMatch(/^I found nothing about “How do I bake a chocolate cake\?”/)
    expect(answers[0]).toContain('- **Deploying**: What a deployment is')
  })

  it.each(['hi', 'Hello there!', 'What can you do?', 'help'])(
    'introduces itself to “%s” without a search',
    async (request) => {
      const { answers, messages } = await talk(request)
      expect(messages).toHaveLength(2)
      expect(answers[0]).toContain('- **Threads and runs**')
    },
  )

  it('takes thanks for what it is, and a greeting with a question for the question', async () => {
    const { answers, messages } = await talk('thanks a lot!', 'Hey, what is a checkpoint?')
    expect(answers[0]).toMatch(/^You are welcome/)
    expect(answers[1]).toContain('A checkpoint is the state of a thread')
    expect(messages).toHaveLength(6)
  })

  it('goes on with “more” until nothing is left', async () => {
    const rest = Array.from({ length: 20 }, () => 'more')
    const { answers } = await talk('How do secrets work?', 'more', 'tell me more', ...rest)
    expect(answers[0]).toContain('Say “more”')
    expect(answers[1]).not.toBe(answers[0])
    expect(answers.at(-1)).toMatch(/^That was all/)
  })

  it('understands a question that points back to the one before', async () => {
    const { answers } = await talk('Which feedback keys can I use?', 'and what are those for?')
    expect(answers[1]).toContain('Feedback keys')
    expect(answers[1]).toContain('**Sources**')
  })

  it('finds its documentation beside the folder that it is deployed in', async () => {
    const { graph, thread } = onThread(deployedGuide)
    const { messages } = await graph.invoke({ messages: [user('What is a revision?')] }, thread)
    expect(messages.at(-1)?.text).toContain('docs/deploying.md')
  })
})

describe('the guide without documentation', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guide-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('loads, and says where it looked', async () => {
    const empty = buildGuide({ root: pathToFileURL(`${folder}/`), paceMs: 0 })
    const { graph, thread } = onThread(empty)
    const { messages } = await graph.invoke({ messages: [user('How do I deploy?')] }, thread)
    expect(messages.at(-1)?.text).toContain('I look for `docs/` and `README.md`')
  })
})

describe('a search of the real documentation', () => {
  const library = createLibrary(readSections(root).filter(({ page }) => page !== 'README.md'))

  it.each([
    ['what is quarterdeck', 'What Quarterdeck is'],
    ['how do I stop a run', 'Stop a run and keep its work'],
    ['can I undo a run?', 'Stop a run and roll it back'],
    ['What does rolling back do?', 'Stop a run and roll it back'],
    ['cancel all runs', 'Cancel many runs'],
    ['How do I deploy my agent?', 'Deploy your own agent'],
    ['what is in langgraph.json', 'The langgraph.json file'],
    ['can I read a secret back', 'Secrets'],
    ['what happens in a rollout', 'What happens in a rollout'],
    ['my deployment failed, why', 'When a rollout fails'],
    ['how do I change the port', 'Port and host'],
    ['what survives a power cut', 'What survives a crash and a power cut'],
    ['how do I use postgres', 'Database'],
    ['what happens if I close the tab', 'When the page is closed or the connection drops'],
    ['two messages at the same time', 'A second message while a run works'],
    ['how to rate an answer', 'Rate an answer'],
    ['connect to openai', 'model'],
    ['how do I join a running stream', 'Join a running run'],
    ['Last-Event-ID', 'Join a running run'],
    ['what does 409 mean', 'Errors'],
    ['does it support python', 'Agents in Python'],
    ['How do I embed an assistant in my website?', 'Set one up'],
  ])('answers “%s” with “%s”', (question, heading) => {
    expect(library.search(question)[0]?.section.headings.at(-1)).toBe(heading)
  })

  it.each([
    ['How do I stop a run? Tell me with a table', 'Stop a run and keep its work'],
    ['As a numbered list, please: how do I change the port?', 'Port and host'],
    ['Explain step by step how to rate an answer', 'Rate an answer'],
  ])('33.5: how an answer is wanted to look is not what is asked: %s', (request, heading) => {
    const move = nextMove([request])
    const query = move.kind === 'search' ? move.args.query : ''
    expect(library.search(query)[0]?.section.headings.at(-1)).toBe(heading)
  })

  it.each([
    'what is the weather in Paris',
    'can you run a marathon',
    'who won the world cup',
    'create a website for me',
    'asdfgh',
    '2 + 2',
    '???',
  ])('finds nothing for “%s”', (question) => {
    expect(library.search(question)).toEqual([])
  })
})
