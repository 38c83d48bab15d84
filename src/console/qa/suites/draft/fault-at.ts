import type { Fault } from './faults.ts'

/** What is wrong with a field, or with one item of it; all of it in one line. */
export function faultAt(
  faults: readonly Fault[],
  part: string,
  itemId?: number,
): string | undefined {
  const found = faults.filter((fault) => fault.part === part && fault.itemId === itemId)
  return found.map(({ message }) => message).join(' ') || undefined
}
