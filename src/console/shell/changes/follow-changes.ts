import {
  type Change,
  readChanges,
  readSilenceMs,
  readSinceMs,
} from '../../../contract/gateway/changes.ts'

const everything: Change = { area: 'all', deployment_id: null }
const logs: Change = { area: 'logs', deployment_id: null }
const againMs = 5_000

/**
 * Hears what changes on the server as long as the page is seen: a tab that nobody sees holds no connection, of which
 * a browser has few. What was missed meanwhile is told as a change of everything. A stream that is silent for longer
 * than its pings allow is lost, and opened anew.
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
  let limit: ReturnType<typeof setTimeout> | undefined
  let silenceMs: number | null = null
  let heardAt = 0
  let hasListened = false
  const close = () => {
    clearTimeout(again)
    clearTimeout(limit)
    source?.close()
    source = null
    onTold(false)
  }
  const allowSilence = () => {
    heardAt = performance.now()
    awaitSilence()
  }
  const awaitSilence = () => {
    clearTimeout(limit)
    if (silenceMs === null) return
    // By the clock, whatever the timers do.
    const leftMs = heardAt + silenceMs - performance.now()
    if (leftMs <= 0) openAnew()
    else limit = setTimeout(awaitSilence, leftMs)
  }
  const open = () => {
    const own = new EventSource(url)
    source = own
    // Who is silent does not let anybody in either, and a browser waits for that without end.
    allowSilence()
    const listen = (name: string, onEvent: (data: string) => void) =>
      own.addEventListener(name, ({ data }) => {
        onEvent(data)
        if (source === own) allowSilence()
      })
    own.addEventListener('open', () => {
      // It may be an earlier version by now, which sends no pings.
      silenceMs = null
      allowSilence()
    })
    listen('ping', (data) => {
      silenceMs = readSilenceMs(data)
    })
    listen('ready', (data) => {
      onTold(true)
      // What was read since the page was opened may be older than a change that nobody listened to yet.
      const sinceMs = readSinceMs(data)
      const isMissed = sinceMs !== null && sinceMs <= performance.now()
      // Of logs nobody tells when they grew last.
      hear([hasListened || isMissed ? everything : logs])
      hasListened = true
    })
    listen('lost', () => onTold(false))
    listen('changed', (data) => hear(readChanges(data)))
    own.addEventListener('error', () => {
      onTold(false)
      if (source !== own) return
      allowSilence()
      // What was refused is not asked again by itself.
      if (own.readyState !== own.CLOSED) return
      clearTimeout(limit)
      source = null
      again = setTimeout(follow, againMs)
    })
  }
  const follow = () => {
    if (document.hidden) close()
    else if (!source) open()
  }
  const openAnew = () => {
    close()
    follow()
  }
  document.addEventListener('visibilitychange', follow)
  follow()
  return () => {
    document.removeEventListener('visibilitychange', follow)
    close()
  }
}
