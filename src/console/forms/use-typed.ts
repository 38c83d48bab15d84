import { useState } from 'react'
import { writeJson } from '../../contract/exact-json.ts'

/**
 * What is typed in a form of few fields.
 * @param before what they hold at first; taken once
 * @returns `typed` beside what it was `first`, and for a text field its `value` and `onChange`
 */
export function useTyped<Values extends object>(before: Values) {
  const [first] = useState(before)
  const [typed, setTyped] = useState(first)
  const set = (changed: Partial<Values>) => setTyped({ ...typed, ...changed })
  const text = <Name extends keyof Values>(name: Name) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped({ ...typed, [name]: target.value }),
  })
  return { first, typed, set, text, isDirty: writeJson(typed) !== writeJson(first) }
}
