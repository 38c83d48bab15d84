import { useState } from 'react'

/** The first that was known of what is read meanwhile: what a form offers does not change under who fills it in. */
export function useFirstKnown<Value>(value: Value | undefined): Value | undefined {
  const [first, setFirst] = useState(value)
  if (first === undefined && value !== undefined) setFirst(value)
  return first ?? value
}
