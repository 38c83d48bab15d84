import { type BrowserContext, expect, type Page, type Request, test } from '@playwright/test'
import { deployChatAgents } from './chat-project.ts'
import { type ConsoleServer, startConsole } from './console-server.ts'
import { type Gate, openGate } from './gate.ts'
import { holdBack } from './hold-back.ts'
import { freeze, openRealTabs } from './real-tabs.ts'
import { served } from './served.ts'

/** A tab that nobody looks at, a laptop that is closed, a thread that is large, a reader who scrolled up. */

test.describe.configure({ mode: 'serial' })

let server: ConsoleServer
let gate: Gate
let threads: string

test.beforeAll(async () => {
  ;[server, gate] = await Promise.all([startConsole(), openGate()])
  const id = await deployChatAgents(server, gate.url)
  threads = `${server.url}/deployments/${id}/threads`
  await served(server, 'chat')
})
test.afterAll(async () => {
  await server?.stop()
  await gate?.close()
})

const log = (page: Page) => page.getByRole('log', { name: 'Conversation' })
const status = (page: Page) => page.getByRole('status', { name: 'Run status' })
const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const idOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

async function newThread(page: Page, assistant = 'echo'): Promise<void> {
  await page.goto(`${threads}/new`)
  await page.getByRole('button', { name: /^Assistant: / }).click()
  await page.getByRole('menuitemradio', { name: assistant }).click()
}

async function say(page: Page, text: string): Promise<void> {
  await box(page).fill(text)
  await box(page).press('Enter')
}

const words = (count: number, name: string) =>
  Array.from({ length: count }, (_item, n) => `${name}${n}`).join(' ')

/** What is on the screen is what the thread holds, of one run, and the answer stands there once. */
async function expectWhole(page: Page, text: string): Promise<void> {
  await expect(status(page)).toHaveText(/^Done/)
  const shown = (await log(page).textContent()) ?? ''
  // What was asked and what was answered: the agent says it again.
  expect(shown.split(text)).toHaveLength(3)
  const { body } = await server.api<unknown[]>(`/agents/chat/threads/${idOf(page)}/runs`)
  expect(body).toHaveLength(1)
}

test.describe('in tabs that a person has', () => {
  let tabs: Awaited<ReturnType<typeof openRealTabs>>
  let context: BrowserContext
  let page: Page
  let requests: string[]
  let underWay: Set<Request>

  test.beforeAll(async () => {
    tabs = await openRealTabs()
    context = tabs.context
  })
  test.afterAll(() => tabs?.close())
  test.beforeEach(async () => {
    page = await context.newPage()
    requests = []
    underWay = new Set()
    page.on('request', (request) => {
      requests.push(`${request.method()} ${request.url()}`)
      underWay.add(request)
    })
    page.on('requestfinished', (request) => underWay.delete(request))
    page.on('requestfailed', (request) => underWay.delete(request))
  })
  test.afterEach(() => page?.close())

  const visibility = () => page.evaluate(() => document.visibilityState)
  const streams = () => requests.filter((line) => line.includes('/stream'))

  test('a hidden tab streams on without a frame; nothing is lost or doubled', async () => {
    await newThread(page)
    const text = `${words(20, 'a')} HIDDEN-1 ${words(300, 'b')} HIDDEN-2 ${words(20, 'c')}`
    await say(page, text)
    await gate.reached('HIDDEN-1')
    await tabs.hide()
    await expect.poll(visibility).toBe('hidden')
    await page.evaluate(() => {
      Object.assign(globalThis, { painted: 0 })
      requestAnimationFrame(() => Object.assign(globalThis, { painted: 1 }))
    })
    gate.open('HIDDEN-1')
    await gate.reached('HIDDEN-2')
    // What came is on the page although nothing is painted.
    await expect(log(page).getByText('b299')).toHaveCount(2)
    await expect(status(page)).toHaveText('Answering')
    gate.open('HIDDEN-2')
    await expect(status(page)).toHaveText(/^Done/)
    expect(await page.evaluate(() => (globalThis as unknown as { painted: number }).painted)).toBe(
      0,
    )
    await page.bringToFront()
    await expect.poll(visibility).toBe('visible')
    await expectWhole(page, text)
    expect(streams()).toHaveLength(1)
  })

  test('a hidden tab with nothing running asks for nothing, and looks once when it is shown', async () => {
    await page.clock.install()
    await newThread(page)
    const text = 'nothing more'
    await say(page, text)
    await expectWhole(page, text)
    await tabs.hide()
    await expect.poll(visibility).toBe('hidden')
    // What was asked for before it was hidden may still be on its way, and lead to more.
    await expect(async () => {
      expect(underWay.size).toBe(0)
      requests = []
      await page.clock.runFor('00:10')
      expect(requests).toEqual([])
    }).toPass()
    await page.clock.runFor('30:00')
    expect(requests).toEqual([])
    await page.bringToFront()
    await expect.poll(() => requests.filter((line) => line.endsWith('/state')).length).toBe(1)
    await expectWhole(page, text)
  })

  test('a laptop is closed in the middle of an answer and opened when it has ended', async () => {
    await newThread(page)
    const text = `${words(10, 'd')} CLOSED-1 ${words(200, 'e')} CLOSED-2 ${words(10, 'f')}`
    await say(page, text)
    await gate.reached('CLOSED-1')
    await page.waitForURL(/\/threads\/[0-9a-f-]{36}$/)
    await tabs.hide()
    await expect.poll(visibility).toBe('hidden')
    const thaw = await freeze(context, page)
    gate.open('CLOSED-1')
    gate.open('CLOSED-2')
    const runs = `/agents/chat/threads/${idOf(page)}/runs`
    const ended = async () => (await server.api<{ status: string }[]>(runs)).body[0]?.status
    await expect.poll(ended).toBe('success')
    await thaw()
    await page.bringToFront()
    await expectWhole(page, text)
  })

  test('the same without a network while it was closed', async () => {
    await newThread(page)
    const text = `${words(10, 'g')} AWAY-1 ${words(200, 'h')}`
    await say(page, text)
    await gate.reached('AWAY-1')
    await page.waitForURL(/\/threads\/[0-9a-f-]{36}$/)
    await tabs.hide()
    await expect.poll(visibility).toBe('hidden')
    await context.setOffline(true)
    const thaw = await freeze(context, page)
    gate.open('AWAY-1')
    const runs = `/agents/chat/threads/${idOf(page)}/runs`
    const ended = async () => (await server.api<{ status: string }[]>(runs)).body[0]?.status
    await expect.poll(ended).toBe('success')
    await thaw()
    await context.setOffline(false)
    await page.bringToFront()
    await expectWhole(page, text)
    expect(streams().filter((line) => line.startsWith('POST'))).toHaveLength(1)
  })
})

