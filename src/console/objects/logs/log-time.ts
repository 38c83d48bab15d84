const minutes: Readonly<Record<string, number>> = { '5m': 5, '15m': 15, '1h': 60, '24h': 1440 }

/** Times to choose from; the first holds usually. */
export const logTimes = [
  { value: 'any', label: 'Any time' },
  { value: '5m', label: 'Last 5 minutes' },
  { value: '15m', label: 'Last 15 minutes' },
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
  { value: 'between', label: 'Between…' },
] as const

/**
 * From when and until when lines are shown, in milliseconds; null is open.
 * @param get what the address says: `time`, and for a time between two moments `from` and `to`
 */
export function wantedTime(
  get: (name: string) => string | null,
  now: number,
): { from: number | null; to: number | null } {
  const word = get('time') ?? ''
  const span = minutes[word]
  if (span) return { from: now - span * 60_000, to: null }
  if (word !== 'between') return { from: null, to: null }
  return { from: moment(get('from')), to: moment(get('to')) }
}

function moment(text: string | null): number | null {
  const at = text ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : at
}

/** A moment of the address as a field for local times has it, to the second; empty for none. */
export function localMoment(text: string | null): string {
  const at = moment(text)
  if (at === null) return ''
  const offsetMs = new Date(at).getTimezoneOffset() * 60_000
  return new Date(at - offsetMs).toISOString().slice(0, 19)
}

/** What a field for local times says, as an address has it: the same for readers in every zone. */
export function addressMoment(local: string): string | null {
  const at = local ? new Date(local).getTime() : Number.NaN
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
