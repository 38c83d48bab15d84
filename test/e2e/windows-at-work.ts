import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import type { Deployment } from '../../src/contract/control-plane/deployments.ts'
import type { ConsoleServer } from './console-server.ts'
import { settled } from './page-checks.ts'
import { becomesTrue, isFocused, windowFaults } from './windows.ts'

/** Windows that are there only while something goes on: each function opens its own, and answers what is wrong. */

/** “Leave without saving?”, through a link, the palette and the way back. */
export async function leaveFaults(page: Page, server: ConsoleServer): Promise<string[]> {
  await page.goto(`${server.url}/deployments`)
  await settled(page)
  await page.getByRole('link', { name: 'New deployment' }).press('Enter')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('half-done')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs' })
  const throughPalette = async () => {
    await name.focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('OAuth providers')
    await expect(page.getByRole('option', { name: /OAuth providers/ }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(question).toBeVisible()
  }
  const back = async () => {
    await name.focus()
    await page.evaluate(() => history.back())
  }
  const faults = [
    ...(await windowFaults(page, 'leave by a link', () => link.press('Enter'), link)),
    ...(await windowFaults(page, 'leave by the palette', throughPalette, name)),
    ...(await windowFaults(page, 'leave by the way back', back, name)),
  ]
  await expect(name).toHaveValue('half-done')
  await link.press('Enter')
  await question.getByRole('button', { name: 'Leave' }).press('Enter')
  await expect(question).toHaveCount(0)
  await settled(page)
  if (!(await headingGetsFocus(page))) faults.push('left: focus is not at the new page’s heading')
  return faults
}

/** A rollout whose server never answers is interrupted, from the revision's page and from its menu. */
export async function interruptFaults(page: Page, server: ConsoleServer): Promise<string[]> {
  const silent = await silentServer()
  try {
    const { port } = silent.address() as AddressInfo
    const { body: deployment } = await server.api<Deployment>('/api-host/v2/deployments', {
      method: 'POST',
      body: {
        name: 'never-answers',
        source: 'external_docker',
        source_config: { custom_url: `http://127.0.0.1:${port}` },
        source_revision_config: {},
        secrets: [],
      },
    })
    const at = `${server.url}/deployments/${deployment.id}`
    await page.goto(`${at}/revisions`)
    const menu = page.getByRole('button', { name: /^More about revision/ }).first()
    const throughMenu = async () => {
      await menu.press('Enter')
      const item = page.getByRole('menuitem', { name: 'Interrupt…' })
      await item.focus()
      await page.keyboard.press('Enter')
    }
    const faults = await windowFaults(page, 'interrupt by the menu', throughMenu, menu)
    await page.goto(`${at}/revisions/${deployment.latest_revision_id}`)
    const button = page.getByRole('button', { name: 'Interrupt', exact: true })
    const press = () => button.press('Enter')
    faults.push(...(await windowFaults(page, 'interrupt', press, button)))
    await press()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Interrupt' }).press('Enter')
    await expect(button).toHaveCount(0)
    await expect(question).toHaveCount(0)
    // What was pressed is no longer there.
    if (!(await headingGetsFocus(page))) faults.push('interrupted: focus is not at the heading')
    return faults
  } finally {
    silent.closeAllConnections()
    silent.close()
  }
}

/** Chosen runs are stopped, then all of the deployment: the questions, and the windows that tell the outcomes. */
export async function cancelFaults(
  page: Page,
  server: ConsoleServer,
  runs: string,
): Promise<string[]> {
  const thread = await busyThread(server)
  await page.goto(`${server.url}${runs}?thread=${thread}`)
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
  const question = page.getByRole('alertdialog')
  const choices = page.getByRole('checkbox', { name: /^Choose run/ })
  await expect(choices).toHaveCount(2)
  await choices.last().press('Space')
  const faults: string[] = []
  for (const name of ['Stop and keep', 'Stop and roll back']) {
    const open = () => button(name).press('Enter')
    faults.push(...(await windowFaults(page, name, open, button(name))))
  }
  const job = async (opener: string, confirm: string) => {
    await button(opener).press('Enter')
    // Its code comes when it is opened first.
    await expect(question).toBeVisible()
    const name = question.getByRole('textbox')
    if (await name.count()) await name.fill('examples')
    await question.getByRole('button', { name: confirm }).press('Enter')
    await expect(page.getByRole('dialog', { name: /runs? stopped/ })).toBeVisible()
    await expect(question).toHaveCount(0)
  }
  for (const [opener, confirm] of [
    ['Stop and keep', 'Stop and keep'],
    ['Cancel all…', 'Cancel runs'],
  ] as const) {
    const open = () => job(opener, confirm)
    faults.push(...(await windowFaults(page, `${opener}: the job`, open, button(opener))))
  }
  return faults
}

/** A saved stream is played again, beside the conversation. */
export async function replayFaults(
  page: Page,
  server: ConsoleServer,
  thread: string,
): Promise<string[]> {
  await page.goto(`${server.url}${thread}?inspector=events`)
  const button = page.getByRole('button', { name: 'Replay a file' })
  const buffer = Buffer.from(
    [
      { format: 'quarterdeck.run-events', version: 1, run_id: 'saved' },
      { at: 1, id: '1', event: 'values', data: { messages: [{ type: 'human', content: 'Hi' }] } },
      { at: 2, id: '2', event: 'end', data: null },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  )
  const open = async () => {
    const chooser = page.waitForEvent('filechooser')
    await button.press('Enter')
    await (await chooser).setFiles({ name: 'saved.jsonl', mimeType: 'application/jsonl', buffer })
  }
  return windowFaults(page, 'replay', open, button)
}

/** In place of the console: focus is where the password goes, also after a wrong one, and then on the page. */
export async function signInFaults(
  page: Page,
  server: ConsoleServer,
  password: string,
): Promise<string[]> {
  await page.goto(`${server.url}/feedback`)
  const field = page.getByLabel('Password')
  await expect(field).toBeVisible()
  const faults: string[] = []
  if (!(await becomesTrue(() => isFocused(field))))
    faults.push('sign-in: focus is not in the password')
  await page.keyboard.type('not this one')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(/password/i)
  if (!(await becomesTrue(() => isFocused(field))))
    faults.push('refused: focus is not in the password')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await settled(page)
  if (!(await headingGetsFocus(page))) faults.push('signed in: focus is not at the heading')
  return faults
}

function headingGetsFocus(page: Page): Promise<boolean> {
  return becomesTrue(() => isFocused(page.getByRole('heading', { level: 1 })))
}

/** Takes connections and says nothing. */
async function silentServer(): Promise<Server> {
  const server = createServer(() => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** A thread with a run that works for long and one that waits behind it. */
async function busyThread(server: ConsoleServer): Promise<string> {
  const agent = <Answer>(path: string, body: object) =>
    server.api<Answer>(`/agents/examples${path}`, { method: 'POST', body })
  const { body: thread } = await agent<{ thread_id: string }>('/threads', {})
  const input = { messages: [{ role: 'user', content: '60 steps of 30 seconds' }] }
  for (const multitask_strategy of ['reject', 'enqueue']) {
    const run = { assistant_id: 'slow', input, multitask_strategy }
    await agent(`/threads/${thread.thread_id}/runs`, run)
  }
  return thread.thread_id
}
