import { useEffect, useRef } from 'react'
import type { DefaultValues, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { writeJson } from '../../contract/exact-json.ts'
import { overtakenWords, savedElsewhere } from './saved-elsewhere.ts'

type Standing<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  /** What its fields began with. */
  before: Values
  /** What they would begin with now. */
  saved: Values
  /** Nothing is on its way from here that would come back as somebody else's. */
  isStanding: boolean
  /** Fields whose own code brings what is typed and what was saved together. */
  ownMerge: readonly string[]
  /** From now on `saved` is what the fields began with; of `lists` other rows are typed here. */
  onTaken: (saved: Values, lists: string[]) => void
}

/**
 * Keeps an open form true while others save what it is about: fields that nobody has typed in hold what was saved, a
 * field with something typed keeps it and says what was saved. So nothing that others saved is undone unsaid.
 */
export function useSavedElsewhere<Values extends FieldValues>(standing: Standing<Values>): void {
  const { form, before, saved, isStanding, ownMerge, onTaken } = standing
  const text = writeJson(saved)
  const seen = useRef(text)
  useEffect(() => {
    if (!isStanding || text === seen.current) return
    seen.current = text
    const { taken, overtaken } = savedElsewhere(before, form.getValues(), saved)
    const path = (name: string) => name as FieldPath<Values>
    for (const name of taken) form.setValue(path(name), saved[name])
    form.reset(saved as DefaultValues<Values>, {
      keepValues: true,
      keepErrors: true,
      keepTouched: true,
      keepIsSubmitted: true,
      keepSubmitCount: true,
    })
    const told = overtaken.filter((name) => !ownMerge.includes(name))
    for (const name of told.filter((name) => !Array.isArray(saved[name]))) {
      form.setError(path(name), { type: 'saved', message: overtakenWords(saved[name]) })
    }
    onTaken(
      saved,
      told.filter((name) => Array.isArray(saved[name])),
    )
  })
}
