const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * A finished duration in words: “40 ms”, “0.4 s”, “42 s”, “3 min 12 s”, “2 h 5 min”, “1 d 4 h”.
 * @param ms milliseconds; a negative one (two clocks that disagree) reads as 0.
 */
export function formatDuration(ms: number): string {
  if (!(ms > 0)) return '0 s'
  if (ms < 99.5) return `${Math.max(1, Math.round(ms))} ms`
  const tenths = Math.round(ms / 100) / 10
  if (tenths < 10) return `${tenths} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < minute) return `${seconds} s`
  if (seconds < hour) return pair(seconds, minute, 'min', 1, 's')
  if (seconds < day) return pair(seconds, hour, 'h', minute, 'min')
  return pair(seconds, day, 'd', hour, 'h')
}

/**
 * A duration that is still growing, in a form that does not change its width each second: “0:42”, “12:05”, “1:02:05”.
 * @param ms milliseconds; a negative one reads as 0:00.
 */
export function formatLiveDuration(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000)) || 0
  const hours = Math.floor(total / hour)
  const minutes = Math.floor((total % hour) / minute)
  const seconds = String(total % minute).padStart(2, '0')
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`
}

function pair(seconds: number, big: number, bigName: string, small: number, smallName: string) {
  const whole = Math.floor(seconds / big)
  const rest = Math.floor((seconds % big) / small)
  return rest ? `${whole} ${bigName} ${rest} ${smallName}` : `${whole} ${bigName}`
}
