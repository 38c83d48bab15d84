import type { BetterAnswer } from '../../../../contract/qa/reviews.ts'
import { plainKey } from '../../../shell/keys/plain-key.ts'

/** What a key does on the review page. */
export type KeyAction =
  | { do: 'answer'; digit: number }
  | { do: 'better'; better: BetterAnswer }
  | { do: 'next' | 'back' | 'note' | 'correction' | 'undo' | 'differences' | 'keys' }

const letters: Readonly<Record<string, KeyAction>> = {
  a: { do: 'better', better: 'a' },
  b: { do: 'better', better: 'b' },
  t: { do: 'better', better: 'tie' },
  n: { do: 'better', better: 'bad' },
  j: { do: 'next' },
  k: { do: 'back' },
  m: { do: 'note' },
  c: { do: 'correction' },
  u: { do: 'undo' },
  d: { do: 'differences' },
}

/** The meaning of a key on the review page. */
export function keyAction(pressed: Parameters<typeof plainKey>[0]): KeyAction | null {
  const key = plainKey(pressed)
  if (key === null) return null
  if (key === '?') return { do: 'keys' }
  return /\d/.test(key) ? { do: 'answer', digit: Number(key) } : (letters[key] ?? null)
}
