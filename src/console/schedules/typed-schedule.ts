import type { Cron } from '../../contract/agent-server/crons.ts'
import { parseJson, writeJson } from '../../contract/exact-json.ts'

/** A schedule as it is typed. `thread` is empty for runs that have a thread each. */
export type ScheduleValues = ReturnType<typeof scheduleValues>

/** What the form holds at first: of the schedule to change, or of a new one. */
export function scheduleValues(cron: Cron | undefined) {
  return {
    assistant_id: cron?.assistant_id ?? '',
    schedule: cron?.schedule ?? '0 9 * * 1-5',
    timezone: cron ? (cron.timezone ?? 'UTC') : ownZone(),
    input: inputText(cron),
    thread: cron?.thread_id ?? '',
    isKept: cron?.on_run_completed === 'keep',
    end: cron?.end_time ?? '',
  }
}

/** Why it cannot be sent yet. */
export function missingOf(typed: ScheduleValues): string | undefined {
  if (!typed.schedule.trim()) return 'Write a schedule'
  if (!typed.assistant_id) return 'Choose an assistant'
  return parseInput(typed.input).fault ? 'Write the input as JSON' : undefined
}

/** The request that saves it: a change of `cron`, or a new one, on a thread where one is named. */
export function scheduleRequest(typed: ScheduleValues, cron: Cron | undefined) {
  const thread_id = typed.thread.trim()
  const end_time = typed.end.trim()
  const shared = {
    schedule: typed.schedule.trim(),
    timezone: typed.timezone.trim() || 'UTC',
    input: parseInput(typed.input).value,
  }
  const kept = { on_run_completed: typed.isKept ? ('keep' as const) : ('delete' as const) }
  if (cron) {
    const body = { ...shared, ...(!thread_id && kept), end_time: end_time || null }
    return { kind: 'patch' as const, input: { params: { cron_id: cron.cron_id }, body } }
  }
  const made = { assistant_id: typed.assistant_id, ...shared, ...(end_time && { end_time }) }
  return thread_id
    ? { kind: 'onThread' as const, input: { params: { thread_id }, body: made } }
    : { kind: 'create' as const, input: { body: { ...made, ...kept } } }
}

function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}

const example = { messages: [{ role: 'user', content: 'Write the report of yesterday.' }] }

function inputText(cron: Cron | undefined): string {
  const input = cron ? cron.payload?.input : example
  return input === undefined || input === null ? '' : writeJson(input, 2)
}

/** The input as it is sent, or what is wrong with it; an empty text is none. */
export function parseInput(text: string): { value: unknown; fault?: string } {
  if (text.trim() === '') return { value: null }
  try {
    return { value: parseJson(text) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read'
    return { value: null, fault: `This is not JSON: ${reason}` }
  }
}
