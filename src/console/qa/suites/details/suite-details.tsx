import { X } from 'lucide-react'
import { IconButton } from '../../../../ui/controls/button.tsx'
import { Field } from '../../../../ui/controls/field.tsx'
import type { Dispatch } from '../draft/editor-state.ts'
import type { SuiteFault } from '../draft/fault-at.ts'
import { faultAt } from '../draft/fault-at.ts'
import type { SuiteDraft } from '../draft/suite-draft.ts'
import { Line, Lines } from '../fields.tsx'
import { type FocusWish, useWishedFocus } from '../use-wished-focus.ts'
import { RubricEditor } from './rubric-editor.tsx'

type SuiteDetailsProps = {
  draft: SuiteDraft
  /** Of the suite itself. */
  faults: readonly SuiteFault[]
  isReadOnly: boolean
  wish: FocusWish | null
  dispatch: Dispatch
  onClose: () => void
}

/** What a suite is called, what it is for, and what reviewers say of each answer. */
export function SuiteDetails(props: SuiteDetailsProps) {
  const { draft, faults, isReadOnly, wish, dispatch, onClose } = props
  const heading = useWishedFocus(wish, 'details')
  const change = (part: Partial<SuiteDraft>) => dispatch({ type: 'changeSuite', change: part })
  return (
    <section
      aria-label="Name and rubric"
      className="flex h-full min-h-0 flex-col gap-4 overflow-y-auto bg-surface px-5 pt-[18px] pb-5"
    >
      <header className="flex items-center gap-2">
        <h2
          ref={heading}
          tabIndex={-1}
          className="min-w-0 grow font-semibold text-lg focus-visible:outline-none"
        >
          Name and rubric
        </h2>
        <IconButton size="sm" label="Close" onClick={onClose}>
          <X aria-hidden size={15} strokeWidth={1.8} />
        </IconButton>
      </header>
      <Field label="Name" error={faultAt(faults, 'name')}>
        <Line spellCheck value={draft.name} onWrite={(name) => change({ name })} />
      </Field>
      <Field label="Description" error={faultAt(faults, 'description')}>
        <Lines value={draft.description} onWrite={(description) => change({ description })} />
      </Field>
      <RubricEditor
        rubric={draft.rubric}
        faults={faults}
        isReadOnly={isReadOnly}
        onChange={(rubric) => change({ rubric })}
      />
    </section>
  )
}
