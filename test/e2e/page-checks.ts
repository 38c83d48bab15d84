import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

interface Shift {
  value: number
  at: string
}

/** Has to be called before the first page is opened: notes every shift of the layout that nobody asked for. */
export async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(globalThis, { layoutShifts: shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[]) {
        if (entry.hadRecentInput) continue
        const at = entry.sources.map(placeOf).join(' | ')
        shifts.push({ value: entry.value, at })
      }
    }).observe({ type: 'layout-shift', buffered: true })
    interface LayoutShift {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    }
    /** What moved, and from which line and height of the screen to which. */
    function placeOf({ node, previousRect, currentRect }: LayoutShift['sources'][number]): string {
      const what = node instanceof Element ? node.outerHTML.slice(0, 90) : null
      const [from, to] = [previousRect, currentRect].map(({ y, height }) => `${y}+${height}`)
      return `${what} (${from} to ${to})`
    }
  })
}

/** How far the page jumped while it was loading (0 is not at all), and what moved. */
export async function layoutShift(page: Page): Promise<{ score: number; moved: string[] }> {
  const shifts = await page.evaluate(
    () => (globalThis as unknown as { layoutShifts: Shift[] }).layoutShifts,
  )
  return {
    score: shifts.reduce((sum, { value }) => sum + value, 0),
    moved: shifts.map(({ value, at }) => `${value.toFixed(3)} ${at}`),
  }
}

/** The page has its heading or conversation, and nothing is being loaded. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
}

/** What an automated check finds fault with, in a line each; `within` names an element to look at alone. */
export async function accessibilityFaults(page: Page, within?: string): Promise<string[]> {
  await loadAxe(page)
  // Without the other mode's extra page for each run: no page here frames another origin.
  const axe = new AxeBuilder({ page, axeSource: 'void 0' })
    .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
    .setLegacyMode()
  if (within) axe.include(within)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
}

let axeSource: string | undefined

/** Puts the check into each frame that does not have it yet: its half a megabyte is loaded once for a page. */
async function loadAxe(page: Page): Promise<void> {
  axeSource ??= readAxe()
  for (const frame of page.frames()) {
    try {
      if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axeSource)
    } catch (error) {
      if (!frame.isDetached()) throw error
    }
  }
}

/** That of the builder, so that both are of one version. */
function readAxe(): string {
  const builder = createRequire(import.meta.url).resolve('@axe-core/playwright')
  return readFileSync(createRequire(builder).resolve('axe-core/axe.min.js'), 'utf8')
}

/** Faults of the layout at the present width: wider than the screen, or words below something else. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    const wider = root.scrollWidth - root.clientWidth
    const faults = wider > 0 ? [`${wider} px wider than the screen`] : []
    for (const words of visibleWords()) {
      const { element, x, y } = words
      const hit = document.elementFromPoint(x, y)
      if (hit && !element.contains(hit) && !hit.contains(element)) {
        faults.push(`“${words.text}” is below ${hit.outerHTML.slice(0, 90)}`)
      }
    }
    return faults

    /** The middle of each piece of text, as far as it is on the screen and not cut off by a box around it. */
    function* visibleWords() {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.nodeValue?.trim() ?? ''
        const element = node.parentElement
        if (!text || !element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
          continue
        const range = document.createRange()
        range.selectNodeContents(node)
        let { left, top, right, bottom } = range.getBoundingClientRect()
        right = Math.min(right, innerWidth)
        bottom = Math.min(bottom, innerHeight)
        ;[left, top] = [Math.max(left, 0), Math.max(top, 0)]
        for (let box: Element | null = element; box; box = box.parentElement) {
          if (getComputedStyle(box).overflow === 'visible') continue
          const edge = box.getBoundingClientRect()
          ;[left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)]
          right = Math.min(right, edge.right)
          bottom = Math.min(bottom, edge.bottom)
        }
        // Less than a letter: what is only read out, or the edge of what scrolls.
        if (right - left < 4 || bottom - top < 8) continue
        yield { element, text: text.slice(0, 40), x: (left + right) / 2, y: (top + bottom) / 2 }
      }
    }
  })
}
