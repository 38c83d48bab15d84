// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { hasControls, hostileText, reportSample } from '../../../../test/server/qa/report-sample.ts'
import { htmlReport } from './html-report.ts'

const cells = {
  breaks: ['ppp', 'ffp'],
  mends: ['fff', 'ppp'],
  stays: ['ppp', 'ppp'],
}

/** Opens a report as a browser does, its script and all. */
function open(html: string): void {
  document.open()
  document.write(html)
  document.close()
}

const shownCases = () =>
  [...document.querySelectorAll<HTMLElement>('.case')]
    .filter(({ hidden }) => !hidden)
    .map((one) => one.querySelector('summary b')?.textContent)

const press = (name: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent?.startsWith(name))?.click()

afterEach(() => {
  document.body.innerHTML = ''
})

it('tells what was found, and each case with what was said', () => {
  open(htmlReport(reportSample(cells)))
  const text = document.body.textContent ?? ''
  for (const words of [
    'Support regression',
    'candidate support-agent@7ad20e5 (agent) against first target support-agent@3f9c1a2 (agent)',
    'One of three cases passed on the first target and fails on the candidate.',
    'Approved',
    'Only one pair was judged: too few to tell which is better.',
    'Looked earlynobody',
    'Repeat 1 on 1',
    'answer contains “30 days”: no answer',
  ]) {
    expect(text).toContain(words)
  }
})

it('shows the cases that a button and a word choose, and counts them', () => {
  open(htmlReport(reportSample(cells)))
  expect(shownCases()).toEqual(['breaks', 'mends', 'stays'])
  press('Regressions')
  expect(shownCases()).toEqual(['breaks'])
  expect(document.getElementById('count')?.textContent).toBe('1 of 3 shown')
  press('Not judged')
  expect(shownCases()).toEqual(['mends', 'stays'])
  press('All')
  const find = document.getElementById('find') as HTMLInputElement
  find.value = 'about STAYS'
  find.dispatchEvent(new Event('input'))
  expect(shownCases()).toEqual(['stays'])
  find.value = 'nowhere'
  find.dispatchEvent(new Event('input'))
  expect(document.getElementById('none')?.hidden).toBe(false)
})

it('opens what is shown for paper, and closes it again', () => {
  open(htmlReport(reportSample(cells)))
  const opened = () => document.querySelectorAll('.case[open]').length
  press('Regressions')
  window.dispatchEvent(new Event('beforeprint'))
  expect(opened()).toBe(1)
  window.dispatchEvent(new Event('afterprint'))
  expect(opened()).toBe(0)
})

it('keeps a hostile text a text, wherever it stands, and loads nothing', () => {
  const html = htmlReport(reportSample(cells, hostileText))
  open(html)
  expect(document.querySelectorAll('img, iframe, link, object, [onerror]')).toHaveLength(0)
  expect(document.querySelectorAll('script')).toHaveLength(1)
  expect(hasControls(html)).toBe(false)
  const links = [...document.querySelectorAll('[href], [src]')].map((one) =>
    one.getAttribute('href'),
  )
  expect(links.filter((link) => !link?.startsWith('#case-'))).toEqual([])
  expect(html).not.toMatch(/\p{Surrogate}/u)
  expect(html).toContain("default-src 'none'")
  expect(document.querySelector('h1')?.textContent).toContain(
    '</script><img src=x onerror=alert(1)>',
  )
})

it('stays under 5 MB for 200 cases on two targets, whatever they said, and says what it cuts', () => {
  const long = '"<é𝄞'.repeat(50_000)
  const keys = Array.from({ length: 200 }, (_, at) => `case-${at}`)
  const many = Object.fromEntries(keys.map((key) => [key, ['f'.repeat(20), 'fp'.repeat(10)]]))
  const html = htmlReport(reportSample(many, long, { name: 'Long' }))
  expect(Buffer.byteLength(html)).toBeLessThan(5_000_000)
  expect(html).toMatch(
    /… [\d,]+ more characters are not shown here; the JSON Lines report has them\./,
  )
  const short = htmlReport(reportSample(many))
  expect(short).not.toContain('not shown here')
})
