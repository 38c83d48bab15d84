import type { BetterAnswer } from '../../../../contract/qa/reviews.ts'

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

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * The meaning of a key, by what is printed on it; where that is no Latin letter or digit, as on keyboards of other
 * scripts, by its place. Null with modifiers, but for the shift that a question mark may need.
 */
export function keyAction(pressed: Pressed): KeyAction | null {
  const { key, code } = pressed
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null
  if (key === '?') return { do: 'keys' }
  if (pressed.shiftKey || key.length !== 1) return null
  const digit = /^[1-9]$/.test(key) ? key : /^Digit([1-9])$/.exec(code)?.[1]
  if (digit) return { do: 'answer', digit: Number(digit) }
  const letter = /^[a-z]$/i.test(key) ? key : /^Key([A-Z])$/.exec(code)?.[1]
  return (letter && letters[letter.toLowerCase()]) || null
}
