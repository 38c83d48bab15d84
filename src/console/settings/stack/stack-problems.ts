import type { StackHealth } from '../../../contract/gateway/stack.ts'
import { formatBytes } from '../../../ui/format/format-bytes.ts'
import { formatDuration } from '../../../ui/format/format-duration.ts'

/** Something that an operator should know of, and what to do about it. */
export interface StackProblem {
  tone: 'warn' | 'bad'
  title: string
  /** What to do. */
  advice: string
  /** The chapter of the docs about it. */
  chapter: { page: string; section: string; title: string }
}

/** So long a run may wait for its turn. */
const patientMs = 5 * 60_000
/** The database's server refuses connections soon. */
const manyConnections = 0.9
const recentMs = 3_600_000

const health = { page: 'operators-guide', section: 'health-metrics-and-logs' }
const scaling = { page: 'scaling', section: 'who-executes-a-run' }

/** What is wrong with a stack, the worst first; nothing where all is well. */
export function stackProblems(stack: StackHealth): StackProblem[] {
  const found = [
    ...ofDisk(stack),
    ...ofMigrations(stack),
    ...ofQueue(stack),
    ...ofConnections(stack),
    ...ofVersions(stack),
    ...ofErrors(stack),
    ...ofIsolation(stack),
  ]
  return [
    ...found.filter(({ tone }) => tone === 'bad'),
    ...found.filter(({ tone }) => tone === 'warn'),
  ]
}

function ofDisk({ disk, processes }: StackHealth): StackProblem[] {
  const chapter = { ...health, title: 'Health, metrics and logs' }
  const others = processes.filter(
    ({ is_answering, disk_free_bytes: free }) =>
      !is_answering && typeof free === 'number' && free < disk.warn_below_bytes,
  )
  const advice =
    'Make room there: old builds, logs and backups are what usually fills it. Without room the embedded database stops.'
  const own =
    disk.state === 'ok'
      ? []
      : [
          {
            tone: disk.state === 'full' ? ('bad' as const) : ('warn' as const),
            title:
              disk.state === 'full'
                ? `The disk is full: ${formatBytes(disk.free_bytes)} are free`
                : `The disk is nearly full: ${formatBytes(disk.free_bytes)} are free`,
            advice,
            chapter,
          },
        ]
  return [
    ...own,
    ...others.map(({ disk_free_bytes }) => ({
      tone: 'warn' as const,
      title: `The disk of another server process is nearly full: ${formatBytes(disk_free_bytes ?? 0)} are free`,
      advice: 'Make room on that machine.',
      chapter,
    })),
  ]
}

function ofMigrations({ migrations: { missing, unknown } }: StackHealth): StackProblem[] {
  const chapter = { page: 'operators-guide', section: 'upgrade', title: 'Upgrade' }
  return [
    ...(missing.length > 0
      ? [
          {
            tone: 'bad' as const,
            title: `${counted(missing.length, 'migration')} of this version ${missing.length === 1 ? 'is' : 'are'} not applied`,
            advice:
              'The files of the server were replaced while it ran, or the database was restored. Start the server again: it applies them.',
            chapter,
          },
        ]
      : []),
    ...(unknown.length > 0
      ? [
          {
            tone: 'warn' as const,
            title: `${counted(unknown.length, 'migration')} ${unknown.length === 1 ? 'is' : 'are'} of a newer version`,
            advice:
              'A newer version has used this database. Bring every server process to that version.',
            chapter,
          },
        ]
      : []),
  ]
}

function ofQueue(stack: StackHealth): StackProblem[] {
  const { queue, processes, limits } = stack
  const since = queue.oldest_pending_at
  const waitedMs = since ? Date.parse(stack.checked_at) - Date.parse(since) : 0
  if (queue.pending === 0 || waitedMs < patientMs) return []
  const places = limits.runs_at_once * processes.length
  const which = queue.pending === 1 ? 'A run' : `The oldest of ${queue.pending} waiting runs`
  const waited = `${which} has waited for ${formatDuration(waitedMs)}`
  const chapter = { ...scaling, title: 'Who executes a run' }
  if (queue.running === 0) {
    return [
      {
        tone: 'bad',
        title: `${waited}, and none runs`,
        advice:
          'Open the deployment that waits: its process may not start. Its page tells why, and its revisions lead back to one that worked.',
        chapter,
      },
    ]
  }
  return [
    {
      tone: 'warn',
      title: waited,
      advice:
        queue.running >= places
          ? `All ${places} places are taken. Raise QUARTERDECK_RUNS_AT_ONCE, or start another server process on the database.`
          : 'Runs of one thread wait for each other; otherwise look at the process of the deployment that waits.',
      chapter,
    },
  ]
}

function ofConnections({ database: { connections } }: StackHealth): StackProblem[] {
  if (!connections || connections.all < connections.most * manyConnections) return []
  return [
    {
      tone: 'warn',
      title: `${connections.all} of ${connections.most} connections of the database’s server are taken`,
      advice:
        'Raise its max_connections, lower QUARTERDECK_POOL_SIZE, or find who else holds connections.',
      chapter: { page: 'scaling', section: 'settings', title: 'Settings of several processes' },
    },
  ]
}

function ofVersions({ processes }: StackHealth): StackProblem[] {
  const versions = [...new Set(processes.flatMap(({ version }) => version ?? []))]
  if (versions.length < 2) return []
  return [
    {
      tone: 'warn',
      title: `The server processes are of different versions: ${versions.join(', ')}`,
      advice: 'That is right in the middle of an upgrade only. Bring all of them to the newest.',
      chapter: { page: 'operators-guide', section: 'upgrade', title: 'Upgrade' },
    },
  ]
}

function ofErrors({ processes, checked_at }: StackHealth): StackProblem[] {
  const recent = processes.filter(
    ({ last_error_at: at }) => at && Date.parse(checked_at) - Date.parse(at) < recentMs,
  )
  const count = recent.reduce((sum, { errors }) => sum + (errors ?? 0), 0)
  if (count === 0) return []
  return [
    {
      tone: 'warn',
      title: `${counted(count, 'unexpected error')} since the start, the last within the hour`,
      advice: 'Look for lines of the level error in the log of the server; each tells what failed.',
      chapter: { ...health, title: 'Health, metrics and logs' },
    },
  ]
}

function ofIsolation({ isolation }: StackHealth): StackProblem[] {
  if (isolation.not_separated.length === 0) return []
  return [
    {
      tone: 'warn',
      title:
        isolation.kind === 'none'
          ? 'Agents are not kept apart from this server'
          : 'Not everything is kept from agents',
      advice: isolation.not_separated.join(' '),
      chapter: {
        page: 'operators-guide',
        section: 'what-keeps-agents-apart',
        title: 'What keeps agents apart',
      },
    },
  ]
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
