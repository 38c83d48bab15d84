import { expect, type Page, type Request, test } from '@playwright/test'
import { minutes } from '../helpers/patience.ts'
import { makeAgentRepository } from './agent-project.ts'
import { type ConsoleServer, startConsole } from './console-server.ts'
import { type Gate, openGate } from './gate.ts'

/**
 * The main job from end to end, as a person does it: deploy a repository, talk to it, rate an answer,
 * stop a run, roll one back, edit the deployment. One story, so its chapters run in order on one server.
 */
test.describe.configure({ mode: 'serial' })

let server: ConsoleServer
let gate: Gate
let repository: string
let page: Page
let deploymentId: string
let requests: Request[]

interface Revision {
  id: string
  status: string
}
interface Run {
  run_id: string
  status: string
}
const agent = (path: string) => `/agents/e2e-agent${path}`
const threadIdOf = (shown: Page) => new URL(shown.url()).pathname.split('/').at(-1) ?? ''

test.beforeAll(async ({ browser }) => {
  ;[server, gate] = await Promise.all([startConsole(), openGate()])
  repository = makeAgentRepository()
  page = await browser.newPage()
  requests = []
  page.on('request', (request) => requests.push(request))
})

test.afterAll(async () => {
  await page?.close()
  const exitCode = await server?.stop()
  await gate?.close()
  expect(exitCode, 'SIGTERM drains and ends well').toBe(0)
})

test('§1 a deployment made from a git repository becomes DEPLOYED before one’s eyes', async () => {
  await page.goto(`${server.url}/`)
  await expect(
    page.getByRole('heading', { name: 'Deploy agents, talk to them, stop them, judge them' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'New deployment' }).click()
  await page.getByLabel('Name', { exact: true }).fill('e2e-agent')
  await page.getByLabel('Repository', { exact: true }).fill(repository)
  await page.getByLabel('Branch or tag').fill('main')
  await page.getByLabel('Config path').fill('agent/langgraph.json')
  await page.getByRole('button', { name: 'Add secret' }).click()
  await page.getByLabel('Secret name').fill('GATE_URL')
  await page.getByLabel('Value of GATE_URL', { exact: true }).fill(gate.url)
  await page.getByRole('button', { name: 'Create deployment' }).click()

  await expect(page.getByRole('heading', { name: 'e2e-agent' })).toBeVisible()
  await expect(page.getByText('2 graphs (echo, steps)')).toBeVisible({ timeout: minutes(1) })
  await expect(page.getByText('serving traffic')).toBeVisible({ timeout: minutes(1) })
  deploymentId = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  const { body } = await server.api<{ latest_revision_id: string }>(
    `/api-host/v2/deployments/${deploymentId}`,
  )
  const revision = await server.api<Revision>(
    `/api-host/v2/deployments/${deploymentId}/revisions/${body.latest_revision_id}`,
  )
  expect(revision.body.status).toBe('DEPLOYED')
})

test('§6 an answer arrives token by token, and survives a reload in the middle', async () => {
  await page.getByRole('link', { name: 'Open chat' }).click()
  await chooseAssistant('echo')
  await page.getByRole('textbox', { name: 'Message' }).fill('alpha beta gamma')
  await page.keyboard.press('Enter')
  const conversation = page.getByRole('log', { name: 'Conversation' })

  await gate.reached('token')
  gate.open('token')
  await expect(conversation).toContainText('one')
  gate.open('token')
  await expect(conversation).toContainText('one alpha')
  await expect(conversation).not.toContainText('one alpha beta')

  await page.waitForURL(/\/threads\/[0-9a-f-]{36}$/)
  await page.reload()
  await expect(conversation).toContainText('one alpha')
  gate.open('token', 2)
  await expect(conversation).toContainText('one alpha beta gamma')
  await expect(page.getByRole('button', { name: 'Good answer' })).toBeVisible()
  await expect(conversation.getByText('one alpha beta gamma')).toHaveCount(1)

  const runs = await server.api<Run[]>(agent(`/threads/${threadIdOf(page)}/runs`))
  expect(runs.body.map((run) => run.status)).toEqual(['success'])
})

test('§4.3 a thumb up is on the server, under its key, with score 1', async () => {
  await page.getByRole('button', { name: 'Good answer' }).click()
  await expect(page.getByText('Recorded')).toBeVisible()
  const runs = await server.api<Run[]>(agent(`/threads/${threadIdOf(page)}/runs`))
  const votes = await server.api<{ key: string; score: number }[]>(
    `/api/v1/feedback?run=${runs.body[0]?.run_id}`,
  )
  expect(votes.body).toHaveLength(1)
  expect(votes.body[0]).toMatchObject({ key: 'user_score', score: 1 })
})

test('§3 a stopped run says interrupted and keeps its completed steps', async () => {
  await newThread()
  await chooseAssistant('steps')
  await send('go')
  gate.open('first')
  await gate.reached('second')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('What was done before is kept.')).toBeVisible()

  const threadId = threadIdOf(page)
  const runs = await server.api<Run[]>(agent(`/threads/${threadId}/runs`))
  expect(runs.body.map((run) => run.status)).toEqual(['interrupted'])
  const state = await server.api<{ values: { log: string[] }; next: string[] }>(
    agent(`/threads/${threadId}/state`),
  )
  expect(state.body.values.log).toEqual(['first'])
  expect(state.body.next).toEqual(['second'])
})

