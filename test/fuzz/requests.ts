import fc from 'fast-check'
import { type Area, type Endpoint, fillPath, queryText } from '../../src/contract/endpoint.ts'
import { fromSchema, type Known } from './from-schema.ts'
import { anyText, anyValue, brokenBody, jsonOf, oddHeaders } from './hostile-values.ts'

/** A request as it is sent, and printed where it is wrong. */
export interface FuzzedRequest {
  method: string
  address: string
  headers: Record<string, string>
  /** Null where the method takes none. */
  body: string | null
}

/** Where the endpoints of each part are. */
const bases: Record<Area, string> = {
  'control-plane': '/api-host',
  agent: '/agents/fuzzed',
  tracing: '',
  gateway: '',
  embed: '/embed/emb_nobody/api',
}

/** Such a method takes nothing away, whatever is at the address. */
const harmlessMethods = ['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'REPORT']

/** Requests to one endpoint: what it takes, nearly that, and what nobody meant to send. */
export function requestsTo(endpoint: Endpoint, known: Known): fc.Arbitrary<FuzzedRequest> {
  const method = fc.oneof(
    { weight: 12, arbitrary: fc.constant<string>(endpoint.method) },
    { weight: 1, arbitrary: fc.constantFrom(...harmlessMethods) },
  )
  const parts = {
    method,
    params: paramsOf(endpoint, known),
    query: fromSchema(endpoint.query, known).map(asQuery),
    body: fc.oneof(
      { weight: 8, arbitrary: fromSchema(endpoint.body, known).map(jsonOf) },
      { weight: 1, arbitrary: anyValue.map(jsonOf) },
      { weight: 1, arbitrary: brokenBody },
    ),
    headers: fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, oddHeaders),
  }
  return fc.record(parts).map(({ method, params, query, body, headers }) => ({
    method,
    address: bases[endpoint.area] + fillPath(endpoint.path, params) + query,
    headers: { 'content-type': 'application/json', ...headers },
    body: ['GET', 'HEAD'].includes(method) ? null : body,
  }))
}

function paramsOf(endpoint: Endpoint, known: Known): fc.Arbitrary<Record<string, string>> {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const made = anyText.filter((text) => !/^\.*$/.test(text) && isEncodable(text))
  const params = names.map((name) => {
    const real = known[name]
    return [name, real ? fc.oneof({ weight: 4, arbitrary: fc.constant(real) }, made) : made]
  })
  return fc.record(Object.fromEntries(params))
}

/** Any value as a query: what stands in an object by its names, all else as it is. */
function asQuery(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `?${encodeURI(inAddress(String(value)))}`
  const entries = Object.entries(value).map(([name, one]): [string, unknown] => [
    inAddress(name),
    Array.isArray(one) ? one.slice(0, 5).map(textOf) : one === undefined ? one : textOf(one),
  ])
  return queryText(Object.fromEntries(entries.slice(0, 12)))
}

function textOf(value: unknown): string {
  return inAddress(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** Addresses that are too long are refused before anything reads them. */
function inAddress(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '').slice(0, 400)
}

function isEncodable(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}
