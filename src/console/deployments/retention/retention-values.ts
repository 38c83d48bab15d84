import {
  mostRetentionDays,
  type Retention,
  type RetentionName,
  type RetentionRule,
  retentionNames,
} from '../../../contract/control-plane/retention.ts'

/** What a form of it holds: days as they are typed, by what is kept. */
export type RetentionValues = Record<`${RetentionName}_days`, string>
export type RetentionDays = { [Name in keyof RetentionValues]: number | null }

export const daysName = (name: RetentionName): keyof RetentionValues => `${name}_days`

/** What is kept, as labels and rows name it. */
export const retentionWords: Record<RetentionName, string> = {
  threads: 'Threads',
  runs: 'Runs',
  events: 'Events of runs',
  logs: 'Log of the agent',
  votes: 'Votes',
}

/** Every number of a rule. */
export function ruleOf(rule: Partial<RetentionRule>): RetentionDays {
  return Object.fromEntries(
    retentionNames.map((name) => [daysName(name), rule[daysName(name)] ?? null]),
  ) as RetentionDays
}

export function retentionValues({ rule }: Pick<Retention, 'rule'>): RetentionValues {
  const kept = ruleOf(rule)
  return Object.fromEntries(
    retentionNames.map((name) => [daysName(name), String(kept[daysName(name)] ?? '')]),
  ) as RetentionValues
}

/** True, or what is wrong with what is typed. */
export function isDays(text: string): true | string {
  const typed = text.trim()
  const days = Number(typed)
  if (typed === '') return true
  if (/^\d+$/.test(typed) && days >= 1 && days <= mostRetentionDays) return true
  return `Write a whole number of days from 1 to ${mostRetentionDays.toLocaleString('en-GB')}, or nothing to keep them.`
}

/** What differs; what is not a number of days is no part of it. */
export function retentionPatch(values: RetentionValues, before: RetentionValues): RetentionRule {
  const changed = retentionNames.map(daysName).flatMap((name) => {
    const typed = values[name].trim()
    if (typed === before[name] || isDays(typed) !== true) return []
    return [[name, typed === '' ? null : Number(typed)] as const]
  })
  return Object.fromEntries(changed)
}

/** Whether anything goes by a rule at all. */
export function isOn(rule: RetentionDays): boolean {
  return Object.values(rule).some((days) => days !== null)
}

/** A rule in a line. */
export function ruleText(rule: RetentionDays): string {
  const set = retentionNames.flatMap((name) => {
    const days = rule[daysName(name)]
    return days === null ? [] : [`${retentionWords[name].toLowerCase()} ${daysText(days)}`]
  })
  if (set.length === 0) return 'Everything is kept.'
  const text = set.join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function daysText(days: number): string {
  return days === 1 ? 'a day' : `${days.toLocaleString('en-GB')} days`
}
