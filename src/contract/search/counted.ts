import * as z from 'zod/mini'

/** More are not counted. */
export const mostCounted = 100_000

/** Who needs no more than “more than so many” has fewer counted; `mostCounted` when absent. */
export const countTo = z.nullish(z.int().check(z.gte(1), z.lte(mostCounted)))
