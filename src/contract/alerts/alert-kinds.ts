/** What a rule may look at. */
export const alertKinds = [
  'not_serving',
  'rollout_failed',
  'process_restarted',
  'memory',
  'error_rate',
  'latency',
  'queue',
  'thumbs_down',
  'connection_lost',
  'disk',
] as const
export type AlertKind = (typeof alertKinds)[number]

interface Figure {
  readonly usual: number
  readonly min: number
  readonly max: number
}

/** What a rule of a kind has to say; what is null it has no place for. */
interface KindFacts {
  /** What its events are about. */
  readonly about: 'deployments' | 'connections' | 'server'
  /** From where on it is an alert. Disk: what is below. */
  readonly threshold: Figure | null
  /** In minutes. */
  readonly window: Figure | null
  /** The fewest runs or votes that are judged. */
  readonly least: Figure | null
}

const minutes = (usual: number): Figure => ({ usual, min: 1, max: 1_440 })
const percent = (usual: number): Figure => ({ usual, min: 0.1, max: 100 })
const count = (usual: number): Figure => ({ usual, min: 1, max: 1_000_000 })

export const alertKindFacts: Readonly<Record<AlertKind, KindFacts>> = {
  not_serving: { about: 'deployments', threshold: null, window: minutes(2), least: null },
  rollout_failed: { about: 'deployments', threshold: null, window: null, least: null },
  process_restarted: {
    about: 'deployments',
    threshold: count(1),
    window: minutes(10),
    least: null,
  },
  memory: { about: 'deployments', threshold: percent(90), window: minutes(5), least: null },
  error_rate: {
    about: 'deployments',
    threshold: percent(10),
    window: minutes(15),
    least: count(5),
  },
  latency: {
    about: 'deployments',
    threshold: { usual: 30, min: 0.1, max: 86_400 },
    window: minutes(15),
    least: count(5),
  },
  queue: { about: 'deployments', threshold: count(10), window: minutes(5), least: null },
  thumbs_down: {
    about: 'deployments',
    threshold: percent(30),
    window: minutes(1_440),
    least: count(5),
  },
  connection_lost: { about: 'connections', threshold: null, window: minutes(5), least: null },
  disk: {
    about: 'server',
    threshold: { usual: 1_024, min: 1, max: 100_000_000 },
    window: minutes(5),
    least: null,
  },
}
