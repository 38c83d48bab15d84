type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * A digit from 1 to 9, a small letter or `?`, by what is printed on the key; where that is no Latin letter or digit, as on
 * keyboards of other scripts, by its place. Null with modifiers, but for the shift that a question mark may need.
 */
export function plainKey(pressed: Pressed): string | null {
  const { key, code } = pressed
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null
  if (key === '?') return key
  if (pressed.shiftKey || key.length !== 1) return null
  const digit = /^[1-9]$/.test(key) ? key : /^Digit([1-9])$/.exec(code)?.[1]
  if (digit) return digit
  const letter = /^[a-z]$/i.test(key) ? key : /^Key([A-Z])$/.exec(code)?.[1]
  return letter?.toLowerCase() ?? null
}