const parts = 27

/** About fifty thousand characters: prose, and in each part a list, a table and code. */
function longAnswer(turn: number): string {
  const piece = (n: number) =>
    [
      `## Part ${n} of answer ${turn}`,
      'It says what was found, **why** it is so and `where` it stands, in a paragraph of the usual length that goes on for two or three lines of the screen before it ends. '.repeat(
        10,
      ),
      '- first of all\n- and then\n  - with something below it\n- and at last',
      '| name | value |\n| --- | --- |\n| one | 1 |\n| two | 2 |',
      `\`\`\`ts\nexport function part${n}(value: number): string {\n  return String(value + ${n})\n}\n\`\`\``,
    ].join('\n\n')
  return Array.from({ length: parts }, (_item, n) => piece(n)).join('\n\n')
}

async function largeThread(turns: number, answer: (turn: number) => string): Promise<string> {
  const agent = <Answer>(path: string, body: object) =>
    server.api<Answer>(`/agents/chat${path}`, { method: 'POST', body })
  const { body } = await agent<{ thread_id: string }>('/threads', {
    metadata: { assistant_id: 'echo', graph_id: 'echo' },
  })
  for (let from = 0; from < turns; from += 6) {
    const messages = Array.from({ length: Math.min(6, turns - from) }, (_item, n) => [
      { id: `q${from + n}`, type: 'human', content: `Question ${from + n}` },
      { id: `a${from + n}`, type: 'ai', content: answer(from + n) },
    ]).flat()
    const updated = await agent(`/threads/${body.thread_id}/state`, {
      values: { messages },
      as_node: 'answer',
    })
    expect(updated.status).toBe(200)
  }
  return body.thread_id
}

/** A measure of the page, once it has stopped changing. */
async function atRest(measure: () => Promise<number>): Promise<number> {
  let last = await measure()
  await expect
    .poll(async () => {
      const before = last
      last = await measure()
      return last - before
    })
    .toBe(0)
  return last
}

const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)

