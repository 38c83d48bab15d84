import { mkdtemp, readFile, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callWebhook } from '../../../src/server/agent-server/webhooks/webhook-call.ts'
import { askHealth } from '../../../src/server/control-plane/deployments/external-health.ts'
import { commitsBetween } from '../../../src/server/control-plane/revisions/commits-between.ts'
import { fetchSource } from '../../../src/server/control-plane/rollout/build/fetch-source.ts'
import { reachOf } from '../../../src/server/outgoing/address-policy.ts'
import type { Resolve } from '../../../src/server/outgoing/checked-lookup.ts'
import { providerFetch } from '../../../src/server/outgoing/provider-fetch.ts'
import { createUpstream } from '../../../src/server/outgoing/upstream.ts'
import { guardedPictureReader } from '../../../src/server/picture-reader.ts'
import { makeRepository } from '../../helpers/git.ts'
import { type GitServer, startGitServer } from '../control-plane/git-server.ts'

/** Nothing but the resolver of a test knows this name. */
const name = 'rebinds.test'
const metadata = '169.254.169.254'

let server: http.Server
let port: number
/** What the server was asked. */
let asked: string[]
let folder: string
let gits: GitServer
beforeAll(async () => {
  server = http.createServer((request, response) => {
    asked.push(request.url ?? '')
    const away = new URL(request.url ?? '/', 'http://x').searchParams.get('to')
    if (away) response.writeHead(302, { location: away }).end()
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-outgoing-'))
  await makeRepository(`${folder}/project`, { 'a.txt': 'here' })
  gits = await startGitServer(folder, { user: 'me', token: 'secret' })
})
beforeEach(() => {
  asked = []
})
afterAll(async () => {
  await gits?.close()
  await new Promise((resolve) => server?.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

/** Answers one of these after the other, and the last for ever. */
function resolving(...ips: string[]): Resolve {
  const left = [...ips]
  return async () => {
    const address = (left.length > 1 ? left.shift() : left[0]) ?? ''
    return [{ address, family: address.includes(':') ? 6 : 4 }]
  }
}

const signal = () => AbortSignal.timeout(20_000)
const request = (target: URL) =>
  ({ target, limit: 'loopback', method: 'GET', headers: {}, signal: signal() }) as const

/** Every way on which this server goes to an address that somebody wrote; each rejects, or answers why it does not. */
const ways: [string, (url: string, resolve: Resolve) => Promise<unknown>][] = [
  [
    'connections',
    async (url, resolve) => {
      const answer = await createUpstream({ resolve, silenceLimitMs: 20_000 })(
        request(new URL(url)),
      )
      answer.destroy()
    },
  ],
  [
    'webhooks',
    async (url, resolve) => {
      const result = await callWebhook(
        { call_id: 'a', url, body: '{}' },
        { secret: 'whsec_c2VjcmV0', privateAddresses: 'allow', now: new Date(), resolve },
      )
      if (result.kind !== 'taken') throw new Error(result.reason)
    },
  ],
  [
    'OAuth discovery',
    (url, resolve) =>
      providerFetch((ip) => reachOf(ip) === 'never', resolve)(url, {
        method: 'GET',
        headers: {},
        body: undefined,
        redirect: 'manual',
        signal: signal(),
      }),
  ],
  [
    'pictures of others',
    (url, resolve) => guardedPictureReader(resolve, 'loopback')(new URL(url).href, signal()),
  ],
  [
    'the health of a custom_url',
    async (url, resolve) => {
      const ask = createUpstream({ resolve, silenceLimitMs: 20_000 })
      const health = await askHealth(url, () => new Date(), signal(), ask)
      if (health.status !== 'ok') throw new Error(health.detail ?? '')
    },
  ],
]

describe.each(ways)('%s', (_name, go) => {
  it('connects to the address that was checked, and not where the name leads a moment later', async () => {
    const url = `http://${name}:${port}/`
    const resolve = resolving('127.0.0.1', metadata)
    await go(url, resolve)
    expect(asked).toHaveLength(1)
    await expect(go(url, resolve)).rejects.toThrow()
    expect(asked).toHaveLength(1)
  })

  it.each([metadata, `::ffff:${metadata}`, '64:ff9b::a9fe:a9fe', 'fd00:ec2::254', '0.0.0.0'])(
    'does not connect to %s, by name or by number',
    async (ip) => {
      const host = ip.includes(':') ? `[${ip}]` : ip
      await expect(go(`http://${name}:${port}/`, resolving(ip))).rejects.toThrow()
      await expect(go(`http://${host}:${port}/`, resolving('127.0.0.1'))).rejects.toThrow()
      expect(asked).toEqual([])
    },
  )

  it('follows no redirect to where the name has been turned meanwhile', async () => {
    const url = `http://${name}:${port}/?to=${encodeURIComponent(`http://${name}:${port}/turned`)}`
    await go(url, resolving('127.0.0.1', metadata)).catch(() => undefined)
    expect(asked).toHaveLength(1)
  })
})

describe('repositories', () => {
  const fetching = (address: string, resolve: Resolve, into: string) =>
    fetchSource({
      address,
      ref: 'main',
      commit: null,
      folder: `${folder}/${into}`,
      token: address.startsWith('http') ? 'me:secret' : null,
      packageCache: `${folder}/cache`,
      timeLimitMs: 60_000,
      signal: signal(),
      resolve,
      onLine: () => undefined,
    })

  it('are read from the address that was checked, wherever the name leads meanwhile', async () => {
    const address = new URL(gits.address('project/.git'))
    address.hostname = name
    await fetching(address.href, resolving('127.0.0.1', metadata), 'cloned')
    expect(await readFile(`${folder}/cloned/a.txt`, 'utf8')).toBe('here')
  })

  it.each([
    ['http://rebinds.test/x.git', metadata],
    ['ssh://git@rebinds.test/x.git', 'fd00:ec2::254'],
    ['git@rebinds.test:x.git', '100.100.100.200'],
    ['git://rebinds.test/x.git', `::ffff:${metadata}`],
  ])('at %s, which is %s, are not asked', async (address, ip) => {
    await expect(fetching(address, resolving(ip), 'refused')).rejects.toThrow(
      'rebinds.test leads to an address that this server does not connect to',
    )
  })

  it('are not asked for their commits at an address that is refused', async () => {
    const asking = commitsBetween({
      address: `http://${metadata}/x.git`,
      token: null,
      from: 'a'.repeat(40),
      to: 'b'.repeat(40),
      packageCache: folder,
    })
    await expect(asking).rejects.toThrow(`${metadata} leads to an address`)
  })

  it('are not looked for on another host that theirs redirects to', async () => {
    const elsewhere = `http://localhost:${port}/x.git/info/refs?service=git-upload-pack`
    const redirecting = http.createServer((_request, response) =>
      response.writeHead(301, { location: elsewhere }).end(),
    )
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve))
    const at = `http://${name}:${(redirecting.address() as AddressInfo).port}/x.git`
    await expect(fetching(at, resolving('127.0.0.1'), 'elsewhere')).rejects.toThrow(
      'which is not followed. Write the address that it leads to.',
    )
    expect(asked).toEqual([])
    await new Promise((resolve) => redirecting.close(resolve))
  })
})
