import type { Suite } from '../../../../contract/qa/suites.ts'
import type { CaseDraft } from './case-draft.ts'
import type { SuiteFault } from './fault-at.ts'
import { faultsAfter } from './faults.ts'
import { withMoved, without } from './list-changes.ts'
import { type SuiteDraft, suiteDraft } from './suite-draft.ts'

/** What the editor of a suite holds. */
export interface EditorState {
  /** Of the suite that was read or saved last. */
  base: Pick<Suite, 'suite_id' | 'version' | 'updated_at' | 'updated_by'>
  saved: SuiteDraft
  draft: SuiteDraft
  /** What is wrong with it, since it was tried to be saved. */
  faults: readonly SuiteFault[]
  /** A cell of the table is open: what is typed in it is not in the draft yet. */
  isWriting: boolean
}

export type EditorAction =
  | { type: 'changeSuite'; change: Partial<Pick<SuiteDraft, 'name' | 'description' | 'rubric'>> }
  /** At the end where no place is told. */
  | { type: 'addCases'; cases: readonly CaseDraft[]; at?: number }
  | { type: 'changeCase'; id: number; change: Partial<CaseDraft> }
  | { type: 'moveCase'; id: number; by: number }
  | { type: 'removeCase'; id: number }
  /** `sent` was saved; what was typed meanwhile stays unsaved. */
  | { type: 'saved'; sent: SuiteDraft; suite: Suite }
  | { type: 'refused'; faults: readonly SuiteFault[] }
  | { type: 'writing'; isWriting: boolean }
  /** What others saved takes the place of all that was written here. */
  | { type: 'taken'; suite: Suite }
  /** Others gave it names and no other version: what was written here stays. */
  | { type: 'named'; suite: Suite }

export type Dispatch = (action: EditorAction) => void

/** The editor of a suite that was just read. */
export function openEditor(suite: Suite): EditorState {
  const draft = suiteDraft(suite)
  return { base: baseOf(suite), saved: draft, draft, faults: [], isWriting: false }
}

/** What comes of a change. */
export function editorReducer(state: EditorState, action: EditorAction): EditorState {
  const { draft, faults } = state
  const withCases = (cases: readonly CaseDraft[], left = faults): EditorState => ({
    ...state,
    draft: { ...draft, cases },
    faults: left,
  })
  switch (action.type) {
    case 'changeSuite':
      return {
        ...state,
        draft: { ...draft, ...action.change },
        faults: faults.filter(
          ({ caseId, part }) => caseId !== undefined || !(part in action.change),
        ),
      }
    case 'addCases':
      return withCases(draft.cases.toSpliced(action.at ?? draft.cases.length, 0, ...action.cases))
    case 'changeCase': {
      const before = draft.cases.find(({ id }) => id === action.id)
      if (!before) return state
      const after = { ...before, ...action.change }
      return withCases(
        draft.cases.map((one) => (one === before ? after : one)),
        faultsAfter(faults, before, after),
      )
    }
    case 'moveCase':
      return withCases(withMoved(draft.cases, action.id, action.by))
    case 'removeCase':
      return withCases(
        without(draft.cases, action.id),
        faults.filter(({ caseId }) => caseId !== action.id),
      )
    case 'saved':
      return { ...state, base: baseOf(action.suite), saved: action.sent, faults: [] }
    case 'refused':
      return { ...state, faults: action.faults }
    case 'writing':
      return { ...state, isWriting: action.isWriting }
    case 'taken': {
      const taken = suiteDraft(action.suite, draft)
      return { ...openEditor(action.suite), saved: taken, draft: taken }
    }
    case 'named': {
      const { name, description } = action.suite
      const { saved } = state
      return {
        ...state,
        base: baseOf(action.suite),
        saved: { ...saved, name, description },
        draft: {
          ...draft,
          name: draft.name === saved.name ? name : draft.name,
          description: draft.description === saved.description ? description : draft.description,
        },
      }
    }
  }
}

function baseOf({ suite_id, version, updated_at, updated_by }: Suite): EditorState['base'] {
  return { suite_id, version, updated_at, updated_by }
}
