const dayMs = 24 * 3_600_000

/** How long an API token may live, in days; `never`, or a day that is chosen. */
export const tokenLives = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: 'date', label: 'Until a day…' },
  { value: 'never', label: 'No end' },
] as const
export type TokenLife = (typeof tokenLives)[number]['value']

/**
 * When a token ends that is made now: after so many days, or with the last moment of a day.
 * @param day as `2030-01-31`, in the reader's time zone; read where `life` is `date`
 * @param now milliseconds since 1970
 * @returns null for one without an end; undefined where no day, or one that is over, was chosen
 */
export function tokenExpiry(life: TokenLife, day: string, now: number): Date | null | undefined {
  if (life === 'never') return null
  if (life !== 'date') return new Date(now + Number(life) * dayMs)
  const end = new Date(`${day}T23:59:59.999`)
  return end.getTime() > now ? end : undefined
}