test('§3 a run rolled back is gone, and the thread is as it was before', async () => {
  const threadId = threadIdOf(page)
  const before = await server.api<object>(agent(`/threads/${threadId}/state`))
  await send('once more')
  gate.open('first')
  await gate.reached('second')
  const during = await server.api<Run[]>(agent(`/threads/${threadId}/runs`))
  const running = during.body.find((run) => run.status === 'running')

  await page.getByRole('button', { name: 'Other ways to stop' }).click()
  await page.getByRole('menuitem', { name: /Stop and roll back/ }).click()
  await page.getByRole('button', { name: 'Stop and roll back' }).click()
  await expect(page.getByRole('log').getByText('once more')).toHaveCount(0)

  const gone = await server.api<{ detail: string }>(
    agent(`/threads/${threadId}/runs/${running?.run_id}`),
  )
  expect(gone.status).toBe(404)
  const after = await server.api<object>(agent(`/threads/${threadId}/state`))
  expect(after.body).toEqual(before.body)
  const left = await server.api<Run[]>(agent(`/threads/${threadId}/runs`))
  expect(left.body.map((run) => run.status)).toEqual(['interrupted'])
})

test('§1 an edit starts a second revision, which takes over without a failed request', async () => {
  await page.goto(`${server.url}/deployments/${deploymentId}/edit`)
  await page.getByLabel('Branch or tag').fill('next')
  const failures: string[] = []
  let isDone = false
  const asking = (async () => {
    while (!isDone) {
      const answer = await server.api(agent('/assistants/search'), { method: 'POST', body: {} })
      if (answer.status !== 200) failures.push(`${answer.status} ${JSON.stringify(answer.body)}`)
    }
  })()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect
    .poll(
      async () => {
        const list = await server.api<{ resources: Revision[] }>(
          `/api-host/v2/deployments/${deploymentId}/revisions`,
        )
        return list.body.resources.map((revision) => revision.status)
      },
      { timeout: minutes(1) },
    )
    .toEqual(['DEPLOYED', 'DEPLOYED'])
  isDone = true
  await asking
  expect(failures).toEqual([])

  // The secret that was not touched is still there: the new revision reaches the gate.
  await newThread()
  await chooseAssistant('echo')
  await send('again')
  gate.open('token', 2)
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('two again')
})

test('§5 page and server asked nobody else, and the browser sent no key', async () => {
  expect(server.outsideCalls()).toBe('')
  expect(requests.length).toBeGreaterThan(20)
  const origins = new Set(requests.map((request) => new URL(request.url()).origin))
  expect([...origins]).toEqual([server.url])
  for (const request of requests) {
    const headers = await request.allHeaders()
    expect(Object.keys(headers)).not.toContain('x-api-key')
    expect(Object.keys(headers)).not.toContain('authorization')
    const sent = [request.url(), request.postData() ?? '', ...Object.values(headers)].join('\n')
    expect(sent).not.toContain(server.apiKey)
  }
})

async function newThread() {
  await page.goto(`${server.url}/deployments/${deploymentId}/threads/new`)
}

async function chooseAssistant(name: string) {
  await page.getByRole('button', { name: /^Assistant: / }).click()
  await page.getByRole('menuitemradio', { name }).click()
}

/** Sends a message and waits until the run has started. */
async function send(text: string) {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible()
}
