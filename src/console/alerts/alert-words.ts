import { type AlertKind, alertKindFacts } from '../../contract/alerts/alert-kinds.ts'
import type { AlertChannelKind } from '../../contract/alerts/channels.ts'
import type { AlertRule } from '../../contract/alerts/rules.ts'

interface KindWords {
  label: string
  /** Of the threshold, with its unit. */
  threshold?: string
  window?: string
  least?: string
  /** What it is for, in a sentence. */
  description: string
}

/** What a rule looks at, in words. */
export const kindWords: Readonly<Record<AlertKind, KindWords>> = {
  not_serving: {
    label: 'Not serving',
    window: 'For minutes',
    description: 'What serves answers nobody: its process is gone or hangs, or its server fails.',
  },
  rollout_failed: {
    label: 'Rollout failed',
    description: 'The latest rollout with traffic ended badly, until a later one is deployed.',
  },
  process_restarted: {
    label: 'Process restarted',
    threshold: 'Restarts',
    window: 'Within minutes',
    description: 'The agent’s process crashed and was started again so often.',
  },
  memory: {
    label: 'Memory near its limit',
    threshold: 'Used, in %',
    window: 'Well again for minutes',
    description: 'The agent’s process uses so much of the memory that it may use.',
  },
  error_rate: {
    label: 'Error rate',
    threshold: 'Failed runs, in %',
    window: 'Of the last minutes',
    least: 'Of so many runs at least',
    description: 'So many of the runs that have ended failed or timed out.',
  },
  latency: {
    label: 'Latency',
    threshold: 'Slowest 5 %, in seconds',
    window: 'Of the last minutes',
    least: 'Of so many runs at least',
    description: 'One run in twenty takes so long or longer. A run that hangs counts.',
  },
  queue: {
    label: 'Queue',
    threshold: 'Waiting runs',
    window: 'For minutes',
    description: 'So many runs have waited for their turn for so long.',
  },
  thumbs_down: {
    label: 'Thumbs down',
    threshold: 'Bad votes, in %',
    window: 'Of the last minutes',
    least: 'Of so many votes at least',
    description: 'So many of the votes that say good or bad say bad.',
  },
  connection_lost: {
    label: 'Connection lost',
    window: 'For minutes',
    description: 'The server of a connection does not answer.',
  },
  disk: {
    label: 'Disk',
    threshold: 'Free, in MB, less than',
    window: 'Well again for minutes',
    description: 'The disk of the data directory is nearly full.',
  },
}

const units: Partial<Record<AlertKind, (threshold: number) => string>> = {
  process_restarted: (count) => `${count}×`,
  memory: (share) => `from ${share} %`,
  error_rate: (share) => `from ${share} %`,
  latency: (seconds) => `from ${seconds} s`,
  queue: (count) => `from ${count} runs`,
  thumbs_down: (share) => `from ${share} %`,
  disk: (megabytes) => `below ${megabytes} MB`,
}

/** Of a kind of a newer server its name. */
export function kindLabel(kind: string): string {
  return Object.hasOwn(kindWords, kind) ? kindWords[kind as AlertKind].label : kind
}

/** From where on a rule tells, in a few words: `from 10 %, 15 min`. */
export function ruleFigures({ kind, threshold, window_minutes }: AlertRule): string {
  const said = threshold === null ? undefined : units[kind as AlertKind]?.(threshold)
  const window = window_minutes === null ? undefined : minutesText(window_minutes)
  return [said, window].filter(Boolean).join(', ')
}

function minutesText(minutes: number): string {
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`
}

/** What a rule is about, in a few words. */
export function ruleScope(rule: AlertRule): string {
  const about = Object.hasOwn(alertKindFacts, rule.kind)
    ? alertKindFacts[rule.kind as AlertKind].about
    : 'server'
  if (about === 'server') return 'This server'
  const chosen = about === 'deployments' ? rule.deployment_ids : rule.connection_ids
  if (chosen === null) return `All ${about}`
  return `${chosen.length} ${chosen.length === 1 ? about.slice(0, -1) : about}`
}

const channelKindLabels: Readonly<Record<AlertChannelKind, string>> = {
  webhook: 'Webhook, signed',
  slack: 'Slack-compatible webhook',
  email: 'E-mail',
}

export function channelKindLabel(kind: string): string {
  return Object.hasOwn(channelKindLabels, kind) ? channelKindLabels[kind as AlertChannelKind] : kind
}
