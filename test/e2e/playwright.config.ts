import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
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
  // A limit is no measurement: some of these look at every page, on a machine that may be busy.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  use: {
    headless: true,
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findBrowser(process.platform, process.env) ?? '',
      args: BROWSER_FLAGS,
    },
  },
})
