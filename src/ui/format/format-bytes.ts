const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const
const step = 1024

/** “0 B”, “812 kB”, “1.5 GB”: three digits at most say how much it is. */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes)
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= step
    unit += 1
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0
  return `${value.toFixed(digits).replace(/\.0$/, '')} ${units[unit]}`
}
