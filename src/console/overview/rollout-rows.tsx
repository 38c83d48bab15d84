import { mostRollouts, type Rollout } from '../../contract/control-plane/rollouts.ts'
import { shortSource } from '../../contract/control-plane/short-commit.ts'
import { Duration } from '../../ui/format/duration.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { statusLabel } from '../objects/revision-status.ts'
import { paths } from '../paths.ts'
import type { OverviewRow } from './overview-list.tsx'

/** A rollout that goes on: where it is, and for how long. */
export function movingRow(rollout: Rollout): OverviewRow {
  return {
    ...placeOf(rollout),
    look: 'rolls',
    detail: detailOf(rollout, statusLabel(rollout.status)),
    time: <Duration start={rollout.status_at} />,
  }
}

/** One that took the traffic over. */
export function servingRow(rollout: Rollout): OverviewRow {
  return {
    ...placeOf(rollout),
    look: 'serves',
    detail: detailOf(rollout, 'Took the traffic over'),
    time: <RelativeTime value={rollout.status_at} />,
  }
}

/** One that failed. */
export function failedRow(rollout: Rollout): OverviewRow {
  const { status, status_reason, status_at } = rollout
  const place = placeOf(rollout)
  return {
    ...place,
    look: 'fails',
    title: `${statusLabel(status)} · ${place.title}`,
    detail: status_reason ?? detailOf(rollout, 'No reason was told'),
    time: <RelativeTime value={status_at} />,
  }
}

/** How many there are; a server that tells no total tells of them up to a limit. */
export function rolloutCount(rollouts: readonly Rollout[], total: number | undefined): string {
  if (total !== undefined) return total.toLocaleString('en')
  const { length } = rollouts
  return length < mostRollouts ? String(length) : `${length} or more`
}

function placeOf({ deployment_id, deployment_name, revision_id, source_revision_config }: Rollout) {
  const source = shortSource(source_revision_config)
  return {
    key: revision_id,
    to: paths.revision(deployment_id, revision_id),
    title: source ? `${deployment_name} ${source}` : deployment_name,
  }
}

function detailOf({ source_revision_config: source, without_traffic }: Rollout, words: string) {
  const from = source.repo_ref?.replace('refs/tags/', '') ?? source.image_uri
  return [words, from, without_traffic && 'without traffic'].filter(Boolean).join(' · ')
}
