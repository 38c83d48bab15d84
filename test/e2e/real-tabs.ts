import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { BROWSER_FLAGS, requireBrowser } from './browser.ts'

/**
 * A browser whose tabs share a window as a person's do: the one behind another is hidden, paints no
 * frames and can be frozen. The test library keeps every page of its own browsers in front.
 */
export async function openRealTabs() {
  const profile = mkdtempSync(join(tmpdir(), 'quarterdeck-tabs-'))
  const child = spawn(
    requireBrowser(),
    [
      ...BROWSER_FLAGS,
      '--headless=new',
      '--remote-debugging-port=0',
      '--window-size=1440,900',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const address = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.stderr.on('data', (bytes) => {
      printed += String(bytes)
      const [, found] = /DevTools listening on (ws:\S+)/.exec(printed) ?? []
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`The browser did not start:\n${printed}`)))
  })
  const browser = await chromium.connectOverCDP(address, { noDefaults: true })
  const [context] = browser.contexts()
  if (!context) throw new Error('The browser has no window.')
  const cover = await context.newPage()
  return {
    context,
    /** Another tab comes in front of all. */
    hide: () => cover.bringToFront(),
    async close(): Promise<void> {
      const ended = child.exitCode === null ? once(child, 'exit') : null
      // In order, so that none of its processes writes to the profile any more.
      const devTools = await browser.newBrowserCDPSession()
      await devTools.send('Browser.close')
      await ended
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** Halts the scripts of a hidden page, as when a laptop is closed; returns the way to let them go on. */
export async function freeze(context: BrowserContext, page: Page): Promise<() => Promise<void>> {
  const devTools = await context.newCDPSession(page)
  await devTools.send('Page.setWebLifecycleState', { state: 'frozen' })
  return async () => {
    await devTools.send('Page.setWebLifecycleState', { state: 'active' })
    await devTools.detach()
  }
}
