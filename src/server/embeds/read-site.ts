import type { ReadSite } from './examine-embed.ts'

const timeLimitMs = 15_000
const readBytes = 512 * 1024

/** A reader of pages over `send`, which decides what may be connected to. Follows no redirect. */
export function siteReader(
  send: (
    url: URL,
    signal: AbortSignal,
  ) => Promise<{
    status: number
    policies: string[]
    body: AsyncIterable<Uint8Array>
  }>,
): ReadSite {
  return async (url) => {
    const { status, policies, body } = await send(new URL(url), AbortSignal.timeout(timeLimitMs))
    if (status >= 300 && status < 400) {
      throw new Error('It leads to another address: give that one.')
    }
    const decoder = new TextDecoder()
    let html = ''
    for await (const piece of body) {
      html += decoder.decode(piece, { stream: true })
      if (html.length >= readBytes) break
    }
    return { status, policies, html }
  }
}

/** For the command line, which runs with the rights of whoever calls it. */
export const readSiteDirectly: ReadSite = siteReader(async (url, signal) => {
  const response = await fetch(url, { redirect: 'manual', signal })
  const policy = response.headers.get('content-security-policy')
  return {
    status: response.status,
    policies: policy === null ? [] : policy.split(','),
    body: response.body ?? (async function* () {})(),
  }
})
