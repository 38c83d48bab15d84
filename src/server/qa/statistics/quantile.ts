/** The value below which a share of the values lies, 0 to 1, linear between two of them; null where there are none. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((one, other) => one - other)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)]
  const above = sorted[Math.ceil(place)]
  if (below === undefined || above === undefined) return null
  return below + (above - below) * (place - Math.floor(place))
}
