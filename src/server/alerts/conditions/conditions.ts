import type { AlertKind } from '../../../contract/alerts/alert-kinds.ts'
import { connectionLost } from './connections.ts'
import { disk } from './disk.ts'
import type { Condition } from './finding.ts'
import { notServing } from './not-serving.ts'
import { memory, processRestarted } from './processes.ts'
import { rolloutFailed } from './rollouts.ts'
import { errorRate, latency, queue } from './runs.ts'
import { thumbsDown } from './votes.ts'

/** What each kind of rule looks for. */
export const conditions: Readonly<Record<AlertKind, Condition>> = {
  not_serving: notServing,
  rollout_failed: rolloutFailed,
  process_restarted: processRestarted,
  memory,
  error_rate: errorRate,
  latency,
  queue,
  thumbs_down: thumbsDown,
  connection_lost: connectionLost,
  disk,
}
