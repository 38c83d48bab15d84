import { CronExpressionParser } from 'cron-parser'
import { invalidField } from '../../http/http-error.ts'

const words = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']
const hint = 'Write minute, hour, day, month and weekday, as 0 9 * * 1-5, or a word as @daily.'

interface Schedule {
  schedule: string
  /** UTC for null. */
  timezone: string | null
  end_time: Date | null
}

/**
 * The first tick after a moment; null where none is left. A tick in an hour that a time zone leaves out comes
 * after the gap; one at a fixed time in an hour that comes twice, the first time only. Throws 422 (`schedule`)
 * for what cannot be read or never comes.
 */
export function nextTick({ schedule, timezone, end_time }: Schedule, after: Date): Date | null {
  const text = schedule.trim()
  // The parser takes seconds, years and random values too, and fills up what is missing.
  const isWord = words.includes(text.toLowerCase())
  if (!isWord && (text.split(/\s+/).length !== 5 || /\bH\b|@/.test(text))) throw refusal(hint)
  let next: Date
  try {
    const expression = isWord ? text.toLowerCase() : text
    const options = { tz: timezone ?? 'UTC', currentDate: after }
    next = CronExpressionParser.parse(expression, options).next().toDate()
  } catch (error) {
    throw refusal(`${sentence(error)} ${hint}`)
  }
  return end_time && next > end_time ? null : next
}

function refusal(message: string) {
  return invalidField(['body', 'schedule'], message)
}

/** What the parser says is wrong, as a sentence. */
function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const said = text.replace(/^(Constraint|Validation) error, /, '').replace(/\.$/, '')
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`
}
