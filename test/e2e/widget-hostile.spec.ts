import { readFileSync } from 'node:fs'
import { chromium, expect, type Locator, type Page, test } from '@playwright/test'
import type { Embed } from '../../src/contract/embeds/embeds.ts'
import { BROWSER_FLAGS, requireBrowser } from './browser.ts'
import {
  box,
  type HostPage,
  launcher,
  openAndAsk,
  rated,
  say,
  startWidgetSite,
  type WidgetSite,
} from './widget-site.ts'

/** Pages that do what real pages do to what stands on them: the chat looks and works the same. */

let site: WidgetSite
let embed: Embed
/** How the chat looks on a page that does nothing to it. */
let plainLook: Awaited<ReturnType<typeof look>>

test.beforeAll(async ({ browser }) => {
  site = await startWidgetSite()
  embed = await site.newEmbed()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await site.visit(page, '/plain', site.script(embed))
  await openAndAsk(page)
  plainLook = await look(page)
  await page.close()
})
test.afterAll(() => site?.stop())

/** Place, size and style of the parts of an open chat with one answer. */
function look(page: Page) {
  return page.locator('quarterdeck-chat').evaluate((chat) => {
    const names = [
      'display',
      'color',
      'backgroundColor',
      'fontFamily',
      'fontSize',
      'fontWeight',
      'fontStyle',
      'lineHeight',
      'letterSpacing',
      'textTransform',
      'textAlign',
      'textIndent',
      'wordSpacing',
      'padding',
      'margin',
      'border',
      'borderRadius',
      'boxShadow',
      'opacity',
      'filter',
      'visibility',
      'cursor',
      'pointerEvents',
      'userSelect',
    ] as const
    const root = chat.shadowRoot as ShadowRoot
    const parts = {
      launcher: '[part=launcher]',
      panel: '[part=panel]',
      header: '[part=header]',
      title: 'h2',
      newConversation: '[part=header] button',
      visitor: '[part~=visitor]',
      agent: '[part~=agent]',
      paragraph: '[part~=agent] p',
      code: '[part~=agent] code',
      quote: '[part~=agent] blockquote',
      composer: '[part=composer]',
      field: 'textarea',
      send: '[part=composer] button[type=submit]',
    }
    return Object.fromEntries(
      Object.entries(parts).map(([part, selector]) => {
        const element = root.querySelector(selector)
        if (!element) return [part, null]
        const style = getComputedStyle(element)
        const { x, y, width, height } = element.getBoundingClientRect()
        // Where the scrolled conversation stands is another matter.
        const place = part === 'launcher' || part === 'panel' ? { x, y } : {}
        const seen = document.elementFromPoint(x + width / 2, y + height / 2)
        return [
          part,
          {
            ...place,
            width,
            height,
            isOnTop: part === 'launcher' ? seen === chat : null,
            ...Object.fromEntries(names.map((name) => [name, style[name]])),
          },
        ]
      }),
    )
  })
}

/** A script in a head, before the chat's. */
const inHead =
  (code: string) =>
  (chat: Embed): HostPage => ({
    head: `<script>${code}</script>`,
    body: site.script(chat),
  })

