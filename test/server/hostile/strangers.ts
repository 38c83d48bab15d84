import { type Area, type Endpoint, fillPath } from '../../../src/contract/endpoint.ts'
import { everyEndpoint } from './endpoints.ts'

/** Embedded chats let visitors in: their tests say whom. */
const bases: Record<Exclude<Area, 'embed'>, string> = {
  'control-plane': '/api-host',
  agent: '/agents/nobody',
  tracing: '',
  gateway: '',
}
/** Whoever comes for the first time can sign in, and ask whether the server lives. */
const forStrangers = [
  'getLiveness',
  'getReadiness',
  'getSession',
  'createSession',
  'createOwnerSession',
  'deleteSession',
  'beginProviderSignIn',
  'endProviderSignIn',
]

/** How a server answers a client without cookie and key: what it answers otherwise than by 401, and how much was asked. */
export async function askAsStranger(origin: string): Promise<{ open: string[]; asked: number }> {
  const open: string[] = []
  const ask = async (method: string, address: string) => {
    const response = await fetch(origin + address, { method, redirect: 'manual' })
    await response.body?.cancel()
    if (response.status !== 401) open.push(`${method} ${address}: ${response.status}`)
  }
  const params = (endpoint: Endpoint) =>
    Object.fromEntries(
      [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
        name,
        '00000000-0000-4000-8000-000000000000',
      ]),
    )
  let asked = 0
  for (const endpoint of await everyEndpoint()) {
    const { area } = endpoint
    if (endpoint.auth === 'none' || forStrangers.includes(endpoint.name) || area === 'embed')
      continue
    asked += 1
    await ask(endpoint.method, bases[area] + fillPath(endpoint.path, params(endpoint)))
  }
  await ask('GET', '/metrics')
  await ask('GET', '/backup')
  return { open, asked }
}
