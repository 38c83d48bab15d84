const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * A moment as seen from another, in the reader's time zone: “now”, “42 s ago”, “in 5 min”, “2 h ago”, “Yesterday”,
 * “3 d ago”, “9 Nov”, “9 Nov 2025”.
 * @param time and @param now milliseconds since 1970.
 */
export function formatRelativeTime(time: number, now: number): string {
  const age = Math.abs(now - time)
  if (age < secondMs) return 'now'
  const words = (text: string) => (time > now ? `in ${text}` : `${text} ago`)
  if (age < minuteMs) return words(`${Math.floor(age / secondMs)} s`)
  if (age < hourMs) return words(`${Math.floor(age / minuteMs)} min`)
  if (age < dayMs) return words(`${Math.floor(age / hourMs)} h`)
  const days = calendarDays(time, now)
  if (days === 1) return time > now ? 'Tomorrow' : 'Yesterday'
  if (days < 7) return words(`${days} d`)
  return formatDay(time, new Date(now).getFullYear())
}

/** The whole moment, in the reader's time zone: “3 Nov 2026, 14:20:05”. */
export function formatExactTime(time: number): string {
  return `${formatDay(time)}, ${formatClockTime(time)}`
}

/** The time of day in the reader's time zone: “14:20:05”. */
export function formatClockTime(time: number): string {
  const date = new Date(time)
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

function formatDay(time: number, knownYear?: number): string {
  const date = new Date(time)
  const day = `${date.getDate()} ${months[date.getMonth()]}`
  return date.getFullYear() === knownYear ? day : `${day} ${date.getFullYear()}`
}

/** Rounded, since a day on which the clocks change has 23 or 25 hours. */
function calendarDays(a: number, b: number): number {
  return Math.round(
    Math.abs(new Date(a).setHours(0, 0, 0, 0) - new Date(b).setHours(0, 0, 0, 0)) / dayMs,
  )
}
