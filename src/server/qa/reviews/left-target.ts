import { createHash } from 'node:crypto'

/**
 * Which target stands on the left, as A, for a reviewer of a case: of a blind session it is drawn from the session's seed,
 * so that it stays over reloads and differs between reviewers; else it is the first.
 */
export function leftTarget(
  session: { is_blind: boolean; seed: number; targets: readonly unknown[] },
  caseIndex: number,
  reviewer: string,
): 0 | 1 {
  if (!session.is_blind || session.targets.length < 2) return 0
  const drawn = createHash('sha256').update(`${session.seed}:${caseIndex}:${reviewer}`).digest()
  return ((drawn[0] ?? 0) & 1) as 0 | 1
}
