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
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    headless: true,
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: requireBrowser(), args: BROWSER_FLAGS },
  },
})
