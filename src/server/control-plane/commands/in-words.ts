/** A duration in words: `10 minutes`, `90 seconds`. */
export function inWords(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000))
  const [count, unit] =
    seconds >= 60 && seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
