/**
 * Whether a key is an input method's: Enter takes its word and Esc gives it up, and neither means more. Safari ends the
 * composition before it tells of the key that ended it; that key has the code 229 there as everywhere.
 */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === 229
}
