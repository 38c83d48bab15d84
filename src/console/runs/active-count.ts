/**
 * How many runs are active, in words: “2 active” where that is of all there are, else of how many that was counted:
 * “2 active of 50 shown”.
 * @param counted of how many, and what they are; null: of all
 * @returns nothing where there is nothing to count among
 */
export function activeCount(
  active: number,
  counted: { count: number; which: 'shown' | 'looked at' } | null,
): string {
  if (counted?.count === 0) return ''
  const words = `${active.toLocaleString('en')} active`
  return counted ? `${words} of ${counted.count.toLocaleString('en')} ${counted.which}` : words
}
