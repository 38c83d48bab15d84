import { expect } from 'vitest'

/** An object without fields. Within `toMatchObject` a plain `{}` would be any object. */
export const nothing: unknown = expect.toSatisfy(
  (value: unknown) =>
    typeof value === 'object' && value !== null && Object.keys(value).length === 0,
  'has no fields',
)
