import type { CDPSession, Page } from '@playwright/test'

/**
 * What a page sends and is sent from now on: addresses, headers and bodies, also of streams that are still open.
 * Rejects in browsers other than Chromium.
 */
export async function recordBytes(page: Page) {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  const parts: string[] = []
  const origins = new Set<string>()
  const tell = (part: unknown) =>
    void parts.push(typeof part === 'string' ? part : JSON.stringify(part))
  devtools.on('Network.requestWillBeSent', ({ request }) => {
    tell(request)
    if (/^(https?|wss?):/.test(request.url)) origins.add(new URL(request.url).origin)
  })
  devtools.on('Network.requestWillBeSentExtraInfo', ({ headers }) => tell(headers))
  devtools.on('Network.responseReceivedExtraInfo', ({ headers }) => tell(headers))
  // What can be heard while it comes is; anything else is read once it is there.
  const streamed = new Set<string>()
  devtools.on('Network.responseReceived', async ({ requestId }) => {
    const begun = await devtools
      .send('Network.streamResourceContent', { requestId })
      .catch(() => null)
    if (!begun) return
    streamed.add(requestId)
    tell(fromBase64(begun.bufferedData))
  })
  devtools.on('Network.loadingFinished', async ({ requestId }) => {
    if (streamed.has(requestId)) return
    const whole = await devtools.send('Network.getResponseBody', { requestId }).catch(() => null)
    if (whole) tell(whole.base64Encoded ? fromBase64(whole.body) : whole.body)
  })
  devtools.on('Network.dataReceived', ({ data }) => data && tell(fromBase64(data)))
  await devtools.send('Network.enable')
  return { origins: () => [...origins].sort(), text: () => parts.join('\n') }
}

const fromBase64 = (text: string) => Buffer.from(text, 'base64').toString('utf8')
