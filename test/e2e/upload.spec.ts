import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { agentProject, type RepositoryFiles } from '../helpers/git.ts'
import { packed } from '../helpers/source-archive.ts'
import { type ConsoleServer, startConsole } from './console-server.ts'
import { accessibilityFaults, settled } from './page-checks.ts'

/** A folder and an archive of one's computer become a deployment: by the keyboard, and by dropping them. */

let server: ConsoleServer
let folder: string

test.beforeAll(async () => {
  server = await startConsole([], { QUARTERDECK_EXAMPLES: 'false' })
  folder = await newFolder({ ...agentProject('one'), '.env': 'GREETING=hi' })
  await mkdir(path.join(folder, 'node_modules'))
  await writeFile(path.join(folder, 'node_modules/x.js'), 'x')
})
test.afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true })
})

async function newFolder(files: RepositoryFiles): Promise<string> {
  const made = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-upload-'))
  for (const [name, text] of Object.entries(files)) {
    await writeFile(path.join(made, name), text ?? '')
  }
  return made
}

/** In each mode, on a wide screen and a narrow one. */
async function expectNoFaults(page: Page): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // Colours change over a moment.
      await expect(async () => expect(await accessibilityFaults(page)).toEqual([])).toPass()
    }
    const isWide = () => document.documentElement.scrollWidth <= window.innerWidth
    expect(await page.evaluate(isWide)).toBe(true)
  }
}

test('a folder by the keyboard, then an archive that is dropped', async ({ page }) => {
  await page.goto(`${server.url}/c/local/deployments/new`)
  await page.getByRole('textbox', { name: 'Name' }).fill('from-a-folder')
  await page.getByRole('radio', { name: 'Git repository' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Upload' })).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Waiting for its source')).toBeVisible()
  await settled(page)
  await expectNoFaults(page)

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a folder' }).press('Enter')
  await (await chooser).setFiles(folder)
  await expect(page.getByText(/2 files, \d+ B; 2 left out/)).toBeVisible()
  await page.getByRole('checkbox', { name: /GREETING/ }).press('Space')
  await expectNoFaults(page)
  await page.getByRole('button', { name: 'Upload and deploy' }).press('Enter')
  await expect(page.getByText('serving traffic').first()).toBeVisible()

  await page.getByRole('button', { name: 'Upload source' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Upload source' })
  await expect(dialog).toBeVisible()
  const bytes = [...(await packed(agentProject('two')))]
  const drop = await page.evaluateHandle((bytes) => {
    const data = new DataTransfer()
    data.items.add(new File([Uint8Array.from(bytes)], 'next.tar.gz'))
    return data
  }, bytes)
  await dialog
    .getByRole('region', { name: 'Upload a source' })
    .dispatchEvent('drop', { dataTransfer: drop })
  await expect(dialog.getByText('next.tar.gz')).toBeVisible()
  await expectNoFaults(page)
  await dialog.getByRole('button', { name: 'Upload and deploy' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Replaced').first()).toBeVisible()
})

test('36: a slow upload says how far it is, is cancelled without a trace, and sent again', async ({
  page,
}) => {
  const slow = await newFolder(agentProject('slow'))
  // What cannot be packed any smaller.
  await writeFile(path.join(slow, 'large.bin'), randomBytes(2_000_000))
  const network = await page.context().newCDPSession(page)
  const throttle = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await page.goto(`${server.url}/c/local/deployments/new`)
  await page.getByRole('textbox', { name: 'Name' }).fill('slowly')
  await page.getByRole('radio', { name: 'Upload' }).press('Space')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Waiting for its source')).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a folder' }).click()
  await (await chooser).setFiles(slow)
  await throttle(20_000)
  const upload = page.getByRole('button', { name: 'Upload and deploy' })
  await upload.click()
  await expect(page.getByText(/^Uploading… [1-9]\d? %$/)).toBeVisible()
  await expectNoFaults(page)
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(upload).toBeFocused()
  await expect(page.getByText('It was not uploaded')).toHaveCount(0)
  await expect(page.getByText('Waiting for its source')).toBeVisible()
  await throttle(-1)
  await upload.click()
  await expect(page.getByText('serving traffic').first()).toBeVisible()
  await rm(slow, { recursive: true })
})
