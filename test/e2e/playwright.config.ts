import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS, requireBrowser } from './browser.ts'

const results = (path: string) =>
  fileURLToPath(new URL(`../../test-results/${path}`, import.meta.url))

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
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
    launchOptions: { executablePath: requireBrowser(), args: BROWSER_FLAGS },
  },
})