test('sixty turns of 50 KB: a small page, the same place after a reload, every word to be found', async ({
  page,
}) => {
  expect(longAnswer(0).length).toBeGreaterThan(50_000)
  const thread = await largeThread(60, longAnswer)
  await page.goto(`${threads}/${thread}`)
  await expect(log(page).getByText('Question 59')).toBeAttached()
  await expect(log(page).getByText(`Part ${parts - 1} of answer 59`)).toBeAttached()
  await expect(log(page).getByText('and at last').last()).toBeInViewport()
  await expect.poll(() => elements(page)).toBeLessThan(3_000)

  await box(page).press('Control+f')
  await page.getByRole('textbox', { name: 'Find in the conversation' }).fill('Part 12 of answer 7')
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible()
  const found = log(page).getByText('Part 12 of answer 7', { exact: true })
  await expect(found).toBeInViewport()
  await expect.poll(() => elements(page)).toBeLessThan(3_000)
  await page.keyboard.press('Escape')

  const place = () => found.evaluate((element) => Math.round(element.getBoundingClientRect().top))
  const before = await atRest(place)
  const kept = () =>
    page.evaluate((id) => sessionStorage.getItem(`quarterdeck.scroll.${id}`), thread)
  await expect.poll(kept).toContain('q7')
  await page.reload()
  await expect(found).toBeInViewport()
  await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(4)
})

test('one answer of 50 KB of small tables: what is far is not drawn, and nothing is missing or moves', async ({
  page,
}) => {
  const tables = 600
  const table = (n: number) =>
    `| name ${n} | value |\n| --- | --- |\n| one ${n} | **${n}** and \`more\` of it |`
  const text = Array.from({ length: tables }, (_item, n) => table(n)).join('\n\n')
  expect(text.length).toBeGreaterThan(38_000)
  const thread = await largeThread(1, () => text)
  await page.goto(`${threads}/${thread}`)
  const last = log(page).getByRole('cell', { name: `one ${tables - 1}`, exact: true })
  await expect(last).toBeInViewport()
  await expect.poll(() => elements(page)).toBeLessThan(2_500)
  const height = () => log(page).evaluate((element) => element.scrollHeight)
  const place = (n: number) => log(page).getByRole('cell', { name: `one ${n}`, exact: true })
  const before = await atRest(height)

  // Through the whole of it, a screen at a time: each part is drawn when it comes into view.
  await log(page).evaluate((element) => element.scrollTo(0, element.scrollHeight / 2))
  await expect(place(tables / 2)).toBeInViewport()
  await expect.poll(() => elements(page)).toBeLessThan(2_500)
  expect(Math.abs((await height()) - before)).toBeLessThan(2)
  await log(page).focus()
  await page.keyboard.press('Home')
  await expect(place(0)).toBeInViewport()
  await expect(last).toHaveCount(0)

  await box(page).press('Control+f')
  await page.getByRole('textbox', { name: 'Find in the conversation' }).fill('one 417')
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible()
  await expect(place(417)).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect.poll(() => elements(page)).toBeLessThan(2_500)
  await expect(place(417)).toBeInViewport()

  // What is selected is there, with its form; so is what is printed.
  await log(page).evaluate((element) => getSelection()?.selectAllChildren(element))
  await expect(place(0)).toBeAttached()
  const selected = await page.evaluate(() => getSelection()?.toString() ?? '')
  for (const n of [0, 300, 599]) expect(selected).toContain(`one ${n}\t${n} and more of it`)
  await page.evaluate(() => getSelection()?.removeAllRanges())
  await expect(place(0)).toHaveCount(0)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  expect(await log(page).getByRole('table').count()).toBeGreaterThanOrEqual(tables)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(place(0)).toHaveCount(0)

  // The reader is brought back with the first words, however long the list of runs takes.
  const runs = await holdBack(page, /\/runs\?/)
  await page.reload()
  await runs.asked
  await expect(place(417)).toBeInViewport()
  runs.release()
  await expect.poll(() => elements(page)).toBeLessThan(2_500)
  await expect(place(417)).toBeInViewport()
  await page.setViewportSize({ width: 500, height: 900 })
  await expect.poll(() => elements(page)).toBeLessThan(2_500)
})

