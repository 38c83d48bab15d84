import { type ChildProcess, fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { SHORT_LIVED } from './short-lived.ts'
import type { StackAnswer } from './stack-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    stackHost: string
  }
}

/**
 * Runs the stacks of tests in a DOM: a process for each worker, kept from test file to test file, so
 * that the server's code is loaded once. `POST /{worker}` takes what `dom-stack.ts` asks.
 */
export default async function setup({ provide }: TestProject) {
  const processes = new Map<string, ReturnType<typeof openProcess>>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const worker = request.url ?? ''
    const running = processes.get(worker) ?? openProcess(() => processes.delete(worker))
    processes.set(worker, running)
    const answer = await running.ask(JSON.parse(Buffer.concat(chunks).toString()))
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  provide('stackHost', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    server.closeAllConnections()
    await Promise.all([...processes.values()].map((running) => running.close()))
  }
}

function openProcess(onExit: () => void) {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'stack-process.ts'), {
    execArgv: [...SHORT_LIVED, '--import', 'tsx'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR },
  })
  const waiting = new Map<number, (answer: StackAnswer) => void>()
  let lastId = 0
  child.on('message', (answer: StackAnswer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  const ended = new Promise<void>((resolve) => {
    child.on('exit', (code) => {
      onExit()
      for (const [id, tell] of waiting) tell({ id, error: `The stack ended with ${code}.` })
      resolve()
    })
  })
  return {
    ask(request: object): Promise<StackAnswer> {
      lastId += 1
      const id = lastId
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        child.send({ ...request, id })
      })
    },
    close() {
      child.disconnect()
      return ended
    },
  }
}
