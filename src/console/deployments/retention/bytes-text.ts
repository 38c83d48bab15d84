const units = ['kB', 'MB', 'GB', 'TB'] as const

/** `2.1 GB`; never less than 1 kB. */
export function bytesText(bytes: number): string {
  let amount = Math.max(1, bytes / 1_000)
  let unit = 0
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1_000
    unit += 1
  }
  return `${amount.toLocaleString('en-GB', { maximumSignificantDigits: amount < 10 ? 2 : 3 })} ${units[unit]}`
}
