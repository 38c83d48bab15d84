import { suiteLimits } from '../../../../contract/qa/cases.ts'
import { toast } from '../../../../ui/overlay/toast.ts'
import type { UrlFilters } from '../../../lists/url-filters.ts'
import { type CaseDraft, newCase } from '../draft/case-draft.ts'
import { freeKey, keyOfText } from '../draft/case-keys.ts'
import type { Dispatch, EditorState } from '../draft/editor-state.ts'
import { casesOfRows, isFile, pastedRows, readingWords } from '../draft/pasted-rows.ts'
import { filteredCases } from './case-cells.ts'
import { CaseFilters } from './case-filters.tsx'
import { CaseTable } from './case-table.tsx'

type CasesPartProps = {
  state: EditorState
  dispatch: Dispatch
  url: UrlFilters
  chosen: CaseDraft | null
  onOpen: (one: CaseDraft, takesFocus?: boolean) => void
  /** Reads a text that is more than the table can take. */
  onImport: (text: string) => void
}

/** The cases of a suite: what they are filtered by, the table, and how many of them are seen. */
export function CasesPart(props: CasesPartProps) {
  const { state, dispatch, url, chosen, onOpen, onImport } = props
  const { cases } = state.draft
  const tag = url.get('tag')
  const shown = filteredCases(cases, tag, url.get('name') ?? '')
  const keys = () => new Set(cases.map(({ key }) => key))

  const add = (made: readonly CaseDraft[]) => {
    const room = suiteLimits.cases - cases.length
    if (made.length > room) {
      toast.bad(`A suite has at most ${suiteLimits.cases} cases`, {
        description: `There is room for ${room} more; you brought ${made.length}.`,
      })
      return false
    }
    // What is new is seen, whatever the table was narrowed to.
    url.setAll({ name: null })
    const tagged = tag ? made.map((one) => ({ ...one, tags: [tag, ...one.tags] })) : made
    dispatch({ type: 'addCases', cases: tagged })
    return true
  }
  const addMessage = (message: string) =>
    add([newCase(freeKey(keyOfText(message), keys()), message)])
  const paste = (text: string) => {
    const rows = pastedRows(text)
    if (rows.length === 0) return
    if (isFile(rows)) return onImport(text)
    if (add(casesOfRows(rows, keys()))) {
      const description = readingWords(rows)
      toast.ok(
        `Made ${rows.length} ${rows.length === 1 ? 'case' : 'cases'}. Nothing is saved yet.`,
        description === undefined ? {} : { description },
      )
    }
  }
  return (
    <>
      {cases.length > 0 && <CaseFilters cases={cases} url={url} />}
      <CaseTable
        cases={shown}
        all={cases}
        faults={state.faults}
        chosen={chosen}
        dispatch={dispatch}
        onOpen={onOpen}
        onAdd={addMessage}
        onPaste={paste}
      />
    </>
  )
}
