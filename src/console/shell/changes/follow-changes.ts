import { type Change, readChanges, readSinceMs } from '../../../contract/gateway/changes.ts'

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
      const sinceMs = readSinceMs(data)
      const isMissed = sinceMs !== null && sinceMs <= performance.now()
      // Of logs nobody tells when they grew last.
      hear([hasListened || isMissed ? everything : logs])
      hasListened = true
    })
    own.addEventListener('lost', () => onTold(false))
    own.addEventListener('changed', ({ data }) => hear(readChanges(data)))
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
