import type { Revision } from '../../../contract/control-plane/revisions.ts'

/**
 * The revisions that one repeats, the nearest first: what repeats a repetition goes back further, as far as they are
 * among the known ones.
 */
export function repeatedBy(
  revision: Pick<Revision, 'redeploy_of'>,
  known: readonly Pick<Revision, 'id' | 'redeploy_of'>[],
): readonly string[] {
  const ids: string[] = []
  const before = (id: string) => known.find((one) => one.id === id)?.redeploy_of
  for (let id = revision.redeploy_of; id && !ids.includes(id); id = before(id)) ids.push(id)
  return ids
}
