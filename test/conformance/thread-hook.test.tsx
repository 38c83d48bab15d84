/** The vendor's newest React hook, unchanged, in a chat against our agent server by the streaming protocol. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { Client, type Message } from '@langchain/langgraph-sdk'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useMessageMetadata, useStream } from 'react-newest'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Gates, openGates } from '../server/agent-server/gates.ts'
import { apiKey } from '../server/agent-server/serve-fixtures.ts'

let server: ChildProcess
let gates: Gates
let url: string
let client: Client
beforeAll(async () => {
  gates = await openGates()
  server = fork(path.join(import.meta.dirname, 'graph-server.ts'), {
    execArgv: ['--import', 'tsx'],
    env: {
      PATH: process.env.PATH,
      GATE_URL: gates.url,
      GRAPHS: JSON.stringify({ conversation: './conversation.ts:graph' }),
    },
  })
  url = await new Promise<string>((resolve, reject) => {
    server.once('message', (address) => resolve(String(address)))
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
  })
  client = new Client({ apiUrl: url, apiKey })
})
afterEach(cleanup)
afterAll(async () => {
  const ended = new Promise((resolve) => server?.once('exit', resolve))
  server?.disconnect()
  await ended
  await gates?.close()
})

let threadId: string | null = null

/** A chat as the vendor's documentation shows it: messages, a question to a person, send, stop and edit. */
function Chat({ joined = null }: { joined?: string | null }) {
  const [text, setText] = useState('')
  const stream = useStream<{ messages: Message[] }, { question: string }>({
    apiUrl: url,
    apiKey,
    assistantId: 'conversation',
    threadId: joined,
    onThreadId: (id: string) => {
      threadId = id
    },
  })
  const first = stream.messages.find(({ type }) => type === 'human')
  const metadata = useMessageMetadata(stream, first?.id)
  const said = { messages: [{ type: 'human' as const, content: text }] }
  const asked = stream.interrupt?.id ?? ''
  return (
    <section aria-label={joined ? 'joined' : 'first'}>
      <p role="status">{stream.isLoading ? 'working' : 'ready'}</p>
      {stream.error ? <p role="alert">{String(stream.error)}</p> : null}
      <ul>
        {stream.messages.map((message) => (
          <li key={message.id}>{`${message.type}: ${message.text}`}</li>
        ))}
      </ul>
      {stream.interrupt ? (
        <div>
          <p>{stream.interrupt.value?.question}</p>
          <button
            type="button"
            onClick={() => void stream.respond({ ok: true }, { interruptId: asked })}
          >
            Allow
          </button>
        </div>
      ) : null}
      <input aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={() => void stream.submit(said)}>
        Send
      </button>
      <button
        type="button"
        onClick={() => void stream.submit(said, { forkFrom: metadata?.parentCheckpointId })}
      >
        Edit
      </button>
      <button type="button" onClick={() => void stream.stop()}>
        Stop
      </button>
    </section>
  )
}

const tab = (name: string) => within(screen.getByRole('region', { name }))

async function say(text: string, button = 'Send', name = 'first'): Promise<void> {
  const user = userEvent.setup()
  const field = tab(name).getByLabelText('Message')
  await user.clear(field)
  await user.type(field, text)
  await user.click(tab(name).getByRole('button', { name: button }))
}

const press = (button: string, name = 'first') =>
  userEvent.setup().click(tab(name).getByRole('button', { name: button }))
const lines = (name = 'first') =>
  tab(name)
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)
const becomes = (expected: string[], status: 'working' | 'ready' = 'ready', name = 'first') =>
  waitFor(() => {
    expect(tab(name).queryByRole('alert')).toBeNull()
    expect(lines(name)).toEqual(expected)
    expect(tab(name).getByRole('status')).toHaveTextContent(status)
  })
const saved = async () => {
  const { values } = await client.threads.getState<{ messages: Message[] }>(threadId ?? '')
  return values.messages.map(({ content }) => content)
}

it('answers word by word, twice, in both tabs that show the thread', async () => {
  render(<Chat />)
  const gate = randomUUID()
  await say(`hello gate:${gate}`)
  await gates.arrived(gate)
  await becomes([`human: hello gate:${gate}`, 'ai: You '], 'working')
  render(<Chat joined={threadId} />)
  await becomes([`human: hello gate:${gate}`, 'ai: You '], 'working', 'joined')
  gates.open(gate)
  const answered = [`human: hello gate:${gate}`, `ai: You said: hello gate:${gate}`]
  await becomes(answered)
  await becomes(answered, 'ready', 'joined')
  await say('and more')
  await becomes([...answered, 'human: and more', 'ai: You said: and more'])
  await becomes([...answered, 'human: and more', 'ai: You said: and more'], 'ready', 'joined')
})

it('works on from a finished thread that is opened again: the end of an old run is not taken for that of the new one', async () => {
  const page = render(<Chat />)
  await say('one')
  await becomes(['human: one', 'ai: You said: one'])
  page.unmount()
  render(<Chat joined={threadId} />)
  await becomes(['human: one', 'ai: You said: one'], 'ready', 'joined')
  const gate = randomUUID()
  await say(`two gate:${gate}`, 'Send', 'joined')
  await gates.arrived(gate)
  const before = ['human: one', 'ai: You said: one', `human: two gate:${gate}`]
  await becomes([...before, 'ai: You '], 'working', 'joined')
  gates.open(gate)
  await becomes([...before, `ai: You said: two gate:${gate}`], 'ready', 'joined')
})

it('stops, and what was there before stays', async () => {
  render(<Chat />)
  const gate = randomUUID()
  await say(`two gate:${gate}`)
  await gates.arrived(gate)
  await becomes([`human: two gate:${gate}`, 'ai: You '], 'working')
  await press('Stop')
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('ready'))
  await expect
    .poll(async () => (await client.runs.list(threadId ?? '')).map(({ status }) => status))
    .toEqual(['interrupted'])
  expect(await saved()).toEqual([`two gate:${gate}`])
  await say('three')
  await waitFor(() => expect(lines().at(-1)).toBe('ai: You said: three'))
})

it('asks a question, which is answered in the other tab that shows it too', async () => {
  render(<Chat />)
  await say('may I go')
  expect(await tab('first').findByText('Let them: may I go?')).toBeVisible()
  await expect
    .poll(async () => (await client.threads.get(threadId ?? '')).status)
    .toBe('interrupted')
  render(<Chat joined={threadId} />)
  expect(await tab('joined').findByText('Let them: may I go?')).toBeVisible()
  await press('Allow', 'joined')
  await becomes(['human: may I go', 'ai: They may: {"ok":true}'], 'ready', 'joined')
  await becomes(['human: may I go', 'ai: They may: {"ok":true}'])
  await waitFor(() => expect(screen.queryByText('Let them: may I go?')).toBeNull())
})

it('asks again from before a message that is edited', async () => {
  render(<Chat />)
  await say('hello')
  await becomes(['human: hello', 'ai: You said: hello'])
  await say('goodbye', 'Edit')
  await becomes(['human: goodbye', 'ai: You said: goodbye'])
  expect(await saved()).toEqual(['goodbye', 'You said: goodbye'])
})
