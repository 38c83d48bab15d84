import type { Browser } from '@playwright/test'
import type { Place } from '../thread/measure.ts'

export interface Opening {
  /** From the beginning of the navigation until the bubble can be pressed. */
  bubbleMs: number
  /** From the press until a message can be written. */
  panelMs: number
  /** What the server sent by then, as it went over the wire. */
  kilobytes: number
  requests: number
}

/** The first visit of somebody who has nothing kept, and the first opening of the chat. */
export async function measureOpening(
  browser: Browser,
  address: string,
  place: Place,
): Promise<Opening> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const sizes = new Map<string, number>()
  await cdp.send('Network.enable')
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    // What the site sends is not the chat's.
    if (!request.url.startsWith(address)) sizes.set(requestId, 0)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (sizes.has(requestId)) sizes.set(requestId, encodedDataLength)
  })
  const began = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Open chat' }).waitFor()
  const bubbleMs = performance.now() - began
  const pressed = performance.now()
  await place.open(page)
  await page.locator(`textarea[aria-label="${place.box}"]`).waitFor()
  const panelMs = performance.now() - pressed
  await page.waitForLoadState('networkidle')
  await context.close()
  const kilobytes = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) / 1000
  return { bubbleMs, panelMs, kilobytes, requests: sizes.size }
}
