import fc from 'fast-check'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import type { Known } from './from-schema.ts'
import { type Judged, judge } from './judge.ts'
import { type FuzzedRequest, requestsTo } from './requests.ts'

/** These end what the others need, so they go last. */
const ending = /^(delete|prune|signOut|createUser|bootstrap|restore)/

export interface FuzzPlan {
  origin: string
  apiKey: string
  endpoints: readonly Endpoint[]
  known: Known
  seed: number
  requestsPerEndpoint: number
  /** How many endpoints are asked at a time. */
  lanes: number
  onAnswer?(endpoint: Endpoint, judged: Judged): void
}

/** What is wrong with an endpoint: the smallest request that still shows it. */
export interface Finding {
  endpoint: string
  wrong: string
  request: FuzzedRequest
}

/** Sends every endpoint its share of hostile requests, the same for a seed, and answers the first finding of each. */
export async function fuzzEndpoints(plan: FuzzPlan): Promise<Finding[]> {
  const first = plan.endpoints.filter(({ name }) => !ending.test(name))
  const last = plan.endpoints.filter(({ name }) => ending.test(name))
  return [...(await inLanes(plan, first)), ...(await inLanes(plan, last))]
}

async function inLanes(plan: FuzzPlan, endpoints: readonly Endpoint[]): Promise<Finding[]> {
  const findings: Finding[] = []
  const lanes = Array.from({ length: plan.lanes }, async (_one, lane) => {
    for (const endpoint of endpoints.filter((_each, at) => at % plan.lanes === lane)) {
      findings.push(...(await fuzzOne(plan, endpoint)))
    }
  })
  await Promise.all(lanes)
  return findings
}

/** The same for a name, whichever endpoints are asked. */
function numberOf(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 0)
}

async function fuzzOne(plan: FuzzPlan, endpoint: Endpoint): Promise<Finding[]> {
  let wrong = ''
  const { deployment_id, ...others } = plan.known
  // Everything else needs the one deployment, which takes its time to make.
  const known = endpoint.name === 'deleteDeployment' ? others : plan.known
  const property = fc.asyncProperty(requestsTo(endpoint, known), async (request) => {
    const judged = await judge(plan.origin, plan.apiKey, request)
    plan.onAnswer?.(endpoint, judged)
    if (judged.wrong) wrong = judged.wrong
    return judged.wrong === null
  })
  const result = await fc.check(property, {
    numRuns: plan.requestsPerEndpoint,
    // Endpoints with the same fields would all be sent the same.
    seed: plan.seed + numberOf(endpoint.name),
    // A request that hangs is not made smaller: each try takes its time.
    interruptAfterTimeLimit: 300_000,
    markInterruptAsFailure: false,
  })
  const [request] = result.counterexample ?? []
  return request ? [{ endpoint: endpoint.name, wrong, request }] : []
}
