import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Finding, fuzzEndpoints } from '../../fuzz/fuzz-endpoints.ts'
import { openServedStack } from '../../fuzz/served-stack.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { everyEndpoint } from './endpoints.ts'

eachMayTake(2)

let stack: Awaited<ReturnType<typeof openServedStack>>
beforeAll(async () => {
  stack = await openServedStack()
})
afterAll(() => stack?.close())

const summary = ({ endpoint, wrong, request }: Finding) =>
  `${endpoint}: ${wrong.slice(0, 500)} ${JSON.stringify(request).slice(0, 1_500)}`

it('§7 what nobody meant to send is answered with 4xx in the right shape by every endpoint, never with 5xx', async () => {
  const endpoints = await everyEndpoint()
  expect(endpoints.length).toBeGreaterThan(50)
  const findings = await fuzzEndpoints({
    origin: stack.url,
    apiKey: stack.apiKey,
    endpoints,
    known: stack.known,
    seed: 20_260_101,
    requestsPerEndpoint: 8,
    // One after the other: what is found is found again.
    lanes: 1,
  })
  // In the message too: a list of one is all that its comparison says.
  expect(findings.map(summary), findings.map(summary).join('\n')).toEqual([])
  expect((await stack.call('GET', '/healthz')).status).toBe(200)
})
