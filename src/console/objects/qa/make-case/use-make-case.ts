import type { Case } from '../../../../contract/qa/cases.ts'
import { addCase, createSuite } from '../../../../contract/qa/suites.ts'
import { jsonText } from '../../../../ui/format/json-text.ts'
import { useApi, useCall } from '../../../api.tsx'
import { useTyped } from '../../../forms/use-typed.ts'
import { whatSuitesChange } from '../qa-queries.ts'
import type { Before } from './case-of-run.ts'
import { keyOfWords, madeCase } from './made-case.ts'
import { useSuiteChoice } from './suite-choice.tsx'

/** What a case is made of. */
export type MadeOf = {
  /** What the user said. */
  text: string
  /** The whole input, where a message alone is not it: then the case begins with that. */
  input?: unknown
  /** What should have been answered, where somebody has said so. */
  expected?: string | undefined
  /** What the thread held before, or at a checkpoint: then the case begins with a copy of that. */
  before?: Before | null | undefined
  origin: Case['origin']
}

/** What is typed of a case and what it becomes; `onMade` is told the suite that has it, and the key that was wished. */
export function useMakeCase(
  props: MadeOf,
  onMade: (suite: { suite_id: string; name: string }, key: string) => void,
) {
  const api = useApi()
  const isInput = props.input !== undefined
  const { typed, set, text, isDirty } = useTyped({
    /** Null: the suite that was changed last. */
    suite: null as string | null,
    name: '',
    /** Null: as it was said, which may be read while the window is open. */
    words: null as string | null,
    /** Null: as the words have it. */
    key: null as string | null,
    /** Null: as somebody said it should have been. */
    expected: null as string | null,
    tags: '',
    beginsBefore: true,
  })
  const choice = useSuiteChoice(typed)
  const { suiteId } = choice
  const invalidates = () => whatSuitesChange(api)
  const add = useCall(api.gateway, addCase, { invalidates })
  const create = useCall(api.gateway, createSuite, { invalidates })
  const error = add.error ?? create.error
  const words = typed.words ?? (isInput ? jsonText(props.input) : props.text)
  const expected = typed.expected ?? props.expected ?? ''
  const key = typed.key ?? keyOfWords(isInput ? props.text : words)
  const before = typed.beginsBefore ? (props.before ?? null) : null
  const checkpoint = before?.checkpoint_id && { checkpoint_id: before.checkpoint_id }
  const made = madeCase(
    { ...typed, words, expected, key, isInput, before: before?.values ?? null },
    { ...props.origin, ...checkpoint },
  )
  const unwritten = !words.trim()
    ? 'Write what the user says'
    : made
      ? undefined
      : 'Write the input as JSON'
  const done = (suite: { suite_id: string; name: string }) => onMade(suite, key)
  const submit = () => {
    add.reset()
    create.reset()
    if (!made) return
    if (choice.isNew) {
      create.mutate({ body: { name: typed.name.trim(), cases: [made] } }, { onSuccess: done })
    } else add.mutate({ params: { suite_id: suiteId }, body: made }, { onSuccess: done })
  }
  return {
    ...{ typed, set, text, isDirty, choice, words, expected, key, error, submit },
    isPending: add.isPending || create.isPending,
    missing: choice.missing ?? unwritten,
  }
}
