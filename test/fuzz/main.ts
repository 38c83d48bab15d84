/**
 * Sends every endpoint of the contract what nobody meant to send: `npm run fuzz -- [--requests n] [--seed n]
 * [--only name]`. Ends with 1, and with the smallest request that shows it, where something is answered
 * by 5xx, in another shape, or not at all.
 */
import { parseArgs } from 'node:util'
import { everyEndpoint } from '../server/hostile/endpoints.ts'
import { fuzzEndpoints } from './fuzz-endpoints.ts'
import type { FuzzedRequest } from './requests.ts'
import { namedThings, openServedStack } from './served-stack.ts'

/** A body of many thousand brackets is told by its beginning. */
function shortened(request: FuzzedRequest): string {
  const text = JSON.stringify(request)
  return text.length > 2_000 ? `${text.slice(0, 2_000)}… (${text.length} characters)` : text
}

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
  },
})
const wanted = Number(values.requests)
const seed = Number(values.seed)
const perRound = 25

const endpoints = (await everyEndpoint()).filter(({ name }) => name.includes(values.only))
console.log(`${wanted} requests to ${endpoints.length} endpoints with seed ${seed}.`)
const stack = await openServedStack()
const statuses = new Map<number, number>()
const found = new Map<string, string>()
let sent = 0
for (let round = 0; sent < wanted; round += 1) {
  const before = sent
  const known = { ...stack.known, ...(await namedThings(stack)) }
  const findings = await fuzzEndpoints({
    origin: stack.url,
    apiKey: stack.apiKey,
    endpoints,
    known,
    seed: seed + round,
    requestsPerEndpoint: perRound,
    lanes: 8,
    onAnswer(_endpoint, { status }) {
      sent += 1
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    },
  })
  for (const { endpoint, wrong, request } of findings) {
    if (found.has(endpoint)) continue
    found.set(endpoint, wrong)
    console.log(`\n${endpoint} (seed ${seed + round}): ${wrong}\n${shortened(request)}`)
  }
  console.log(`Round ${round + 1}: ${sent} requests sent, ${sent - before} of them in it.`)
}
const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`)
console.log(`\n${sent} requests, seed ${seed}. ${counts.join(', ')}`)
console.log(found.size === 0 ? 'Nothing was wrong.' : `Wrong: ${[...found.keys()].join(', ')}`)
await stack.close()
process.exit(found.size === 0 ? 0 : 1)
