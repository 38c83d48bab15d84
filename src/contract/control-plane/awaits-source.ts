import { isSettled, type SourceRevisionConfig } from './revisions.ts'

/** What of a revision says whether it waits; other servers may leave out all but its status. */
export interface WaitingFacts {
  status: string
  source?: string | undefined
  source_revision_config?: SourceRevisionConfig | undefined
}

/** True for a revision of an upload that waits until there is one: nothing is at work for it. */
export function awaitsSource({ status, source, source_revision_config }: WaitingFacts): boolean {
  const hasBegun = status !== 'CREATING' && status !== 'QUEUED'
  return source === 'internal_source' && !hasBegun && !source_revision_config?.source_archive
}

/** True for a revision that moves by itself. */
export function isUnderWay(revision: WaitingFacts): boolean {
  return !isSettled(revision) && !awaitsSource(revision)
}
