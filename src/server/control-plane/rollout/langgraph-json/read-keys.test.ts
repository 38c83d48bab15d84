import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../read-config.ts'

let folder: string
beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-config-')))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(config: object) {
  const whole = { graphs: { agent: './a.ts:graph' }, ...config }
  await writeFile(path.join(folder, 'langgraph.json'), JSON.stringify(whole))
  return readConfig(folder, 'langgraph.json')
}

it('reads what a project says of its addresses, its webhooks, what is kept and its graphs', async () => {
  const config = await read({
    graphs: { agent: { path: './a.ts:graph', description: 'Answers.' }, other: './b.ts:graph' },
    auth: { path: './a.ts:auth' },
    http: {
      app: './app.ts:app',
      enable_custom_route_auth: true,
      middleware_order: 'middleware_first',
      disable_store: true,
      disable_threads: false,
      configurable_headers: { includes: ['x-*'] },
    },
    webhooks: { url: { require_https: true, allowed_ports: [443] } },
    checkpointer: { ttl: { default_ttl: 60, strategy: 'keep_latest', sweep_interval_minutes: 5 } },
    store: { ttl: { default_ttl: 30, refresh_on_read: false } },
  })
  expect(config).toMatchObject({
    descriptions: { agent: 'Answers.' },
    auth: { path: './a.ts:auth', disable_studio_auth: false },
    http: {
      app: './app.ts:app',
      are_custom_routes_open: false,
      is_middleware_first: true,
      closed: ['store'],
      configurable_headers: { include: ['x-*'], exclude: [] },
    },
    webhooks: { require_https: true, allowed_ports: [443] },
    retention: {
      threads: { ttl: 60, strategy: 'keep_latest' },
      items: { default_ttl: 30, refresh_on_read: false },
    },
    warnings: [],
  })
})

it('reads the same of a project in Python', async () => {
  const config = await read({
    graphs: { agent: './a.py:graph' },
    auth: { path: 'rules.auth:auth', disable_studio_auth: true },
    http: {
      app: './app.py:app',
      enable_custom_route_auth: false,
      middleware_order: 'auth_first',
      disable_store: true,
      disable_webhooks: true,
      cors: { allow_origins: ['https://one.example'] },
      configurable_headers: { includes: ['x-*'], excludes: null },
    },
    webhooks: { url: { allowed_domains: ['hooks.example'] } },
    checkpointer: { ttl: { default_ttl: 60, sweep_interval_minutes: 5, sweep_limit: 100 } },
    store: { ttl: { default_ttl: null, refresh_on_read: false } },
  })
  expect(config).toMatchObject({
    auth: { path: 'rules.auth:auth', disable_studio_auth: true },
    http: {
      app: './app.py:app',
      are_custom_routes_open: true,
      is_middleware_first: false,
      closed: ['store', 'webhooks'],
      cors: { allow_origins: ['https://one.example'] },
      configurable_headers: { include: ['x-*'], exclude: [] },
    },
    webhooks: { allowed_domains: ['hooks.example'] },
    warnings: [],
  })
  expect(config.retention).toEqual({
    threads: { ttl: 60, strategy: 'delete' },
    items: { refresh_on_read: false },
  })
})

it('reads what a project of a template of theirs says', async () => {
  const config = await read({
    $schema: 'https://langgra.ph/schema.json',
    dockerfile_lines: [],
    graphs: { agent: './a.py:graph' },
    python_version: '3.11',
    image_distro: 'wolfi',
    store: { index: { dims: 1536, embed: 'openai:text-embedding-3-small' } },
  })
  expect(config.warnings).toEqual([
    expect.stringContaining('“image_distro” has no effect'),
    expect.stringContaining('“store.index” has no effect'),
  ])
})

it('what is not said is not there', async () => {
  const nothing = { descriptions: null, auth: null, http: null, webhooks: null, retention: null }
  expect(await read({ store: {}, checkpointer: null })).toMatchObject(nothing)
})

it.each([
  [
    { auth: { path: 'auth' } },
    '“auth.path” in langgraph.json must be written as “./file.ts:export”',
  ],
  [{ auth: { path: './a.ts:auth', disable_studio_auth: 'no' } }, '“auth.disable_studio_auth”'],
  [
    { http: { app: '/etc/app.ts:app' } },
    '“http.app” in langgraph.json leads out of the repository',
  ],
  [{ http: { disable_runs: 'yes' } }, '“http.disable_runs”'],
  [
    { http: { cors: { allow_origin_regex: '(' } } },
    '“http.cors.allow_origin_regex”: Write a regular',
  ],
  [{ http: { cors: { allow_origin: ['*'] } } }, '“http.cors.allow_origin” is not a key'],
  [{ http: { mount_prefix: '/x' } }, '“http.mount_prefix” is not supported here'],
  [{ webhooks: { headers: { a: 'b' } } }, '“webhooks.headers” is not supported here'],
  [{ webhooks: { url: { allowed_domain: [] } } }, '“webhooks.url.allowed_domain” is not a key'],
  [{ store: { index: { embed: 'x', dims: 1 } } }, '“store.index” is not supported here'],
  [{ store: { ttl: { default_ttl: -1 } } }, '“store.ttl.default_ttl”'],
  [{ checkpointer: { ttl: { strategy: 'later' } } }, '“checkpointer.ttl.strategy”'],
  [{ checkpointer: { serde: {}, path: './s.ts:s' } }, '“checkpointer.path” is not supported here'],
  [{ graphs: { agent: { path: './a.ts:graph', description: 3 } } }, '“graphs.agent.description”'],
])('refuses %j by its name', async (config, words) => {
  await expect(read(config)).rejects.toThrow(words)
})

it.each([
  [
    { auth: { path: './a.ts:auth' } },
    '“auth.path” in langgraph.json must be written as “./file.py:name”',
  ],
  [{ auth: { path: './a.py:auth', disable_studio_auth: 'no' } }, '“auth.disable_studio_auth”'],
  [
    { http: { app: './a.mjs:app' } },
    '“http.app” in langgraph.json must be written as “./file.py:name”',
  ],
  [{ http: { disable_runs: 'yes' } }, '“http.disable_runs”'],
  [{ http: { cors: { allow_origin: ['*'] } } }, '“http.cors.allow_origin” is not a key'],
  [{ webhooks: { url: { allowed_domain: [] } } }, '“webhooks.url.allowed_domain” is not a key'],
  [{ checkpointer: { ttl: { strategy: 'later' } } }, '“checkpointer.ttl.strategy”'],
  [{ store: { ttl: { default_ttl: -1 } } }, '“store.ttl.default_ttl”'],
  [{ authh: { path: './a.py:auth' } }, '“authh” is not a key that is known here'],
])('refuses %j by its name for graphs in Python', async (config, words) => {
  await expect(read({ graphs: { agent: './a.py:graph' }, ...config })).rejects.toThrow(words)
})
