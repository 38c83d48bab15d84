import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type { Deployment } from '../../src/contract/control-plane/deployments.ts'
import type { Suite } from '../../src/contract/qa/suites.ts'
import { agentProject, makeRepository, type TestRepository } from '../helpers/git.ts'
import { minutes } from '../helpers/patience.ts'
import { type ConsoleServer, startConsole } from './console-server.ts'
import { accessibilityFaults } from './page-checks.ts'
import { deployed } from './served.ts'

/** 37: a release from candidate to roll-back, in the console alone, while twenty clients call and none fails. */

const patiently = expect.configure({ timeout: minutes(1) })

let server: ConsoleServer
let folder: string
let repository: TestRepository

test.beforeAll(async () => {
  server = await startConsole([], { QUARTERDECK_EXAMPLES: 'false' })
  folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-release-'))
  repository = await makeRepository(path.join(folder, 'agent'), agentProject('one'))
  await deployed(server, 'shop', repository.folder)
  await server.api<Suite>('/gateway/qa/suites', {
    method: 'POST',
    body: { name: 'Greetings', cases: [{ key: 'hello', turns: [{ do: 'send', text: 'Hello' }] }] },
  })
})
test.afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true })
})

/** What clients were answered, by whom; they go on until they are stopped. */
function startClients(count: number) {
  const answers: string[] = []
  const faults: string[] = []
  let isStopped = false
  const one = async () => {
    while (!isStopped) {
      try {
        const { status, body } = await server.api<{ messages?: { content: string }[] }>(
          '/agents/shop/runs/wait',
          {
            method: 'POST',
            body: { assistant_id: 'agent', input: { messages: [{ role: 'user', content: 'hi' }] } },
          },
        )
        const answer = body.messages?.at(-1)?.content
        if (status === 200 && answer) answers.push(answer)
        else faults.push(`${status} ${JSON.stringify(body)}`)
      } catch (error) {
        faults.push(String(error))
      }
    }
  }
  const all = Array.from({ length: count }, one)
  return {
    answers,
    faults,
    async stop() {
      isStopped = true
      await Promise.all(all)
    },
  }
}

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

test('37: from a candidate to a blind review, a decision, its promotion and back', async ({
  page,
}) => {
  // Twenty clients leave little of the processors to whatever else is asked for.
  page.setDefaultTimeout(minutes(1))
  const clients = startClients(20)
  await repository.commit(agentProject('two'))
  const [deployment] = (await server.api<{ resources: Deployment[] }>('/api-host/v2/deployments'))
    .body.resources
  await page.goto(`${server.url}/c/local/deployments/${deployment?.id}/revisions`)

  await press(page, 'New revision')
  await page.getByRole('checkbox', { name: /^Without traffic/ }).check()
  await page.getByRole('button', { name: 'Start revision' }).click()
  await patiently(page.getByText('Nobody has decided about it yet.')).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])

  await link(page, 'Try in a session').click()
  await patiently(page.getByRole('checkbox', { name: 'Judge blind' })).toBeChecked()
  await patiently(page.getByRole('button', { name: 'Assistant: agent' })).toHaveCount(2)
  await press(page, 'Begin session')
  await page
    .getByRole('link', { name: /^(Review|Judge)/ })
    .first()
    .click()
  await patiently(page.getByRole('heading', { name: 'Answer B' }).first()).toBeVisible()
  // Which is which is not told, but what each says is.
  const places = ['two', 'one'].map((words) => page.getByText(words, { exact: true }).boundingBox())
  const [better, other] = (await Promise.all(places)).map((box) => box?.x ?? 0)
  const isFirst = (better ?? 0) < (other ?? 0)
  for (const key of isFirst ? ['1', '2', 'a'] : ['2', '1', 'b']) await page.keyboard.press(key)
  await press(page, 'Close and see')
  await press(page, 'Close session')
  await page.getByRole('textbox', { name: 'Why' }).fill('It says two.')
  await press(page, 'Approve candidate')

  await link(page, 'Promote…').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Promote' }).click()
  await patiently.poll(() => clients.answers.at(-1)).toBe('two')

  await page.goto(`${server.url}/c/local/deployments/${deployment?.id}/revisions`)
  await page
    .getByRole('row')
    .last()
    .getByRole('button', { name: /^More about revision/ })
    .click()
  await page.getByRole('menuitem', { name: 'Roll back to this…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Roll back' }).click()
  await patiently.poll(() => clients.answers.at(-1)).toBe('one')

  await clients.stop()
  expect(clients.faults).toEqual([])
  expect(clients.answers.length).toBeGreaterThan(100)
})
