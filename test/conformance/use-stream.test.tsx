/** The vendor's React hook, unchanged, in a chat against our agent server. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { Client, type Message, type Run, type ThreadState } from '@langchain/langgraph-sdk'
import { useStream } from '@langchain/langgraph-sdk/react'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
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
afterAll(async () => {
  const ended = new Promise((resolve) => server?.once('exit', resolve))
  server?.disconnect()
  await ended
  await gates?.close()
})
beforeEach(() => window.sessionStorage.clear())

type Values = { messages: Message[] }
type Bag = { InterruptType: { question: string } }

let threadId: string | null = null

interface ChatProps {
  joined?: string | null
  withHistory?: boolean
}

/** A chat as the vendor's documentation shows it: messages, a question to a person, send and stop. */
function Chat({ joined = null, withHistory = true }: ChatProps) {
  const [thread, setThread] = useState(joined)
  const [text, setText] = useState('')
  const stream = useStream<Values, Bag>({
    apiUrl: url,
    apiKey,
    assistantId: 'conversation',
    messagesKey: 'messages',
    threadId: thread,
    onThreadId: (id) => {
      threadId = id
      setThread(id)
    },
    reconnectOnMount: true,
    fetchStateHistory: withHistory,
  })
  const send = () => {
    const message: Message = { type: 'human', content: text }
    void stream.submit({ messages: [message] })
  }
  const last = stream.messages.findLast(({ type }) => type === 'human')
  const before = last && stream.getMessagesMetadata(last)?.firstSeenState?.parent_checkpoint
  return (
    <div>
      <p role="status">{stream.isLoading ? 'working' : 'ready'}</p>
      {stream.error ? <p role="alert">{String(stream.error)}</p> : null}
      <ul>
        {stream.messages.map((message) => (
          <li key={message.id}>{`${message.type}: ${String(message.content)}`}</li>
        ))}
      </ul>
      {stream.interrupt ? (
        <div>
          <p>{stream.interrupt.value?.question}</p>
          <button
            type="button"
            onClick={() => void stream.submit(null, { command: { resume: { ok: true } } })}
          >
            Allow
          </button>
        </div>
      ) : null}
      <input aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={send}>
        Send
      </button>
      <button
        type="button"
        onClick={() => void stream.submit(undefined, { checkpoint: before ?? null })}
      >
        Again
      </button>
      <button type="button" onClick={() => void stream.stop()}>
        Stop
      </button>
    </div>
  )
}

async function say(text: string): Promise<void> {
  const user = userEvent.setup()
  const field = screen.getByLabelText('Message')
  await user.clear(field)
  await user.type(field, text)
  await user.click(screen.getByRole('button', { name: 'Send' }))
}

const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }))
const lines = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const becomes = (expected: string[], status: 'working' | 'ready' = 'ready') =>
  waitFor(() => {
    expect(screen.queryByRole('alert')).toBeNull()
    expect(lines()).toEqual(expected)
    expect(screen.getByRole('status')).toHaveTextContent(status)
  })

async function state(): Promise<ThreadState<Values>> {
  return client.threads.getState<Values>(threadId ?? '')
}

async function onlyRun(): Promise<Run> {
  const [run] = await client.runs.list(threadId ?? '')
  if (!run) throw new Error('There is no run.')
  return run
}

it('§1 a chat is answered word by word, on a thread that is made for it', async () => {
  render(<Chat />)
  const gate = randomUUID()
  await say(`hello gate:${gate}`)
  await gates.arrived(gate)
  await becomes([`human: hello gate:${gate}`, 'ai: You '], 'working')
  gates.open(gate)
  await becomes([`human: hello gate:${gate}`, `ai: You said: hello gate:${gate}`])
  await say('and more')
  await becomes([
    `human: hello gate:${gate}`,
    `ai: You said: hello gate:${gate}`,
    'human: and more',
    'ai: You said: and more',
  ])
  expect((await state()).values.messages).toHaveLength(4)
})

it.each([true, false])(
  '§3 rule 2 a question is asked and answered (with history: %s)',
  async (withHistory) => {
    render(<Chat withHistory={withHistory} />)
    await say('may I go')
    expect(await screen.findByText('Let them: may I go?')).toBeVisible()
    // The question is shown as it is streamed, which is before the run has ended.
    await expect
      .poll(() => client.threads.get(threadId ?? ''))
      .toMatchObject({ status: 'interrupted' })
    await press('Allow')
    await becomes(['human: may I go', 'ai: They may: {"ok":true}'])
    expect(screen.queryByText('Let them: may I go?')).toBeNull()
  },
)

it('§3 a stop ends the run on the server, and what was there before stays', async () => {
  render(<Chat />)
  await say('one')
  await becomes(['human: one', 'ai: You said: one'])
  const gate = randomUUID()
  await say(`two gate:${gate}`)
  await gates.arrived(gate)
  await waitFor(() => expect(lines().at(-1)).toBe('ai: You '))
  const run = await onlyRun()
  await press('Stop')
  await client.runs.join(run.thread_id, run.run_id)
  expect(await client.runs.get(run.thread_id, run.run_id)).toMatchObject({ status: 'interrupted' })
  // The half answer is gone once the hook has read the state again.
  await becomes(['human: one', 'ai: You said: one', `human: two gate:${gate}`])
  await say('three')
  await waitFor(() => expect(lines().at(-1)).toBe('ai: You said: three'))
  expect((await state()).values.messages.map(({ content }) => content)).toEqual([
    'one',
    'You said: one',
    `two gate:${gate}`,
    'three',
    'You said: three',
  ])
})

it('§6 a reload joins the run that works, and misses nothing of its answer', async () => {
  const page = render(<Chat />)
  const gate = randomUUID()
  await say(`hello gate:${gate}`)
  await gates.arrived(gate)
  await waitFor(() => expect(lines().at(-1)).toBe('ai: You '))
  page.unmount()
  render(<Chat joined={threadId} />)
  await waitFor(() => expect(lines().at(-1)).toBe('ai: You '))
  expect((await onlyRun()).status).toBe('running')
  gates.open(gate)
  await becomes([`human: hello gate:${gate}`, `ai: You said: hello gate:${gate}`])
  expect((await onlyRun()).status).toBe('success')
})

it('an answer is asked for again from the checkpoint before it, as another branch', async () => {
  render(<Chat />)
  await say('hello')
  await becomes(['human: hello', 'ai: You said: hello'])
  const first = (await state()).values.messages.at(-1)?.id
  await press('Again')
  await waitFor(async () => expect((await state()).values.messages.at(-1)?.id).not.toBe(first))
})
