import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../../src/cli/run-command.mjs'
import type { EmbedFinding } from '../../../src/contract/embeds/embed-check.ts'
import type { Embed } from '../../../src/contract/embeds/embeds.ts'
import { examineEmbed } from '../../../src/server/embeds/examine-embed.ts'
import { readSiteDirectly } from '../../../src/server/embeds/read-site.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

let stack: Stack
const open: http.Server[] = []

beforeAll(async () => {
  stack = await startStack()
})
afterAll(async () => {
  for (const server of open) server.close()
  await stack?.close()
})

async function newEmbed(settings: Partial<Embed> = {}): Promise<Embed> {
  const response = await fetch(`${stack.url}/gateway/embeds`, {
    method: 'POST',
    headers: { origin: stack.url, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Shop',
      connection_id: 'local',
      deployment_id: '5d2f1c1e-4a57-4c4f-9a55-0b7c3b7f9d10',
      assistant_id: 'agent',
      ...settings,
    }),
  })
  expect(response.status).toBe(201)
  return (await response.json()) as Embed
}

async function listen(handler: http.RequestListener): Promise<string> {
  const server = http.createServer(handler)
  open.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A page of a site, with a policy in its header or none. */
const siteWith = async (policy: string | null, html = '<!doctype html>') =>
  `${await listen((_request, response) => {
    response.writeHead(200, policy === null ? {} : { 'content-security-policy': policy })
    response.end(html)
  })}/page`

type Mistake = (request: http.IncomingMessage, answer: Response) => Promise<Response> | Response

/** A reverse proxy in front of the server that makes one mistake. */
const proxyWith = (mistake: Mistake) =>
  listen(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const answer = await fetch(stack.url + request.url, {
      method: request.method,
      headers: Object.entries(request.headers)
        .filter(([name]) => !/^(host|connection|content-length|transfer-encoding)$/.test(name))
        .map(([name, value]) => [name, String(value)] as [string, string]),
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    const passed = await mistake(request, answer)
    const headers = [...passed.headers].filter(([name]) => !/^(content-|transfer)/.test(name))
    response.writeHead(passed.status, {
      ...Object.fromEntries(headers),
      'content-type': passed.headers.get('content-type') ?? 'text/plain',
    })
    for await (const piece of passed.body ?? []) response.write(piece)
    response.end()
  })

const byName = (findings: EmbedFinding[]) =>
  Object.fromEntries(findings.map((finding) => [finding.name, finding]))

/** What is found through a proxy. */
async function through(mistake: Mistake, settings: Partial<Embed> = {}) {
  const site = await siteWith(null)
  const embed = await newEmbed({ allowed_origins: [new URL(site).origin], ...settings })
  const server = await proxyWith(mistake)
  const findings = await examineEmbed({
    server,
    embedKey: embed.key,
    site,
    fetch,
    readSite: readSiteDirectly,
    now: Date.now,
  })
  return byName(findings)
}

async function check(embed: Embed, site: string) {
  const response = await fetch(`${stack.url}/gateway/embeds/${embed.id}/check`, {
    method: 'POST',
    headers: { origin: stack.url, 'content-type': 'application/json' },
    body: JSON.stringify({ site }),
  })
  return byName(((await response.json()) as { findings: EmbedFinding[] }).findings)
}

describe('the examination of an embed on a site', () => {
  it('is content with a site that may, and tells how long a stream takes', async () => {
    const site = await siteWith(null)
    const embed = await newEmbed({ allowed_origins: [new URL(site).origin] })
    const findings = await check(embed, site)
    // How quick a busy machine is, is not asked here.
    const { Script, Streaming, ...others } = findings
    expect(Script?.found).toContain('widget.js')
    for (const finding of Object.values(others)) expect(finding).toMatchObject({ status: 'ok' })
    expect(Streaming?.found).toMatch(/all 10 within/)
    expect(Object.keys(others)).toEqual([
      'Content-Security-Policy of the site',
      'Allowed origins and CORS',
      'Session',
      'Feedback',
    ])
  })

  it('names the origin that is missing, and the directives that block', async () => {
    const site = await siteWith("default-src 'self'")
    const findings = await check(await newEmbed(), site)
    const { origin } = new URL(site)
    expect(findings['Allowed origins and CORS']).toMatchObject({
      status: 'fail',
      fix: expect.stringContaining(`Add ${origin}`),
    })
    expect(findings['Content-Security-Policy of the site']).toMatchObject({
      status: 'fail',
      fix: expect.stringContaining(new URL(stack.url).origin),
    })
  })

  it('reads a policy in a meta tag', async () => {
    const policy = `<meta http-equiv="Content-Security-Policy" content="connect-src 'self'">`
    const site = await siteWith(null, policy)
    const findings = await check(await newEmbed(), site)
    expect(findings['Content-Security-Policy of the site']).toMatchObject({
      status: 'fail',
      found: 'It blocks connect-src.',
    })
  })

  it('knows of a nonce, and of the frames that components are drawn in', async () => {
    const { origin } = new URL(stack.url)
    const policy = `script-src 'nonce-abc'; connect-src ${origin}; frame-src 'self'`
    const site = await siteWith(policy)
    const name = 'Content-Security-Policy of the site'
    expect((await check(await newEmbed(), site))[name]).toMatchObject({
      status: 'ok',
      found: 'It lets the chat work, where the script’s tag has the nonce.',
    })
    const allowed_origins = [new URL(site).origin]
    const drawing = await newEmbed({ shows_components: true, allowed_origins })
    expect((await check(drawing, site))[name]).toMatchObject({
      status: 'fail',
      found: 'It blocks frame-src.',
      fix: `Add ${origin} to frame-src.`,
    })
  })

  it('names an embed that is switched off', async () => {
    const off = await through((_request, answer) => answer, { is_enabled: false })
    expect(off['Allowed origins and CORS']).toMatchObject({
      status: 'fail',
      found: 'This chat is switched off.',
    })
  })
})

describe('the examination through a proxy', () => {
  it('tells one that holds streams back, with the time to the first event and the gaps', async () => {
    const findings = await through(async (_request, answer) => {
      const whole = await answer.arrayBuffer()
      return new Response(answer.status === 204 ? null : whole, answer)
    })
    expect(findings.Streaming).toMatchObject({
      status: 'fail',
      found: expect.stringMatching(/first event came after \d+ ms, all 10 within .* widest gap/),
      fix: expect.stringContaining('proxy_buffering off'),
    })
  })

  it('tells one that cuts streams off', async () => {
    const findings = await through((request, answer) => {
      if (!request.url?.endsWith('/stream-check')) return answer
      return new Response('', { status: 504 })
    })
    expect(findings.Streaming).toMatchObject({
      status: 'fail',
      found: expect.stringContaining('504'),
    })
  })

  it('tells one that changes the CORS headers', async () => {
    const findings = await through((_request, answer) => {
      const headers = new Headers(answer.headers)
      headers.set('access-control-allow-origin', '*')
      return new Response(answer.body, { status: answer.status, headers })
    })
    expect(findings['Allowed origins and CORS']).toMatchObject({
      status: 'fail',
      fix: expect.stringContaining('add none of its own'),
    })
  })

  it('tells one that passes neither the script nor POST requests', async () => {
    const findings = await through((request, answer) => {
      const isRefused = request.url === '/widget.js' || request.method === 'POST'
      return isRefused ? new Response('no', { status: 405 }) : answer
    })
    expect(findings.Script).toMatchObject({ status: 'fail', found: expect.stringContaining('405') })
    expect(findings.Session).toMatchObject({ status: 'fail', fix: expect.stringContaining('POST') })
  })

  it('tells that votes cannot arrive, and clocks that differ', async () => {
    const findings = await through((request, answer) => {
      if (request.url?.endsWith('/feedback-check')) return new Response('', { status: 502 })
      const headers = new Headers(answer.headers)
      headers.set('date', new Date(Date.now() - 3_600_000).toUTCString())
      return new Response(answer.body, { status: answer.status, headers })
    })
    expect(findings.Feedback).toMatchObject({ status: 'fail', fix: expect.stringContaining('key') })
    expect(findings.Session).toMatchObject({
      status: 'warn',
      found: expect.stringContaining('clocks'),
    })
  })

  it('tells a server that is not there', async () => {
    const findings = await examineEmbed({
      server: 'http://127.0.0.1:9',
      embedKey: 'emb_x',
      site: await siteWith(null),
      fetch,
      readSite: readSiteDirectly,
      now: Date.now,
    })
    expect(byName(findings).Script).toMatchObject({
      status: 'fail',
      found: 'The server cannot be reached at this address.',
    })
  })
})

it('the command prints what is wrong and what to change, and says so by its exit code', async () => {
  const embed = await newEmbed()
  const site = await siteWith(`script-src 'none'`)
  const ended = await runCommand(
    process.execPath,
    ['src/cli/quarterdeck.mjs', 'check-embed', embed.key, site, '--server', stack.url],
    { cwd: process.cwd(), timeLimitMs: 60_000, output: 'keep' },
  )
  expect(ended.code).toBe(1)
  expect(ended.output).toContain('✗ Content-Security-Policy of the site: It blocks script-src.')
  expect(ended.output).toContain(`Add ${new URL(stack.url).origin} to script-src.`)
  expect(ended.output).toContain(`Add ${new URL(site).origin} to the embed’s allowed origins`)
})
