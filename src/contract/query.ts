import * as z from 'zod/mini'

const TRUE = ['true', '1', 'yes', 'on']
const FALSE = ['false', '0', 'no', 'off', '']

/** A query boolean by its text: `wait=false` and `wait=0` mean false, other words are refused. */
export const queryBoolean = z.pipe(
  z.union([z.boolean(), z.string()]),
  z.transform((value: boolean | string, context) => {
    if (typeof value === 'boolean') return value
    const text = value.toLowerCase()
    if (TRUE.includes(text)) return true
    if (FALSE.includes(text)) return false
    context.issues.push({ code: 'custom', input: value, message: 'Write true or false.' })
    return z.NEVER
  }),
)

/** A whole number in a query, within bounds. */
export function queryInteger(min: number, max: number) {
  return z.pipe(
    z.union([z.number(), z.string()]),
    z.transform((value: number | string, context) => {
      const number = typeof value === 'number' ? value : value.trim() === '' ? NaN : Number(value)
      if (Number.isInteger(number) && number >= min && number <= max) return number
      const message = `Write a whole number from ${min} to ${max}.`
      context.issues.push({ code: 'custom', input: value, message })
      return z.NEVER
    }),
  )
}

/** `limit` and `offset` of lists (published bounds: 1 to 100). */
export const paging = {
  limit: z.optional(queryInteger(1, 100)),
  offset: z.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
}

/** An id in a path: any UUID, whatever its version. */
export const id = z.guid('Write an id in the form of a UUID.')
