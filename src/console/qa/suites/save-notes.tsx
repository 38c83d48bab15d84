import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Suite } from '../../../contract/qa/suites.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../ui/overlay/later-dialogs.ts'
import { Note } from '../../../ui/page/note.tsx'
import { useApi } from '../../api.tsx'
import { suiteQuery } from '../../objects/qa/qa-queries.ts'
import type { CaseDraft } from './draft/case-draft.ts'
import type { Dispatch, EditorState } from './draft/editor-state.ts'
import { placeWords } from './draft/faults.ts'
import type { SuiteSave } from './use-save-suite.ts'

type SaveNotesProps = {
  state: EditorState
  save: SuiteSave
  /** As the server has it now. */
  newest: Suite
  dispatch: Dispatch
  onOpen: (one: CaseDraft, takesFocus: boolean) => void
}

/** Why it was not saved, and what to do about it. */
export function SaveNotes({ state, save, newest, dispatch, onOpen }: SaveNotesProps) {
  const { faults, base } = state
  const isBehind = save.changes > 0 && !save.isPending && newest.version > base.version
  if (save.isConflict || isBehind) {
    return <Conflict save={save} newest={newest} dispatch={dispatch} />
  }
  if (faults.length > 0) return <Faults state={state} onOpen={onOpen} />
  if (save.error && save.error.fieldErrors.length === 0) {
    return (
      <Note
        tone="bad"
        title="Not saved"
        action={
          <Button size="sm" onClick={save.save}>
            Try again
          </Button>
        }
      >
        {save.error.message}
      </Note>
    )
  }
  return null
}

function Conflict({
  save,
  newest,
  dispatch,
}: Pick<SaveNotesProps, 'save' | 'newest' | 'dispatch'>) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const by = newest.updated_by ? ` by ${newest.updated_by}` : ''
  return (
    <>
      <Note tone="bad" title={`Somebody else saved this suite meanwhile${by}`}>
        <p>What you wrote is still here. Keep it as a suite of its own, or take the newer one.</p>
        {save.error && save.error.status !== 409 && <p>{save.error.message}</p>}
        <div className="mt-2 flex flex-wrap gap-2">
          <Button acts size="sm" isPending={save.isCopying} onClick={save.saveAsNew}>
            Save mine as a new suite
          </Button>
          <Button size="sm" onClick={() => setIsAsking(true)}>
            Take the newer one…
          </Button>
        </div>
      </Note>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="Take the newer version?"
        consequence={`Your ${save.changes} ${save.changes === 1 ? 'change' : 'changes'} to this suite will be gone.`}
        confirmLabel="Take the newer one"
        onConfirm={async () => {
          const options = suiteQuery(api, newest.suite_id)
          const suite = await queryClient.fetchQuery({ ...options, staleTime: 0 })
          save.reset()
          dispatch({ type: 'taken', suite })
        }}
      />
    </>
  )
}

const mostFaults = 5

function Faults({ state, onOpen }: Pick<SaveNotesProps, 'state' | 'onOpen'>) {
  const { faults, draft } = state
  const rest = faults.length - mostFaults
  return (
    <Note
      tone="bad"
      title={`Not saved: ${faults.length === 1 ? 'one place is' : `${faults.length} places are`} to be mended`}
    >
      <ul className="mt-1">
        {faults.slice(0, mostFaults).map((fault) => {
          const one = draft.cases.find(({ id }) => id === fault.caseId)
          const place = placeWords(fault, draft)
          return (
            <li key={`${fault.caseId} ${fault.part} ${fault.itemId} ${fault.message}`}>
              {one ? (
                <button
                  type="button"
                  onClick={() => onOpen(one, true)}
                  className="min-h-6 cursor-pointer rounded-sm font-strong underline decoration-line-strong underline-offset-2"
                >
                  {place}
                </button>
              ) : (
                <span className="font-strong">{place}</span>
              )}
              : {fault.message}
            </li>
          )
        })}
      </ul>
      {rest > 0 && <p>and {rest} more</p>}
    </Note>
  )
}
