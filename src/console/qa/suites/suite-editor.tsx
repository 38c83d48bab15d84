import { useContext, useReducer, useState } from 'react'
import type { Suite } from '../../../contract/qa/suites.ts'
import { RefusedActions } from '../../../ui/controls/refused-actions.ts'
import { cx } from '../../../ui/cx.ts'
import { useUrlFilters } from '../../lists/url-filters.ts'
import { CasePanel } from './case/case-panel.tsx'
import { SuiteDetails } from './details/suite-details.tsx'
import type { CaseDraft } from './draft/case-draft.ts'
import { editorReducer, openEditor } from './draft/editor-state.ts'
import { ImportCard } from './import/import-card.tsx'
import { useSaveKey } from './save-key.ts'
import { SaveNotes } from './save-notes.tsx'
import { SuiteHeader } from './suite-header.tsx'
import { CasesPart } from './table/cases-part.tsx'
import { useChosenCase } from './use-chosen-case.ts'
import { useSaveSuite } from './use-save-suite.ts'
import type { FocusWish } from './use-wished-focus.ts'

/** What is read into the import: a text at hand, or nothing yet. */
type Importing = { id: number; text: string }

/**
 * A suite that is read and written: its cases, and beside them what the address names (`case`, or `details` of the
 * suite). Nothing is sent before it is saved.
 */
export function SuiteEditor({ suite }: { suite: Suite }) {
  const [state, dispatch] = useReducer(editorReducer, suite, openEditor)
  const { draft, base, faults } = state
  const url = useUrlFilters()
  const save = useSaveSuite(state, dispatch)
  const isReadOnly = Boolean(useContext(RefusedActions))
  const [importing, setImporting] = useState<Importing | null>(null)
  const [wish, setWish] = useState<FocusWish | null>(null)
  useSaveKey(save.save)
  // What others saved shows at once, as far as nothing was written here.
  if (!save.isPending && !state.isWriting && suite.updated_at > base.updated_at) {
    if (save.changes === 0) dispatch({ type: 'taken', suite })
    else if (suite.version === base.version) dispatch({ type: 'named', suite })
  }

  const { chosen, choose } = useChosenCase(draft.cases, url)
  const hasDetails = !chosen && url.get('details') !== null
  const hasPanel = chosen !== null || hasDetails
  const open = (one: CaseDraft, takesFocus = false) => {
    choose(one)
    setWish(takesFocus ? { of: one.id } : null)
  }
  const close = () => {
    url.setAll({ case: null, details: null })
    // What had focus goes away: on with the case that was looked at.
    document.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')?.focus()
  }
  const startImport = (text = '') => setImporting({ id: (importing?.id ?? 0) + 1, text })
  const panel = 'min-h-0 min-w-0 border-l max-[1099px]:border-l-0'
  return (
    <div
      className={cx(
        'grid h-full min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)]',
        hasPanel && 'min-[1100px]:grid-cols-[minmax(0,1fr)_412px]',
      )}
    >
      <div
        className={cx(
          'flex min-h-0 min-w-0 flex-col gap-3 overflow-y-auto px-4 pt-[18px] pb-4 min-[900px]:pr-5 min-[900px]:pl-7',
          hasPanel && 'max-[1099px]:hidden',
        )}
      >
        <SuiteHeader
          state={state}
          save={save}
          hasPanel={hasPanel}
          onImport={() => startImport()}
          onDetails={() => {
            url.setAll({ case: null, details: '1' })
            setWish({ of: 'details' })
          }}
        />
        <SaveNotes state={state} save={save} newest={suite} dispatch={dispatch} onOpen={open} />
        <CasesPart
          state={state}
          dispatch={dispatch}
          url={url}
          chosen={chosen}
          onOpen={open}
          onImport={startImport}
        />
        {importing && (
          <ImportCard
            key={importing.id}
            text={importing.text}
            cases={draft.cases}
            dispatch={dispatch}
            onClose={() => setImporting(null)}
          />
        )}
      </div>
      {hasPanel && <h1 className="sr-only min-[1100px]:hidden">{draft.name}</h1>}
      {chosen && (
        <div className={panel}>
          <CasePanel
            key={chosen.id}
            one={chosen}
            cases={draft.cases}
            faults={faults.filter(({ caseId }) => caseId === chosen.id)}
            isReadOnly={isReadOnly}
            wish={wish}
            dispatch={dispatch}
            onOpen={open}
            onClose={close}
          />
        </div>
      )}
      {hasDetails && (
        <div className={panel}>
          <SuiteDetails
            draft={draft}
            faults={faults.filter(({ caseId }) => caseId === undefined)}
            isReadOnly={isReadOnly}
            wish={wish}
            dispatch={dispatch}
            onClose={close}
          />
        </div>
      )}
    </div>
  )
}
