import type { Cron } from '../../contract/agent-server/crons.ts'
import { parseJson, writeJson } from '../../contract/exact-json.ts'
import { whatDiffers } from '../forms/what-differs.ts'

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

/**
 * The request that saves it: what was changed of `cron`, or a new one, on a thread where one is named.
 * @param first what the form held at first
 */
export function scheduleRequest(typed: ScheduleValues, first: ScheduleValues, cron?: Cron) {
  if (cron) {
    const [before, after] = [patchOf(first), patchOf(typed)]
    const changes = whatDiffers(before, after)
    const { schedule, timezone } = after
    // A time is nothing without its zone.
    const isAtOtherTimes = 'schedule' in changes || 'timezone' in changes
    const body = { ...changes, ...(isAtOtherTimes && { schedule, timezone }) }
    return { kind: 'patch' as const, input: { params: { cron_id: cron.cron_id }, body } }
  }
  const thread_id = typed.thread.trim()
  const end_time = typed.end.trim()
  const made = {
    assistant_id: typed.assistant_id,
    ...sharedOf(typed),
    ...(end_time && { end_time }),
  }
  return thread_id
    ? { kind: 'onThread' as const, input: { params: { thread_id }, body: made } }
    : { kind: 'create' as const, input: { body: { ...made, ...keptOf(typed) } } }
}

const sharedOf = (typed: ScheduleValues) => ({
  schedule: typed.schedule.trim(),
  timezone: typed.timezone.trim() || 'UTC',
  input: parseInput(typed.input).value,
})

const keptOf = ({ isKept }: ScheduleValues) => ({
  on_run_completed: isKept ? ('keep' as const) : ('delete' as const),
})

const patchOf = (typed: ScheduleValues) => ({
  ...sharedOf(typed),
  ...(!typed.thread.trim() && keptOf(typed)),
  end_time: typed.end.trim() || null,
})

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
