import type { SaidOfSuite } from '../../../../contract/qa/suites.ts'
import type { EditorAction } from '../draft/editor-state.ts'
import { rubricDraft } from '../draft/suite-draft.ts'

type SuiteChange = Extract<EditorAction, { type: 'changeSuite' }>['change']

/** What a file says of its suite, as a change of another. */
export function suiteChange({ name, description, rubric }: SaidOfSuite): SuiteChange {
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(rubric !== undefined && { rubric: rubric.map(rubricDraft) }),
  }
}

/** The same in words: “the name “Refunds” and the rubric (Correct, Tone)”. */
export function saidWords({ name, description, rubric }: SaidOfSuite): string {
  const parts = [
    name !== undefined && `the name “${name}”`,
    description && 'the description',
    rubric !== undefined &&
      `the rubric (${rubric.map(({ label }) => label).join(', ') || 'empty'})`,
  ].filter((part) => typeof part === 'string')
  const last = parts.pop() ?? 'nothing'
  return parts.length > 0 ? `${parts.join(', ')} and ${last}` : last
}
