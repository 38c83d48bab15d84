import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { AIMessage, AIMessageChunk, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventData } from '../../examples/model/event-data.ts'
import { graph as model } from '../../examples/model/graph.ts'
import { modelSettings } from '../../examples/model/settings.ts'
import { reasoningOf } from '../../src/chat/conversation/parts/reasoning.ts'
import { done, event, finished, openStream, startModelServer, usage } from './model-server.ts'
import { onThread } from './on-thread.ts'

const key = 'sk-very-secret-0815'
const user = (content: string) => ({ role: 'user', content })
const question = { messages: [user('Say it')] }

let server: Awaited<ReturnType<typeof startModelServer>> | undefined

/** Starts a model server with a script, and gives the deployment the secrets for it. */
async function serve(script: Parameters<typeof startModelServer>[0]) {
  server = await startModelServer(script)
  vi.stubEnv('MODEL_BASE_URL', server.baseUrl)
  return server
}

/** The sentence that a run ends with; fails the test when it ends well. */
async function failure(): Promise<string> {
  const { graph, thread } = onThread(model)
  const error = await graph.invoke(question, thread).then(
    () => expect.fail('the run did not fail'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Error)
  expect(String((error as Error).stack)).not.toContain(key)
  return (error as Error).message
}

beforeEach(() => {
  vi.stubEnv('MODEL_BASE_URL', undefined)
  vi.stubEnv('MODEL_NAME', 'parrot')
  vi.stubEnv('MODEL_API_KEY', key)
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await server?.close()
  server = undefined
})

describe('the model example', () => {
  it('passes on what the model thinks aloud, apart from its answer', async () => {
    const { requests } = await serve((response) => {
      openStream(response)
      const thinks = (delta: object) =>
        event({ choices: [{ index: 0, delta, finish_reason: null }] })
      for (const part of [
        thinks({ reasoning_content: 'First ' }),
        thinks({ reasoning: 'this.' }),
        event('So '),
        event('that.'),
        finished,
        usage,
        done,
      ]) {
        response.write(part)
      }
      response.end()
    })
    const { graph, thread } = onThread(model)
    const { messages } = await graph.invoke(question, thread)
    const last = messages.at(-1)
    expect(last?.text).toBe('So that.')
    expect(reasoningOf({ content: last?.content })).toBe('First this.')
    expect(last?.content).toHaveLength(2)
    expect(last).toMatchObject({ usage_metadata: { total_tokens: 14 } })
    // What it thought is not sent back.
    await graph.invoke(question, thread)
    expect(JSON.stringify(requests[1]?.body)).not.toContain('First')
    expect(JSON.stringify(requests[1]?.body)).toContain('So that.')
  })

  it('streams the answer of the server as tokens of one message, with its usage', async () => {
    const { requests } = await serve((response) => {
      openStream(response)
      for (const part of ['Pieces ', 'of ', 'eight', finished, usage, done]) {
        response.write(part.startsWith('data:') ? part : event(part))
      }
      response.end()
    })
    const { graph, thread } = onThread(model)
    const chunks: AIMessageChunk[] = []
    const config = { ...thread, streamMode: 'messages' as const }
    for await (const [message] of await graph.stream(question, config)) {
      if (AIMessageChunk.isInstance(message)) chunks.push(message)
    }
    const { values } = await graph.getState(thread)
    expect(chunks.map((chunk) => chunk.text)).toEqual(['Pieces ', 'of ', 'eight', ''])
    expect(new Set(chunks.map((chunk) => chunk.id))).toEqual(new Set([values.messages.at(-1)?.id]))
    expect(values.messages.at(-1)).toMatchObject({
      content: 'Pieces of eight',
      usage_metadata: { input_tokens: 11, output_tokens: 3, total_tokens: 14 },
      response_metadata: { finish_reason: 'stop', model_name: 'parrot-1' },
    })
    expect(requests).toMatchObject([
      {
        url: '/v1/chat/completions',
        headers: { authorization: `Bearer ${key}` },
        body: {
          model: 'parrot',
          stream: true,
          messages: [{ role: 'user', content: 'Say it' }],
        },
      },
    ])
    expect(JSON.stringify(values)).not.toContain(key)
  })

  it('sends the conversation without tool calls, and no key where there is none', async () => {
    vi.stubEnv('MODEL_API_KEY', '')
    const { requests } = await serve((response) => {
      openStream(response).end(event('Yes') + finished + done)
    })
    const { graph, thread } = onThread(model)
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }
    await graph.invoke(
      {
        messages: [
          { role: 'system', content: 'Be brief.' },
          new HumanMessage('Look it up'),
          new AIMessage({ content: '', tool_calls: [{ id: '1', name: 'look', args: {} }] }),
          new ToolMessage({ tool_call_id: '1', content: 'found' }),
          new AIMessage('Done.'),
          new HumanMessage({ content: [{ type: 'text', text: 'And this?' }, image] }),
        ],
      },
      thread,
    )
    expect(requests[0]?.headers).not.toHaveProperty('authorization')
    expect(requests[0]?.body).toMatchObject({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Look it up' },
        { role: 'assistant', content: 'Done.' },
        { role: 'user', content: [{ type: 'text', text: 'And this?' }, image] },
      ],
    })
  })

  it('takes the whole answer of a server that does not stream', async () => {
    await serve((response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(
        JSON.stringify({
          choices: [{ message: { role: 'assistant', content: 'At once' }, finish_reason: 'stop' }],
        }),
      )
    })
    const { graph, thread } = onThread(model)
    const { messages } = await graph.invoke(question, thread)
    expect(messages.at(-1)?.text).toBe('At once')
  })

  it('§3 ends the request when the run is stopped', async () => {
    const connection = new EventEmitter()
    const gone = once(connection, 'close')
    await serve((response) => {
      response.on('close', () => connection.emit('close'))
      openStream(response).write(event('Once upon a time'))
    })
    const { graph, thread } = onThread(model)
    const stop = new AbortController()
    const config = { ...thread, streamMode: 'messages' as const, signal: stop.signal }
    const stream = await graph.stream(question, config)
    await expect(
      (async () => {
        for await (const _token of stream) stop.abort()
      })(),
    ).rejects.toThrow(/abort/i)
    await gone
    expect((await graph.getState(thread)).values.messages).toHaveLength(1)
  })
})

