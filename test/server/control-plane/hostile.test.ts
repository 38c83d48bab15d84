import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bench, openBench } from './bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.close())

const nobody = '00000000-0000-4000-8000-000000000000'
const routes: readonly (readonly [string, string])[] = [
  ['POST', '/v2/deployments'],
  ['PATCH', `/v2/deployments/${nobody}`],
  ['DELETE', `/v2/deployments/${nobody}`],
  ['POST', `/v2/deployments/${nobody}/revisions`],
  ['POST', `/v2/deployments/${nobody}/revisions/${nobody}/redeploy`],
  ['POST', `/v2/deployments/${nobody}/revisions/${nobody}/interrupt`],
  ['POST', `/v1/projects/${nobody}/revisions/${nobody}/build_logs`],
  ['POST', `/v1/projects/${nobody}/revisions/${nobody}/deploy_logs`],
  ['POST', `/v1/projects/${nobody}/deploy_logs`],
]
const lists = [
  '/v2/deployments',
  `/v2/deployments/${nobody}/revisions`,
  `/v2/deployments/${nobody}/revisions/${nobody}/logs`,
]

/** What is sent where a text belongs. */
const nasty = fc.oneof(
  fc.constantFrom(
    '--upload-pack=touch /tmp/x',
    'ext::sh -c id',
    '../../etc/passwd',
    'file:///etc',
    'ssh://-oProxyCommand=id/x',
    'x@-oProxyCommand:y',
    'http://169.254.169.254/',
    'http://[::ffff:169.254.169.254]/',
    '\0',
    '\ud800',
    '',
    'a'.repeat(5_000),
  ),
  fc.string({ unit: 'binary' }),
)
const anything = fc.oneof(nasty, fc.jsonValue({ maxDepth: 3 }))
const fields = (...names: string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, anything])), { requiredKeys: [] })

/** Bodies that look like the real ones here and there, so that some get past the first check. */
const body = fc.oneof(
  { weight: 1, arbitrary: anything },
  {
    weight: 4,
    arbitrary: fc.record(
      {
        name: fc.oneof(anything, fc.constant('agent')),
        source: fc.oneof(anything, fc.constantFrom('github', 'external_docker')),
        source_config: fc.oneof(
          anything,
          fields('repo_url', 'custom_url', 'build_on_push', 'repo_token', 'install_command'),
          fields('resource_spec', 'listener_id', 'listener_config', 'deployment_type'),
        ),
        source_revision_config: fc.oneof(
          anything,
          fields('repo_ref', 'langgraph_config_path', 'image_uri'),
        ),
        secrets: fc.oneof(
          anything,
          fc.array(fc.record({ name: anything, value: anything }), { maxLength: 3 }),
          fc.constant([]),
        ),
        limit: anything,
        offset: anything,
        start_time: anything,
        query: anything,
      },
      { requiredKeys: [] },
    ),
  },
)

async function refused(response: Response): Promise<void> {
  expect(response.status).toBeGreaterThanOrEqual(400)
  expect(response.status).toBeLessThan(500)
  const { detail } = (await response.json()) as { detail: unknown }
  if (response.status === 422) expect(detail).toEqual(expect.any(Array))
  else expect(detail).toEqual(expect.any(String))
}

it('§7 bodies of all kinds are refused with 4xx and the published shape, never a 5xx', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...routes), body, async ([method, url], value) => {
      await refused(await bench.send(method, url, value ?? null))
    }),
    { numRuns: 250, seed: 4100 },
  )
  // What gets past every check is recorded and rolled out; nothing here does.
  expect(await bench.database.query('select 1 from deployments')).toEqual([])
  expect(bench.reported).toEqual([])
})

it('§7 queries and paths of all kinds never make a 5xx', async () => {
  const text = fc.string({ maxLength: 40 }).filter((value) => !value.includes('\0'))
  const names = ['limit', 'offset', 'name_contains', 'status', 'deployment_ids', 'deployment_type']
  const ofLogs = ['type', 'order', 'level', 'query', 'run_id', 'start_time', 'end_time']
  const query = fc.dictionary(fc.constantFrom(...names, ...ofLogs), text)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...lists), query, async (url, values) => {
      const response = await bench.send('GET', `${url}?${new URLSearchParams(values)}`)
      expect(response.status).toBeLessThan(500)
    }),
    { numRuns: 150, seed: 4100 },
  )
  await fc.assert(
    fc.asyncProperty(text, async (value) => {
      const id = encodeURIComponent(value || 'x')
      const response = await bench.send('GET', `/v2/deployments/${id}/revisions/${id}`)
      expect([404, 422]).toContain(response.status)
    }),
    { numRuns: 50, seed: 4100 },
  )
  expect(bench.reported).toEqual([])
})

it('§7 moments at the ends of time and deep bodies are refused or understood', async () => {
  const url = `/v2/deployments/${nobody}/revisions/${nobody}/logs?type=build`
  for (const moment of [
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999-12:00',
    '2026-01-01T00:00:00',
  ]) {
    const query = new URLSearchParams({ start_time: moment, end_time: moment })
    expect((await bench.send('GET', `${url}&${query}`)).status).toBe(404)
  }
  const deep = `{"source_config":{"resource_spec":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`
  await refused(await bench.send('PATCH', `/v2/deployments/${nobody}`, deep))
  await refused(await bench.send('POST', '/v2/deployments', '['.repeat(100_000)))
  expect(bench.reported).toEqual([])
})
