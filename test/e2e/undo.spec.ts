import { expect, type Page, test } from '@playwright/test'
import { type ConsoleServer, startConsole } from './console-server.ts'

/** What is deleted is gone in every tab at once, and can be brought back for a while from wherever one is then. */

let server: ConsoleServer

test.beforeAll(async () => {
  server = await startConsole([], { QUARTERDECK_EXAMPLES: 'false' })
  await server.api('/gateway/qa/suites', { method: 'POST', body: { name: 'Support' } })
})
test.afterAll(() => server?.stop())

const row = (page: Page) => page.getByRole('row', { name: /^Support/ })

async function deleteSuite(page: Page): Promise<void> {
  await row(page).getByRole('button', { name: 'More about Support' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete suite' }).click()
  await expect(page.getByText('Deleted “Support”').last()).toBeVisible()
}

test('a suite that was deleted is gone in every tab, comes back in every tab, and goes with the tab closed', async ({
  context,
}) => {
  const [one, other] = [await context.newPage(), await context.newPage()]
  for (const page of [one, other]) {
    await page.goto(`${server.url}/c/local/qa/suites`)
    await expect(row(page)).toBeVisible()
  }
  await deleteSuite(one)
  await expect(row(one)).toBeHidden()
  await expect(row(other)).toBeHidden()

  await one.getByRole('link', { name: 'Embeds' }).click()
  await expect(one.getByRole('heading', { name: 'Embeds', level: 1 })).toBeVisible()
  await one.getByRole('button', { name: 'Undo' }).click()
  await expect(one.getByText('Brought back “Support”')).toBeVisible()
  await expect(row(other)).toBeVisible()

  await one.getByRole('link', { name: 'QA suites' }).click()
  await deleteSuite(one)
  await one.close()
  await other.reload()
  await expect(other.getByText('No suites')).toBeVisible()
  const { body } = await server.api<{ kind: string }[]>('/gateway/deletions')
  expect(body.map(({ kind }) => kind)).toEqual(['suite'])
})
