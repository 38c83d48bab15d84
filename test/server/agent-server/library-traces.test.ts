/** What the graph library of an agent tells a tracing service by itself, where the variables of the deployment say so (36.3). */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from './harness.ts'

/** A part of a run that was sent, under the name that the service gives it: `post.{id}`, `patch.{id}.outputs`. */
interface Told {
  name: string
  value: Record<string, unknown>
}

const told: Told[] = []
const keys = new Set<string | string[] | undefined>()
let service: Server
let h: Harness
beforeAll(async () => {
  service = createServer(async (request, response) => {
    if (request.method === 'POST') {
      keys.add(request.headers['x-api-key'])
      told.push(...partsOf(request, await bodyOf(request)))
    }
    response.writeHead(request.method === 'POST' ? 202 : 200, {
      'content-type': 'application/json',
    })
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => service.once('listening', resolve))
  h = await startHarness({
    graphs: { steps: './steps.ts:graph' },
    env: {
      LANGSMITH_TRACING: 'true',
      LANGSMITH_ENDPOINT: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
      LANGSMITH_API_KEY: 'key-of-the-service',
      LANGSMITH_PROJECT: 'orders',
    },
  })
})
afterAll(async () => {
  await h?.close()
  service?.closeAllConnections()
  service?.close()
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const body = Buffer.concat(pieces)
  return (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()
}

function partsOf({ headers }: IncomingMessage, body: string): Told[] {
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1]
  if (!boundary) {
    const { post = [], patch = [] } = JSON.parse(body) as Record<string, Told['value'][]>
    const named = (kind: string) => (value: Told['value']) => ({
      name: `${kind}.${value.id}`,
      value,
    })
    return [...post.map(named('post')), ...patch.map(named('patch'))]
  }
  return body.split(`--${boundary}`).flatMap((part) => {
    const name = /name="([^"]+)"/.exec(part)?.[1]
    if (!name) return []
    return { name, value: JSON.parse(part.slice(part.indexOf('\r\n\r\n'))) as Told['value'] }
  })
}

it('36.3: a run is traced under its own id, with its thread, its project and its steps', async () => {
  const run = await h.run(await h.thread(), { assistant_id: 'steps', input: {} })
  expect((await h.ended(run)).status).toBe('success')
  const posted = (name: string) => told.find((one) => one.name === name)?.value
  await expect.poll(() => posted(`post.${run.run_id}`)).toBeDefined()
  expect(posted(`post.${run.run_id}`)).toMatchObject({
    id: run.run_id,
    trace_id: run.run_id,
    run_type: 'chain',
    session_name: 'orders',
  })
  // What is large comes in parts of its own.
  const whole = () => told.filter(({ name }) => name.startsWith(`post.${run.run_id}`))
  await expect.poll(() => JSON.stringify(whole())).toContain(run.thread_id)
  const steps = () =>
    told
      .filter(({ name, value }) => name.startsWith('post.') && value.trace_id === run.run_id)
      .map(({ value }) => value.name)
  await expect.poll(steps).toEqual(expect.arrayContaining(['first', 'second', 'third']))
  expect([...keys]).toEqual(['key-of-the-service'])
})

it('36.3: where a run ends is told as well, with what came of it', async () => {
  const run = await h.run(await h.thread(), { assistant_id: 'steps', input: {} })
  await h.ended(run)
  const ended = () =>
    told.filter(
      ({ name, value }) =>
        name === `patch.${run.run_id}` || (name === `post.${run.run_id}` && value.end_time),
    )
  await expect.poll(ended).not.toEqual([])
})
