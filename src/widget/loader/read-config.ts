import { pageHeader } from '../../contract/embeds/visited-page.ts'
import type { EmbedConfig } from '../../contract/embeds/visitors.ts'

const attempts = 3

/**
 * Reads how the chat looks and behaves. Tries again where the server did not answer; a refusal is an
 * Error with the server's own sentence.
 */
export async function readConfig(
  send: typeof fetch,
  apiUrl: string,
  signal: AbortSignal,
): Promise<EmbedConfig> {
  // Towards plain http browsers leave out what tells a server that its own page asks.
  const isOwn = new URL(apiUrl, location.href).origin === location.origin
  const headers: HeadersInit = isOwn ? { [pageHeader]: location.origin } : {}
  const init: RequestInit = { headers, signal, credentials: 'omit' }
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(`${apiUrl}/config`, init).catch(() => null)
    signal.throwIfAborted()
    if (answer?.ok) return (await answer.json()) as EmbedConfig
    if (answer && answer.status < 500) {
      const body = (await answer.json().catch(() => null)) as { detail?: unknown } | null
      throw new Error(typeof body?.detail === 'string' ? body.detail : `Status ${answer.status}.`)
    }
    if (attempt === attempts) throw new Error('The chat’s server did not answer.')
    await pause(500 * 2 ** attempt, signal)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
