import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'

/** The DOM itself, whose `getComputedStyle` is not replaced. */
declare const jsdom: { window: Window & typeof globalThis }

const NAMES =
  `a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption center cite
  code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure
  footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link
  listing main map mark marquee menu meta meter nav noembed noframes noscript object ol optgroup option output
  p param picture plaintext pre progress q rp rt ruby s samp script search section select slot small source
  span strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt
  u ul var video wbr x-own xmp`.split(/\s+/)
const ATTRIBUTES: Record<string, string>[] = [
  {},
  { hidden: '' },
  { hidden: 'until-found' },
  { open: '' },
  { popover: '' },
  { type: 'hidden' },
  { type: 'HIDDEN' },
  { type: 'checkbox' },
  { class: 'hidden', id: 'head' },
  { style: 'display: none' },
  { style: 'visibility: hidden' },
  { style: 'position: absolute; float: left' },
]

afterEach(() => document.body.replaceChildren())

function shown(get: typeof getComputedStyle, element: Element) {
  const style = get(element)
  const { display, visibility, content, pointerEvents, opacity } = style
  const byName = ['display', 'visibility', 'content'].map((name) => style.getPropertyValue(name))
  return { display, visibility, content, pointerEvents, opacity, byName }
}

/** Every element of the page, asked of the DOM itself and as the tests do. */
function expectSameEverywhere() {
  for (const element of document.querySelectorAll('*')) {
    const at = `${element.parentElement?.localName} ${element.localName} ${[...element.attributes].map(({ name, value }) => `${name}=${value}`)}`
    expect({ at, ...shown(getComputedStyle, element) }).toEqual({
      at,
      ...shown(jsdom.window.getComputedStyle.bind(jsdom.window), element),
    })
  }
}

it('says of every kind of element what the DOM itself says', () => {
  expect(globalThis.getComputedStyle).not.toBe(jsdom.window.getComputedStyle)
  for (const name of NAMES) {
    for (const attributes of ATTRIBUTES) {
      const element = document.createElement(name)
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
      document.body.append(element)
    }
  }
  for (const parent of ['details', 'ul', 'tr', 'ruby']) {
    const around = document.createElement(parent)
    around.append(
      ...['summary', 'summary', 'li', 'tr', 'rt', 'b'].map((name) => document.createElement(name)),
    )
    document.body.append(around)
  }
  expectSameEverywhere()
})

it('follows what changes: attributes, inline styles, a style sheet, and what is around', () => {
  document.body.innerHTML =
    '<section><table><tr><td><b>one</b></td></tr></table><svg><path></path></svg></section>'
  const change = (then: () => void) => {
    expectSameEverywhere()
    then()
    expectSameEverywhere()
  }
  const find = (selector: string) => document.querySelector<HTMLElement>(selector) ?? document.body
  change(() => find('b').setAttribute('hidden', ''))
  change(() => find('b').removeAttribute('hidden'))
  change(() => find('tr').setAttribute('hidden', ''))
  change(() => find('tr').removeAttribute('hidden'))
  change(() => find('section').style.setProperty('visibility', 'hidden'))
  expect(getComputedStyle(find('b')).visibility).toBe('hidden')
  change(() => find('b').style.setProperty('visibility', 'visible'))
  change(() => find('section').removeAttribute('style'))
  change(() => find('td').style.setProperty('display', 'none'))
  const sheet = document.createElement('style')
  sheet.textContent = 'b { display: block } path { visibility: hidden }'
  change(() => document.body.append(sheet))
  expect(getComputedStyle(find('b')).display).toBe('block')
  change(() => sheet.remove())
  expect(getComputedStyle(find('b')).display).not.toBe('block')
})

it('tells the whole page when a query fails, at once or after a wait', async () => {
  document.body.innerHTML = '<p>Nothing of the kind</p>'
  expect(() => screen.getByText('Something')).toThrow(/Something.*Nothing of the kind/s)
  const waited = waitFor(() => screen.getByRole('button', { name: 'Send' }), { timeout: 1 })
  await expect(waited).rejects.toThrow(/role="button".*Nothing of the kind/s)
  await expect(screen.findByText('Something', {}, { timeout: 1 })).rejects.toMatchObject({
    name: 'TestingLibraryElementError',
    message: expect.stringMatching(/Something.*Nothing of the kind/s),
  })
})
