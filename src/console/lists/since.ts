const hours: Readonly<Record<string, number>> = {
  '1h': 1,
  '6h': 6,
  '24h': 24,
  '7d': 168,
  '30d': 720,
}

/** Spans of time to choose from, each ending now; the first holds usually. */
export const sinceOptions = [
  { value: 'ever', label: 'Any time' },
  { value: '1h', label: 'Last hour' },
  { value: '6h', label: 'Last 6 hours' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
]

/** How many hours a span has, by its word in an address; undefined for any time. */
export function sinceHours(word: string | null): number | undefined {
  return hours[word ?? '']
}
