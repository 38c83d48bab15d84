import * as z from 'zod/mini'
import { Change } from '../../../contract/gateway/changes.ts'

const Changes = z.array(Change)
const Ready = z.catch(z.object({ since_ms: z.nullable(z.number()) }), { since_ms: 0 })
const everything: Change = { area: 'all', deployment_id: null }
const logs: Change = { area: 'logs', deployment_id: null }
const againMs = 5_000

/**
 * Hears what changes on the server as long as the page is seen: a tab that nobody sees holds no connection, of which
 * a browser has few. What was missed meanwhile is told as a change of everything.
 * @param onTold whether changes are being told
 * @returns how to end that
 */
export function followChanges(
  url: string,
  hear: (changes: readonly Change[]) => void,
  onTold: (isTold: boolean) => void,
): () => void {
  let source: EventSource | null = null
  let again: ReturnType<typeof setTimeout> | undefined
  let hasListened = false
  const close = () => {
    clearTimeout(again)
    source?.close()
    source = null
    onTold(false)
  }
  const open = () => {
    const own = new EventSource(url)
    source = own
    own.addEventListener('ready', ({ data }) => {
      onTold(true)
      // What was read since the page was opened may be older than a change that nobody listened to yet.
      const { since_ms } = Ready.parse(JSON.parse(data))
      const isMissed = since_ms !== null && since_ms <= performance.now()
      // Of logs nobody tells when they grew last.
      hear([hasListened || isMissed ? everything : logs])
      hasListened = true
    })
    own.addEventListener('changed', ({ data }) => {
      const changes = Changes.safeParse(JSON.parse(data))
      // Of a newer server that tells more.
      hear(changes.success ? changes.data : [everything])
    })
    own.addEventListener('error', () => {
      onTold(false)
      // What was refused is not asked again by itself.
      if (own.readyState !== own.CLOSED || source !== own) return
      source = null
      again = setTimeout(follow, againMs)
    })
  }
  const follow = () => {
    if (document.hidden) close()
    else if (!source) open()
  }
  document.addEventListener('visibilitychange', follow)
  follow()
  return () => {
    document.removeEventListener('visibilitychange', follow)
    close()
  }
}
