/**
 * The number that was typed. What is none is sent as its text, which a server refuses at its field: JSON writes `NaN` as null,
 * and that is “no limit” where a number may be left out.
 */
export function numberTyped(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : (text as unknown as number)
}

/** The same of one that may be left out. */
export const optionalNumberTyped = (text: string) => (text.trim() === '' ? null : numberTyped(text))
