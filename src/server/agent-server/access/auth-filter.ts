import { jsonb } from '../../db/jsonb.ts'
import type { Param } from '../search-parts.ts'

type Scalar = string | number | boolean | null

/** Which records a user may see, by their metadata, as a handler has answered it (published). */
export type AuthFilter = Record<string, Scalar | { $eq: Scalar } | { $contains: Scalar | Scalar[] }>

/** Reads what a handler answered; throws a sentence for what would let through something else than was meant. */
export function readFilter(told: unknown): AuthFilter | null {
  if (told === null) return null
  const entries = Object.entries(Object(told) as Record<string, unknown>)
  for (const [key, wanted] of entries) {
    if (!isScalar(wanted) && !isOperation(wanted)) {
      throw new Error(`An auth handler answered a filter that is not known for “${key}”.`)
    }
  }
  return Object.fromEntries(entries) as AuthFilter
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

function isOperation(value: unknown): boolean {
  const entries = Object.entries(Object(value) as Record<string, unknown>)
  const [[name, operand] = []] = entries
  if (entries.length !== 1) return false
  if (name === '$eq') return isScalar(operand)
  return (
    name === '$contains' && (Array.isArray(operand) ? operand.every(isScalar) : isScalar(operand))
  )
}

/** SQL that is true for records whose metadata, a `jsonb` expression, the filter lets through; never null. */
export function filterCondition(metadata: string, filter: AuthFilter, param: Param): string {
  const tests = Object.entries(filter).map(([key, wanted]) => {
    const field = `(${metadata} -> ${param(key)}::text)`
    const json = (value: unknown) => `${param(jsonb(value) ?? 'null')}::jsonb`
    if (typeof wanted === 'object' && wanted !== null && '$contains' in wanted) {
      const all = json([wanted.$contains].flat())
      return `coalesce(jsonb_typeof(${field}) = 'array' and ${field} @> ${all}, false)`
    }
    const value = typeof wanted === 'object' && wanted !== null ? wanted.$eq : wanted
    return `coalesce(${field} = ${json(value)}, false)`
  })
  return tests.length > 0 ? `(${tests.join(' and ')})` : 'true'
}
