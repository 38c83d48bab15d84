import {
  hasFailed,
  isSettled,
  type Revision,
  revisionStatuses,
} from '../../contract/control-plane/revisions.ts'
import type { Tone } from '../../ui/page/status-pill.tsx'

/** A status as the screen says it: `BUILD_FAILED` is “Build failed”. Unknown words too. */
export function statusLabel(status: string): string {
  // The step that it is a part of has that name.
  if (status === 'AWAITING_BUILD') return 'Queued'
  const words = status.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The colour of a revision's status; neutral for words that are not published. */
export function statusTone(revision: { status: string }): Tone {
  if (revision.status === 'DEPLOYED') return 'ok'
  if (hasFailed(revision)) return 'bad'
  if (isSettled(revision) || revision.status === 'UNKNOWN') return 'idle'
  return (revisionStatuses as readonly string[]).includes(revision.status) ? 'run' : 'idle'
}

/** What the list can be narrowed down to. */
export const statusGroups = [
  { value: 'moving', label: 'In progress' },
  { value: 'deployed', label: 'Deployed' },
  { value: 'failed', label: 'Failed' },
  { value: 'stopped', label: 'Skipped or interrupted' },
] as const
export type StatusGroup = (typeof statusGroups)[number]['value']

/** The group that a revision's status belongs to. */
export function statusGroup(revision: { status: string }): StatusGroup {
  if (revision.status === 'DEPLOYED') return 'deployed'
  if (hasFailed(revision)) return 'failed'
  return isSettled(revision) ? 'stopped' : 'moving'
}

/** When the present status was entered, ISO 8601; null where the server does not tell. */
export function statusSince(revision: Pick<Revision, 'status_history'>): string | null {
  return revision.status_history?.at(-1)?.at ?? null
}
