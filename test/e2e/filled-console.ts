import { type Browser, test as base, expect, type Page } from '@playwright/test'
import { minutes } from '../helpers/patience.ts'
import { type ConsoleServer, startConsole } from './console-server.ts'
import { fillConsole, type Part, type ShownPage } from './pages-of-console.ts'

/** A console with something of everything, for tests that look at it and leave it as it is. */
export interface FilledConsole {
  server: ConsoleServer
  pages: readonly ShownPage[]
  /** The password of everybody. */
  password: string
  /** The address of the page of this name. */
  url(name: string): string
  /** The pages of one part, in their order. */
  pagesOf(part: Part): ShownPage[]
  /** A tab in which `name` is signed in; its context is the caller's to close. */
  signedIn(
    browser: Browser,
    name: 'admin' | 'viewer',
    colorScheme?: 'light' | 'dark',
  ): Promise<Page>
}

const password = 'every page of the console'

/**
 * Tests that share one filled console with all others of their browser worker: starting and filling one takes
 * as long as looking at several pages. They do not depend on what another one did.
 */
export const test = base.extend<object, { filled: FilledConsole }>({
  filled: [
    async ({ browser }, use) => {
      // A deployment whose server is away is one of the things to look at, and no news in the log.
      const server = await startConsole([], {
        QUARTERDECK_PASSWORD: password,
        QUARTERDECK_LOG_LEVEL: 'error',
      })
      try {
        await use(await fill(server, browser))
      } finally {
        await server.stop()
      }
    },
    { scope: 'worker', timeout: minutes(2) },
  ],
})

async function fill(server: ConsoleServer, browser: Browser): Promise<FilledConsole> {
  const signedIn: FilledConsole['signedIn'] = async (of, name, colorScheme = 'light') => {
    const context = await of.newContext({ colorScheme, reducedMotion: 'reduce' })
    const data = { name, password }
    const answer = await context.request.post(`${server.url}/gateway/session`, { data })
    expect(answer.status()).toBe(200)
    return context.newPage()
  }
  const admin = await signedIn(browser, 'admin')
  const pages = await fillConsole(server, async (path, data, method = data ? 'POST' : 'GET') => {
    const answer = await admin.request.fetch(`${server.url}${path}`, { method, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  })
  const viewer = { name: 'viewer', role: 'viewer', password }
  await admin.request.post(`${server.url}/gateway/users`, { data: viewer })
  await admin.context().close()
  return {
    server,
    pages,
    password,
    signedIn,
    url(name) {
      const page = pages.find((one) => one.name === name)
      if (!page) throw new Error(`There is no page “${name}”.`)
      return `${server.url}${page.path}`
    },
    pagesOf: (part) => pages.filter((page) => page.part === part),
  }
}
