import type { CheckpointEntry } from '../../checkpoints/checkpoint-entry.ts'

/** A checkpoint in a word: what made it. */
export function checkpointTitle(
  entry: CheckpointEntry,
  parent: CheckpointEntry | undefined,
): string {
  if (entry.source === 'input') return 'Input'
  if (entry.source === 'update') return 'State changed by hand'
  if (entry.source === 'fork') return 'Branch begins'
  const names = (parent?.next ?? []).filter((name) => name !== '__start__')
  if (names.length > 0) return names.join(', ')
  return parent ? 'Input taken in' : 'Step'
}