describe('the model example says what to do', () => {
  it('when secrets are missing', async () => {
    vi.stubEnv('MODEL_NAME', ' ')
    const sentence = await failure()
    expect(sentence).toMatch(/needs MODEL_BASE_URL .* and MODEL_NAME .*secrets of this deployment/)
    vi.stubEnv('MODEL_NAME', 'parrot')
    expect(await failure()).not.toContain('MODEL_NAME')
  })

  it('when nothing listens at the address', async () => {
    const { baseUrl, close } = await startModelServer(() => {})
    await close()
    vi.stubEnv('MODEL_BASE_URL', baseUrl)
    expect(await failure()).toBe(
      `The model server at ${baseUrl} cannot be reached (nothing listens there). ` +
        'Check that it runs, and that MODEL_BASE_URL in the secrets is right.',
    )
  })

  const answer = (status: number, message: string) => (response: ServerResponse) => {
    response
      .writeHead(status, { 'Content-Type': 'application/json', Location: 'http://127.0.0.1:9/' })
      .end(JSON.stringify({ error: { message } }))
  }

  it.each([
    ['refuses the key', 401, `Wrong key ${key}`, /refused the key \(401\)\. Correct MODEL_API_KEY/],
    ['forbids', 403, `Wrong key ${key}`, /refused the key \(403\)/],
    ['does not know the model', 404, 'no parrot', /no model "parrot".*MODEL_NAME.*no parrot/],
    ['has had enough', 429, 'quota', /too many requests.*It said: quota/],
    ['fails', 500, `bug with ${key}`, /status 500\. It said: bug with \[key\]$/],
    ['redirects', 307, '', /redirects elsewhere \(307\).*MODEL_BASE_URL/],
  ])('when the server %s', async (_case, status, message, sentence) => {
    const { requests } = await serve(answer(status, message))
    expect(await failure()).toMatch(sentence)
    expect(requests).toHaveLength(1)
  })

  it('when the server wants a key and there is none', async () => {
    vi.stubEnv('MODEL_API_KEY', undefined)
    await serve(answer(401, 'Who are you?'))
    expect(await failure()).toMatch(/wants a key \(401\)\. Add MODEL_API_KEY/)
  })

  it.each([
    ['breaks off', (response: ServerResponse) => response.destroy(), /broke off in the middle/],
    ['ends too early', (response: ServerResponse) => response.end(), /broke off in the middle/],
    [
      'reports an error',
      (response: ServerResponse) => response.end(event({ error: { message: `no ${key}` } })),
      /failed\. It said: no \[key\]$/,
    ],
    [
      'sends something else',
      (response: ServerResponse) => response.end('data: <html>\n\n'),
      /is no chat completion/,
    ],
  ])('when the stream %s', async (_case, end, sentence) => {
    await serve((response) => {
      openStream(response).write(event('Once upon'), () => end(response))
    })
    expect(await failure()).toMatch(sentence)
  })

  it.each([
    ['is no address', { MODEL_BASE_URL: 'parrots' }, /not an http or https address/],
    ['is no web address', { MODEL_BASE_URL: 'file:///etc' }, /not an http or https address/],
    ['holds a password', { MODEL_BASE_URL: `http://me:${key}@host/v1` }, /MODEL_API_KEY/],
    ['cannot be sent', { MODEL_API_KEY: `${key}\n1` }, /characters that no header can carry/],
  ])('when a secret %s, without its value', (_case, secret, sentence) => {
    const environment = { MODEL_BASE_URL: 'http://host/v1', MODEL_NAME: 'parrot', ...secret }
    const read = () => modelSettings(environment)
    expect(read).toThrow(sentence)
    expect(read).not.toThrow(key)
  })
})

describe('the settings of the model', () => {
  it.each(['http://host:1/v1', 'http://host:1/v1/', ' http://host:1/v1/chat/completions '])(
    'take “%s” for the same address',
    (base) => {
      const { address } = modelSettings({ MODEL_BASE_URL: base, MODEL_NAME: 'parrot' })
      expect(address.href).toBe('http://host:1/v1/chat/completions')
    },
  )
})

describe('the events of a stream', () => {
  const stream = ': beat\n\nevent: x\ndata: {"a":\ndata: "é"}\r\n\r\ndata:2\r\rid: 3\n\ndata: last'

  it('come out the same however the bytes are cut', async () => {
    const bytes = new TextEncoder().encode(stream)
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const body = Readable.from([bytes.subarray(0, cut), bytes.subarray(cut)])
      const events: string[] = []
      for await (const data of eventData(body)) events.push(data)
      expect(events).toEqual(['{"a":\n"é"}', '2', 'last'])
    }
  })
})
