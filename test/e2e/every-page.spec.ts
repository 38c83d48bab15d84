import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { type ConsoleServer, startConsole } from './console-server.ts'

/** Every page with real data: accessible, nothing wider than the screen, no complaint in the browser's log. */

test.describe.configure({ mode: 'parallel' })

let server: ConsoleServer
let pages: Record<string, string>

interface Deployment {
  id: string
  name: string
  latest_revision_id: string
  active_revision_id: string | null
}

test.beforeAll(async () => {
  server = await startConsole()
  const examples = await deployedExamples()
  const agent = (path: string, body: object) =>
    server.api<{ thread_id: string; run_id: string }>(`/agents/examples${path}`, {
      method: 'POST',
      body,
    })
  const thread = await agent('/threads', {})
  const runs = `/threads/${thread.body.thread_id}/runs`
  const messages = [{ role: 'user', content: 'What does a rollback delete?' }]
  await agent(`${runs}/wait`, { assistant_id: 'guide', input: { messages } })
  const failed = await agent(runs, { assistant_id: 'faulty', input: { messages } })
  await server.api(`/agents/examples${runs}/${failed.body.run_id}/join`)

  const deployment = `/deployments/${examples.id}`
  pages = {
    deployments: '/deployments',
    'new deployment': '/deployments/new',
    deployment,
    revisions: `${deployment}/revisions`,
    revision: `${deployment}/revisions/${examples.latest_revision_id}`,
    'edit deployment': `${deployment}/edit`,
    'compare revisions': `${deployment}/revisions/compare?before=${examples.latest_revision_id}&after=${examples.latest_revision_id}`,
    assistants: `${deployment}/assistants`,
    assistant: `${deployment}/assistants/guide`,
    threads: `${deployment}/threads`,
    'new thread': `${deployment}/threads/new`,
    thread: `${deployment}/threads/${thread.body.thread_id}`,
    runs: `${deployment}/runs`,
    run: `${deployment}${runs}/${failed.body.run_id}`,
    'OAuth providers': '/oauth-providers',
    'an OAuth provider': '/oauth-providers/example',
    'new OAuth provider': '/oauth-providers/~new',
    'edit OAuth provider': '/oauth-providers/example/edit',
    'a refused OAuth provider': '/oauth-providers/%20',
    connections: '/connections',
    'no such page': '/nowhere',
    'no such deployment': '/deployments/11111111-1111-4111-8111-111111111111',
  }
})

test.afterAll(async () => {
  await server.stop()
})

for (const [theme, width] of [
  ['light', 1440],
  ['dark', 360],
] as const) {
  test(`every page in ${theme} at ${width} px`, async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: theme,
      reducedMotion: 'reduce',
    })
    for (const [name, path] of Object.entries(pages)) await checkPage(context, name, path)
    await context.close()
  })
}

async function checkPage(context: BrowserContext, name: string, path: string) {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    // A refused or unknown object is what some of these pages are about.
    const isAnswer = /Failed to load resource/.test(message.text())
    if (message.type() === 'error' && !isAnswer) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`${server.url}${path}`)
  await settled(page)

  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`)
  expect.soft(found, `${name}: accessibility`).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overflow, `${name}: wider than the screen`).toBe(0)
  expect.soft(complaints, `${name}: complaints`).toEqual([])
  await page.close()
}

/** The page has its heading or conversation, and nothing is being loaded. */
async function settled(page: Page) {
  await expect(page.getByRole('main')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
}

async function deployedExamples(): Promise<Deployment> {
  let examples: Deployment | undefined
  await expect
    .poll(
      async () => {
        const list = await server.api<{ resources: Deployment[] }>('/api-host/v2/deployments')
        examples = list.body.resources.find((deployment) => deployment.name === 'examples')
        return examples?.active_revision_id ?? null
      },
      { timeout: 90_000 },
    )
    .not.toBeNull()
  if (!examples) throw new Error('The examples were not deployed.')
  return examples
}
