import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Client } from '@langchain/langgraph-sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { componentProject } from '../../helpers/component-project.ts'
import { makeRepository, type RepositoryFiles } from '../../helpers/git.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.close())

async function deploy(name: string, files: RepositoryFiles) {
  const repository = await makeRepository(path.join(stack.folder, name), files)
  return stack.deploy(repository.folder, { name })
}

async function buildLog({ deployment, revision }: Awaited<ReturnType<typeof deploy>>) {
  const at = `/api-host/v2/deployments/${deployment.id}/revisions/${revision.id}/logs?type=build`
  const { logs } = await stack.json<{ logs: { message: string }[] }>('GET', at)
  return logs.map(({ message }) => message).join('\n')
}

const file = async (address: string) => {
  const answer = await stack.call('GET', address)
  return { answer, text: await answer.text() }
}

it('36.3: the published client loads a component of the project, with its style sheet', async () => {
  const { deployment, revision } = await deploy('weather', componentProject())
  expect(revision.status).toBe('DEPLOYED')
  const client = new Client({ apiUrl: `${stack.url}/agents/weather`, apiKey: stack.apiKey })
  const markup = await client['~ui'].getComponent('agent', 'weather')
  const base = `${stack.url}/agents/weather/ui/agent`
  expect(markup).toBe(
    [
      `<link rel="stylesheet" href="${base}/entrypoint.css" />`,
      `<script src="${base}/entrypoint.js" onload='__LGUI_agent.render("weather", "{{shadowRootId}}")'></script>`,
    ].join('\n'),
  )
  const script = await file('/agents/weather/ui/agent/entrypoint.js')
  expect(script.answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  // What the page has is asked of it; what it has not comes along.
  expect(script.text).toContain('globalThis[Symbol.for("LGUI_REQUIRE")]("react")')
  expect(script.text).toContain('data:image/svg+xml')
  const style = await file('/agents/weather/ui/agent/entrypoint.css')
  expect(style.answer.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(style.text).toContain('.bg-sky-100')

  // Bundled once: what is deployed again is what was built.
  const at = `/api-host/v2/deployments/${deployment.id}/revisions/${revision.id}/redeploy`
  const again = await stack.json<Deployment>('POST', at)
  const { status } = await stack.settled(deployment.id, again.latest_revision_id)
  expect(status).toBe('DEPLOYED')
  expect((await file('/agents/weather/ui/agent/entrypoint.js')).text).toBe(script.text)
  // Unless it is gone.
  const builds = path.join(stack.folder, 'data/builds')
  const kept = (await readdir(builds)).filter((name) => name.endsWith('.components.json'))
  expect(kept).toHaveLength(1)
  await rm(path.join(builds, kept[0] ?? ''))
  const anew = await stack.json<Deployment>('POST', at)
  await stack.settled(deployment.id, anew.latest_revision_id)
  expect((await file('/agents/weather/ui/agent/entrypoint.js')).text).toBe(script.text)
})

it('36.3: what is not there is said to be so, and nothing is told without the key', async () => {
  const ask = (body: unknown, graph = 'agent') =>
    stack.call('POST', `/agents/weather/ui/${graph}`, body)
  for (const graph of ['other', '__proto__', 'constructor']) {
    const none = await ask({ name: 'weather' }, graph)
    expect([none.status, await none.json()]).toEqual([
      404,
      { detail: `There are no components for “${graph}” here.` },
    ])
  }
  expect((await ask({})).status).toBe(422)
  for (const name of ['other.js', '..%2f..%2fpackage.json', 'entrypoint.js%00', '__proto__']) {
    expect((await file(`/agents/weather/ui/agent/${name}`)).answer.status).not.toBe(200)
  }
  const hostile = `"'></script><script>alert(1)</script>&`
  const markup = await (await ask({ name: hostile })).text()
  // Read as a page, it is one script with one handler.
  const [, handler] = /onload='([^']*)'><\/script>$/.exec(markup) ?? []
  expect(handler).toContain(
    JSON.stringify(hostile).replaceAll('&', '&amp;').replaceAll("'", '&#39;'),
  )
  for (const address of ['ui/agent', 'ui/agent/entrypoint.js']) {
    const method = address.endsWith('.js') ? 'GET' : 'POST'
    const answer = await fetch(`${stack.url}/agents/weather/${address}`, { method })
    expect(answer.status).toBe(401)
  }
})

