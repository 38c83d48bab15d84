import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { minutes, waitMs } from '../helpers/patience.ts'
import { BROWSER_FLAGS, findBrowser } from './browser.ts'

const results = (path: string) =>
  fileURLToPath(new URL(`../../test-results/${path}`, import.meta.url))

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Whoever only reads this file, to look for unused code, needs no browser.
  globalSetup: './browser-is-there.ts',
  outputDir: results('e2e'),
  reporter: [['list'], ['json', { outputFile: results('e2e.json') }]],
  forbidOnly: true,
  workers: 3,
  retries: 0,
  // What is waited for has its limit; some tests do much, such as looking at every page.
  timeout: minutes(5),
  expect: { timeout: waitMs, toPass: { timeout: waitMs } },
  use: {
    actionTimeout: waitMs,
    navigationTimeout: waitMs,
    headless: true,
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findBrowser(process.platform, process.env) ?? '',
      args: BROWSER_FLAGS,
    },
  },
})
