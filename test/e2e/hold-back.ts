import type { Page, Request } from '@playwright/test'

/** A page's requests that wait on their way to the server. */
interface HeldBack {
  /** The first of them has been sent. */
  asked: Promise<Request>
  /** Lets them go on, and those that come after. */
  release(): void
}

/** Holds back what a page asks of such addresses until it is released, however long that takes. */
export async function holdBack(page: Page, address: RegExp): Promise<HeldBack> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return { asked: page.waitForRequest(address), release: () => release() }
}