it('36.3: components that cannot be bundled fail the build, with the place in its log', async () => {
  const broken = await deploy(
    'broken',
    componentProject({
      'src/ui.tsx': `import chart from 'no-such-chart'\nexport default { chart }\n`,
    }),
  )
  expect(broken.revision).toMatchObject({ status: 'BUILD_FAILED' })
  const says = 'could not be bundled: Could not resolve "no-such-chart" at src/ui.tsx:1.'
  expect(broken.revision.status_reason).toBe(`The components of “ui” ${says}`)
  expect(await buildLog(broken)).toContain("import chart from 'no-such-chart'")
  const missing = await deploy('missing', componentProject({}, { ui: { agent: './other.tsx' } }))
  expect(missing.revision).toMatchObject({
    status: 'BUILD_FAILED',
    status_reason: '“ui.agent” names ./other.tsx, and there is no such file.',
  })
})

it.each([
  [
    'a file that is none',
    { agent: './src/ui.css' },
    '“ui.agent” in langgraph.json must name a file such as ./ui.tsx, not ui.css.',
  ],
  [
    'a place outside',
    { agent: '../../ui.tsx' },
    '“ui.agent” in langgraph.json leads out of the repository: ../../ui.tsx.',
  ],
  [
    'a name that is no address',
    { 'a/b': './src/ui.tsx' },
    '“ui.a/b” in langgraph.json needs a name without a slash.',
  ],
  ['something else', { agent: 7 }, 'langgraph.json: “ui.agent”:'],
])('36.3: %s is refused by name before anything is built', async (what, ui, says) => {
  const name = `refused-${what.replaceAll(' ', '-')}`
  const refused = await deploy(name, componentProject({}, { ui }))
  expect(refused.revision).toMatchObject({ status: 'CREATE_FAILED' })
  expect(await buildLog(refused)).toContain(says)
})

it('36.3: a project may close them, bring modules of its page, and answer /ui by an app of its own', async () => {
  const closed = await deploy('closed', componentProject({}, { http: { disable_ui: true } }))
  expect(closed.revision.status).toBe('DEPLOYED')
  const gone = await stack.call('POST', '/agents/closed/ui/agent', { name: 'weather' })
  expect(gone.status).toBe(404)

  const shared = await deploy(
    'shared',
    componentProject(
      { 'src/ui.tsx': `import { plot } from '@acme/plots/lines'\nexport default { plot }\n` },
      { ui_config: { shared: ['@acme/plots'] } },
    ),
  )
  expect(shared.revision.status).toBe('DEPLOYED')
  const { text } = await file('/agents/shared/ui/agent/entrypoint.js')
  expect(text).toContain('globalThis[Symbol.for("LGUI_REQUIRE")]("@acme/plots/lines")')

  const app = `export const app = { fetch: () => new Response('by the app') }\n`
  const own = await deploy(
    'own-routes',
    componentProject({ 'app.ts': app }, { ui: {}, http: { app: './app.ts:app' } }),
  )
  expect(own.revision.status).toBe('DEPLOYED')
  const answer = await stack.call('POST', '/agents/own-routes/ui/agent', { name: 'weather' })
  expect(await answer.text()).toBe('by the app')
})

it('36.3: what a graph says by a component is in its stream and in its state', async () => {
  const client = new Client({ apiUrl: `${stack.url}/agents/weather`, apiKey: stack.apiKey })
  const { thread_id } = await client.threads.create()
  const input = { messages: [{ type: 'human', content: 'hello' }] }
  const told: unknown[] = []
  const stream = client.runs.stream(thread_id, 'agent', { input, streamMode: ['custom', 'values'] })
  for await (const { event, data } of stream) if (event === 'custom') told.push(data)
  expect(told.map((one) => (one as { type: string }).type)).toEqual(['ui', 'ui', 'ui', 'remove-ui'])
  const { values } = await client.threads.getState<{ ui: unknown[]; messages: { id: string }[] }>(
    thread_id,
  )
  const [run] = await client.runs.list(thread_id)
  expect(values.ui).toHaveLength(1)
  expect(values.ui).toMatchObject([
    {
      type: 'ui',
      name: 'weather',
      props: { city: 'Oslo', degrees: 7, asked: 'hello' },
      metadata: { run_id: run?.run_id, id: values.messages.at(-1)?.id },
    },
  ])
})
