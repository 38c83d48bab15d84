import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'

test.describe('the browser of these tests', () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').setHeader('access-control-allow-origin', '*')
    response.end('<!doctype html><title>Here</title>')
  })
  let port = 0

  test.beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, () => done()))
    port = (server.address() as AddressInfo).port
  })
  test.afterAll(async () => {
    await new Promise((done) => server.close(done))
  })

  test('reaches this machine and no other host', async ({ page }) => {
    await page.goto(`http://127.0.0.1:${port}/`)
    await expect(page).toHaveTitle('Here')

    const reached = await page.evaluate(async (port) => {
      const answers: Record<string, string> = {}
      // The last two are this very server under names that are not excluded: only the rule keeps them out.
      for (const host of ['localhost', 'example.com', '127.0.0.2', 'quarterdeck.localhost']) {
        answers[host] = await fetch(`http://${host}:${port}/`).then(
          (response) => `answered ${response.status}`,
          () => 'not reached',
        )
      }
      return answers
    }, port)
    expect(reached).toEqual({
      localhost: 'answered 200',
      'example.com': 'not reached',
      '127.0.0.2': 'not reached',
      'quarterdeck.localhost': 'not reached',
    })
  })
})
