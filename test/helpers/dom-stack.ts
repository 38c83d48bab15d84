import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { afterAll } from 'vitest'
import type { Stack, startStack } from './stack.ts'
import type { StackAnswer, StackRequest } from './stack-process.ts'

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void }

let child: ChildProcess | undefined
let lastId = 0
const waiting = new Map<number, Waiting>()

/** A stack that runs in another process. */
export type DomStack = Omit<Stack, 'call'>

/**
 * `startStack` for tests in a DOM: the server runs in a Node process of its own, as it does for real,
 * since a DOM's globals (URL above all) are not Node's. One process a test file, one stack at a time.
 */
export async function startDomStack(...args: Parameters<typeof startStack>): Promise<DomStack> {
  const facts = (await ask({ method: 'start', args })) as Pick<
    Stack,
    'url' | 'apiKey' | 'notices' | 'folder'
  >
  return {
    ...facts,
    json: <Answer>(...request: Parameters<Stack['json']>) =>
      ask({ method: 'json', args: request }) as Promise<Answer>,
    deploy: (...request) => ask({ method: 'deploy', args: request }) as ReturnType<Stack['deploy']>,
    settled: (...request) =>
      ask({ method: 'settled', args: request }) as ReturnType<Stack['settled']>,
    close: async () => void (await ask({ method: 'close', args: [] })),
  }
}

afterAll(async () => {
  if (!child) return
  const ended = new Promise((resolve) => child?.once('exit', resolve))
  child.disconnect()
  await ended
})

type WithoutId<Request> = Request extends StackRequest ? Omit<Request, 'id'> : never

function ask(request: WithoutId<StackRequest>): Promise<unknown> {
  child ??= open()
  lastId += 1
  const id = lastId
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    child?.send({ ...request, id })
  })
}

function open(): ChildProcess {
  const opened = fork(path.join(import.meta.dirname, 'stack-process.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR },
  })
  opened.on('message', (message: StackAnswer) => {
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if ('error' in message) asked?.reject(new Error(message.error))
    else asked?.resolve(message.result)
  })
  opened.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`The stack ended with ${code}.`))
    waiting.clear()
  })
  return opened
}