const hostile: Record<string, (chat: Embed) => HostPage> = {
  'global resets and a font size of its own': (chat) => ({
    head: `<style>
      html { font-size: 62.5%; line-height: 3 }
      *, *::before, *::after { margin: 7px; padding: 0; border: 0; box-sizing: content-box;
        font: inherit; letter-spacing: 0.2em; text-transform: uppercase; line-height: inherit }
      button, textarea, input, p, h2, ul, code { all: revert; background: red; width: 10px; font: 30px serif }
      body { font: italic 700 22px/2 cursive; color: #0f0; text-align: right; word-spacing: 1em;
        text-indent: 40px; white-space: pre; user-select: none; pointer-events: none; cursor: wait }
    </style>`,
    body: site.script(chat),
  }),
  '* { all: unset } and what is hidden by name': (chat) => ({
    head: `<style>
      * { all: unset !important; color: red !important; font-size: 40px !important }
      div, button, textarea, quarterdeck-chat, [embed] { display: none !important; z-index: -1 !important;
        visibility: hidden !important; opacity: 0 !important; transform: scale(0) !important; zoom: 3 !important }
    </style>`,
    body: site.script(chat),
  }),
  'a war of z-indexes': (chat) => ({
    head: `<style>
      body { position: relative; z-index: 2147483647; isolation: isolate }
      .over { position: fixed; inset: 0; z-index: 2147483647; background: rgb(0 200 0 / 0.3) }
    </style>`,
    body: `${site.script(chat)}<div class="over"></div><div class="over" style="transform: translateZ(0)"></div>
      <header popover="manual" class="over" id="banner">Cookies</header>
      <script>banner.showPopover(); banner.hidePopover()</script>`,
  }),
  'overflow: hidden on a page of no height': (chat) => ({
    head: `<style>html, body { overflow: hidden; height: 120px; width: 200px; position: fixed; contain: strict }</style>`,
    body: site.script(chat),
  }),
  'transforms, filters and containment': (chat) => ({
    head: `<style>body { transform: rotate(8deg) scale(0.6); filter: blur(2px); perspective: 100px;
      will-change: transform; contain: paint; container-type: inline-size; opacity: 0.3; mix-blend-mode: difference }</style>`,
    body: site.script(chat),
  }),
  'a strict Content-Security-Policy with trusted types': (chat) => ({
    headers: {
      'content-security-policy': `default-src 'none'; script-src ${site.server.url}; connect-src ${site.server.url}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    },
    body: site.script(chat),
  }),
  'scripts that add to the prototypes of everything': inHead(`
      for (const owner of [Object, Array, String, Number, Function, Promise, Element]) {
        owner.prototype.extra = function () { return 'x' }
        owner.prototype.first = 1
      }
      for (const owner of [Object, Array, String, Number]) owner.prototype.toJSON = function () { return 'broken' }
      Array.from = () => []
      window.define = Object.assign(() => { throw new Error('an AMD loader') }, { amd: {} })
      window.module = { exports: {} }; window.exports = {}; window.process = {}; window.React = {}; window.h = 1`),
  'scripts that put another JSON in its place': inHead(
    `JSON.parse = () => ({}); JSON.stringify = () => '{}'; Object.freeze(JSON)`,
  ),
  'scripts that put another fetch in its place': (chat) => ({
    // What is asked for from here on would fail: the chat has to have another.
    ...inHead(
      `window.fetch = () => Promise.reject(new Error('a broken polyfill')); window.XMLHttpRequest = null`,
    )(chat),
    headers: { 'content-security-policy': "frame-src 'none'; child-src 'none'" },
  }),
  'names of the page that hide the document’s': (chat) => ({
    body: `<img name="currentScript" alt=""><form name="body"></form><a id="Quarterdeck" href="#x">x</a>
      ${site.script(chat)}`,
  }),
  'storage that is closed':
    inHead(`for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError') } })
    }`),
  'the script twice, and late': (chat) => ({
    body: `${site.script(chat, 'async')}<script>
      addEventListener('load', () => {
        const again = document.createElement('script')
        again.src = '${site.server.url}/widget.js'
        again.dataset.embed = '${chat.key}'
        document.head.append(again)
      })</script>`,
  }),
}

for (const name of [
  'global resets and a font size of its own',
  '* { all: unset } and what is hidden by name',
  'a war of z-indexes',
  'overflow: hidden on a page of no height',
  'transforms, filters and containment',
  'a strict Content-Security-Policy with trusted types',
  'scripts that add to the prototypes of everything',
  'scripts that put another JSON in its place',
  'scripts that put another fetch in its place',
  'names of the page that hide the document’s',
  'storage that is closed',
  'the script twice, and late',
]) {
  test(`looks and works the same with ${name}`, async ({ page }) => {
    const content = hostile[name]?.(embed)
    if (!content) throw new Error(`There is no page “${name}”.`)
    await site.visit(page, '/hostile', content)
    await openAndAsk(page)
    expect(await look(page)).toEqual(plainLook)
  })
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const button = (page: Page, name: string) => box(page).getByRole('button', { name, exact: true })

/** How a visitor uses a button: with a finger, or by the keys alone. */
const hands = {
  touch: (target: Locator) => target.tap(),
  async keys(target: Locator) {
    await target.focus()
    await target.press('Enter')
  },
}

for (const [name, hand] of [
  ['* { all: unset } and what is hidden by name', 'touch'],
  ['global resets and a font size of its own', 'keys'],
  ['overflow: hidden on a page of no height', 'touch'],
  ['transforms, filters and containment', 'touch'],
  ['a strict Content-Security-Policy with trusted types', 'keys'],
  ['scripts that add to the prototypes of everything', 'touch'],
  ['scripts that put another JSON in its place', 'keys'],
  ['scripts that put another fetch in its place', 'touch'],
] as const) {
  test(`38: a visitor’s whole life on a phone, by ${hand}, with ${name}`, async ({ browser }) => {
    const content = hostile[name]?.(
      await site.newEmbed({
        privacy_note: 'We keep it for a month.',
        asks_consent: true,
        file_types: ['text/plain'],
      }),
    )
    if (!content) throw new Error(`There is no page “${name}”.`)
    const context = await browser.newContext(phone)
    const page = await context.newPage()
    const use = hands[hand]
    await site.visit(page, '/hostile-life', content)
    await use(launcher(page))
    await use(button(page, 'I agree'))
    const choosing = page.waitForEvent('filechooser')
    await use(button(page, 'Attach files'))
    const buffer = Buffer.from('A note.')
    await (await choosing).setFiles([{ name: 'note.txt', mimeType: 'text/plain', buffer }])
    await expect(box(page).getByText('note.txt')).toBeVisible()
    const writing = box(page).getByRole('textbox', { name: 'Write a message' })
    await writing.fill('What is a rollback?')
    await use(button(page, 'Send'))
    await use(rated(page))
    await expect(rated(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(box(page).locator('[part~=visitor]')).toContainText('note.txt')
    await use(button(page, 'More'))
    const saving = page.waitForEvent('download')
    await use(box(page).getByRole('menuitem', { name: 'Download the conversation' }))
    const saved = readFileSync(await (await saving).path(), 'utf8')
    expect(saved).toContain('What is a rollback?')
    await use(button(page, 'More'))
    await use(box(page).getByRole('menuitem', { name: 'Delete my data' }))
    const question = box(page).getByRole('alertdialog', { name: 'Delete my data' })
    await use(question.getByRole('button', { name: 'Delete my data' }))
    await expect(box(page).getByText('Your data is deleted.')).toBeVisible()
    await expect(rated(page)).toHaveCount(0)
    await context.close()
  })
}

test('two chats on one page do not meet', async ({ page }) => {
  const other = await site.newEmbed({ title: 'Other', greeting: 'Hello from another.' })
  await site.visit(page, '/two', {
    body: `${site.script(embed)}<div style="width: 500px"><quarterdeck-chat embed="${other.key}" placement="inline"></quarterdeck-chat></div>`,
  })
  const second = page.getByRole('region', { name: 'Other' })
  await expect(second.getByText('Hello from another.')).toBeVisible()
  await openAndAsk(page)
  await expect(second.getByRole('button', { name: 'Good answer' })).toHaveCount(0)
  await second.getByRole('textbox').fill('What is a rollback?')
  await page.keyboard.press('Enter')
  await expect(second.getByRole('button', { name: 'Good answer' })).toBeVisible()
  await expect(box(page).getByText('What is a rollback?')).toHaveCount(0)
})

test('goes on through navigation by script, also with another body', async ({ page }) => {
  await site.visit(page, '/spa', `<main id="app">One</main>${site.script(embed)}`)
  await openAndAsk(page)
  await page.evaluate(() => {
    history.pushState({}, '', '/spa/two')
    document.body.innerHTML = '<main id="app">Two</main>'
  })
  await page.evaluate(() => {
    const next = document.createElement('body')
    next.innerHTML = '<main id="app">Three</main>'
    document.body.replaceWith(next)
    history.replaceState({}, '', '/spa/three')
  })
  await expect(page.getByText('Three')).toBeVisible()
  expect(await look(page)).toEqual(plainLook)
  await say(page, 'What is a rollback?')
  await expect(rated(page)).toHaveCount(2)
})

test('an inline chat goes with its part of the page, and finds its conversation when it comes back', async ({
  page,
}) => {
  const chat = `<quarterdeck-chat embed="${embed.key}" placement="inline"></quarterdeck-chat>`
  await site.visit(page, '/spa-inline', `<main id="app">${chat}</main>${site.script(null)}`)
  await box(page).getByRole('button', { name: 'How do I cancel a run?' }).click()
  await expect(rated(page)).toBeVisible()
  await page.evaluate(() => document.querySelector('#app')?.replaceChildren('Elsewhere'))
  await expect(box(page)).toHaveCount(0)
  await page.evaluate((html) => {
    ;(document.querySelector('#app') as HTMLElement).innerHTML = html
  }, chat)
  await expect(rated(page)).toBeVisible()
})

test('is as it was when its page comes back from the back-forward cache', async () => {
  const browser = await chromium.launch({
    executablePath: requireBrowser(),
    args: BROWSER_FLAGS,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await site.visit(page, '/cached', {
      body: `${site.script(embed)}<script>addEventListener('pageshow', (event) => { window.isRestored = event.persisted })</script>`,
    })
    await openAndAsk(page)
    await page.goto(`${site.origin}/plain`)
    // A page that comes back loads nothing, which Playwright waits for: the browser itself is asked.
    const devtools = await page.context().newCDPSession(page)
    const value = async (expression: string): Promise<unknown> => {
      const answer = await devtools.send('Runtime.evaluate', { expression, returnByValue: true })
      return answer.result.value
    }
    await devtools.send('Runtime.evaluate', { expression: 'history.back()' })
    await expect.poll(() => value('window.isRestored')).toBe(true)
    const chat = `document.querySelector('quarterdeck-chat')`
    const thumbs = `${chat}.shadowRoot.querySelectorAll('[aria-label="Good answer"]').length`
    expect(await value(thumbs)).toBe(1)
    await value(`${chat}.send('What is a rollback?')`)
    await expect.poll(() => value(thumbs)).toBe(2)
  } finally {
    await browser.close()
  }
})

for (const [name, frame] of [
  ['inside a sandboxed frame', (key: string) => `sandbox="allow-scripts" srcdoc='${frameOf(key)}'`],
  ['as a frame whose storage is blocked', (key: string) => `src="${site.server.url}/embed/${key}"`],
] as const) {
  test(`works ${name}`, async ({ page }) => {
    await page.addInitScript(() => {
      if (window === window.top) return
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    })
    await site.visit(
      page,
      '/frame',
      `<iframe title="Chat" width="460" height="700" ${frame(embed.key)}></iframe>`,
    )
    const inside = page.frameLocator('iframe')
    if (name.includes('sandbox')) await launcher(inside).click()
    await box(inside).getByRole('button', { name: 'How do I cancel a run?' }).click()
    await expect(rated(inside)).toBeVisible()
  })
}

const frameOf = (key: string) =>
  `<!doctype html><script src="${site.server.url}/widget.js" data-embed="${key}"></script>`