test('a table of many rows is one table to look at and to copy', async ({ page }) => {
  const row = (n: number) => `| row ${n} | ${words(n % 7, 'w')} | *${n}* |`
  const rows = Array.from({ length: 45 }, (_item, n) => row(n))
  const thread = await largeThread(1, () => `| a | b | c |\n| - | - | - |\n${rows.join('\n')}`)
  await page.goto(`${threads}/${thread}`)
  const table = log(page).getByRole('table')
  await expect(table.getByRole('row')).toHaveCount(46)
  const looks = await table.getByRole('row').evaluateAll((all) =>
    all.map((item) => ({
      line: getComputedStyle(item).borderBottomWidth,
      columns: [...item.children].map((cell) => cell.getBoundingClientRect().left).join(),
    })),
  )
  expect(looks.map(({ line }) => line)).toEqual([...rows.map(() => '1px'), '0px'])
  expect(new Set(looks.map(({ columns }) => columns)).size).toBe(1)
  await table.evaluate((element) => getSelection()?.selectAllChildren(element))
  const copied = await page.evaluate(() => getSelection()?.toString().trim().split('\n') ?? [])
  expect(copied.map((line) => line.split('\t')[0])).toEqual([
    'a',
    ...rows.map((_row, n) => `row ${n}`),
  ])
})

test('a code block’s first line can be read to its end beside the copy button', async ({
  page,
}) => {
  const line = `const words = '${words(30, 'w')}' // END`
  const thread = await largeThread(1, () => `\`\`\`ts\n${line}\n\`\`\``)
  await page.goto(`${threads}/${thread}`)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const code = log(page).getByRole('region', { name: 'ts code' })
    await code.focus()
    await code.evaluate((element) => element.scrollTo(element.scrollWidth, 0))
    const end = await code.getByText('// END').evaluate((element) => {
      const range = new Range()
      range.selectNodeContents(element)
      return range.getBoundingClientRect().right
    })
    const copy = await log(page).getByRole('button', { name: 'Copy code' }).boundingBox()
    expect(end).toBeLessThan(copy?.x ?? 0)
  }
})

test('“New below” tells of what was said below, and of nothing else that grows', async ({
  page,
}) => {
  await newThread(page)
  const newBelow = page.getByRole('button', { name: 'New below' })
  for (const name of ['i', 'j', 'k']) {
    await say(page, words(250, name))
    await expect(status(page)).toHaveText(/^Done/)
    await expect(log(page).getByText(`${name}249`)).toHaveCount(2)
  }
  await say(page, `first BELOW-1 ${words(40, 'l')}`)
  await gate.reached('BELOW-1')
  // The answer's first word is on the screen before the reader leaves.
  await expect(log(page).getByText(/\bfirst\b/)).toHaveCount(2)
  await log(page).focus()
  await page.keyboard.press('Home')
  await expect.poll(() => log(page).evaluate((element) => element.scrollTop)).toBe(0)
  await expect(newBelow).toHaveCount(0)
  gate.open('BELOW-1')
  await expect(newBelow).toBeVisible()
  await expect(status(page)).toHaveText(/^Done/)
  await newBelow.click()
  await expect(newBelow).toHaveCount(0)
  await expect(log(page).getByText('l39').last()).toBeInViewport()

  await log(page).focus()
  await page.keyboard.press('Home')
  await log(page).getByText('i249').first().hover()
  const height = () => log(page).evaluate((element) => element.scrollHeight)
  const before = await height()
  await page.getByRole('button', { name: 'Edit message' }).first().click()
  const edit = page.getByRole('textbox', { name: 'Edit message' })
  await edit.press('End')
  for (let line = 0; line < 4; line += 1) await edit.press('Shift+Enter')
  await expect.poll(height).not.toBe(before)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(newBelow).toHaveCount(0)
})

test('33: on a machine whose clock is an hour off times are told by the server’s', async ({
  browser,
}) => {
  for (const offMs of [-3_600_000, 3_600_000]) {
    const page = await browser.newPage()
    await page.addInitScript((off) => {
      const RealDate = Date
      globalThis.Date = class extends RealDate {
        constructor(...given: [] | [number]) {
          if (given.length === 0) super(RealDate.now() + off)
          else super(...given)
        }
        static override now() {
          return RealDate.now() + off
        }
      } as DateConstructor
    }, offMs)
    await newThread(page)
    await say(page, 'what time is it')
    await expect(status(page)).toHaveText(/^Done/)
    const list = page.getByRole('navigation', { name: 'Threads' })
    await expect(list.getByText(/^(now|\d+ s ago)$/).first()).toBeVisible()
    // What is an hour away would be in the list, the sums and the filters of neither.
    await page.goto(`${server.url}/overview?span=1h`)
    await expect(page.getByText(/last hour, [1-9]\d* runs?/)).toBeVisible()
    await expect(page.getByRole('main').getByText(/^in \d+/)).toHaveCount(0)
    await page.close()
  }
})
