import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { CaseDraft } from '../draft/case-draft.ts'
import type { Dispatch } from '../draft/editor-state.ts'
import {
  type CaseColumn,
  type CellPlace,
  canWriteCell,
  cellBeside,
  cellText,
  columns,
  writtenCell,
} from './case-cells.ts'

type GridOptions = {
  cases: readonly CaseDraft[]
  chosen: CaseDraft | null
  dispatch: Dispatch
  onOpen: (one: CaseDraft, takesFocus?: boolean) => void
  box: RefObject<HTMLDivElement | null>
  isNarrow: boolean
  hasTags: boolean
  isReadOnly: boolean
}

const narrow: readonly CaseColumn[] = ['key', 'message']
const withoutTags: readonly CaseColumn[] = ['key', 'message', 'expected']

/** How writing a cell was ended: it stays, the next one is written, or the one before. */
export type WrittenBy = 'enter' | 'tab' | 'back' | 'blur' | 'open' | 'save'

/**
 * The keys of the table: arrows walk from cell to cell, Enter writes one, Tab goes on to the next, Escape takes back
 * what was typed, a letter begins a cell anew; with ⌘ or Ctrl, Enter opens the turns. A press opens a case, another one writes the cell.
 */
export function useCaseGrid(options: GridOptions) {
  const { cases, chosen, dispatch, onOpen, box, isReadOnly } = options
  const shown = options.isNarrow ? narrow : options.hasTags ? columns : withoutTags
  const [wanted, setActive] = useState<CellPlace | null>(null)
  const [isWriting, setIsWriting] = useState(false)
  /** The letter that writing began with, in place of what stood there. */
  const [letter, setLetter] = useState<string | null>(null)
  useEffect(() => {
    if (!isWriting) return
    dispatch({ type: 'writing', isWriting: true })
    return () => dispatch({ type: 'writing', isWriting: false })
  }, [dispatch, isWriting])
  const wantsFocus = useRef(false)
  const isThere = wanted && cases.some(({ id }) => id === wanted.id)
  const active = isThere ? wanted : null
  useLayoutEffect(() => {
    if (!wantsFocus.current || isWriting) return
    wantsFocus.current = false
    box.current?.querySelector<HTMLElement>('[data-cell][tabindex="0"]')?.focus()
  })

  const caseAt = ({ id }: CellPlace) => cases.find((one) => one.id === id)
  const go = (place: CellPlace | null) => {
    if (!place) return
    setActive(place)
    wantsFocus.current = true
  }
  const write = (place: CellPlace, begun: string | null = null) => {
    const one = caseAt(place)
    if (!one) return
    setActive(place)
    setLetter(begun)
    if (!isReadOnly && canWriteCell(one, place.column)) setIsWriting(true)
    else onOpen(one, true)
  }
  /** The text of the cell that was being written. */
  const written = (text: string, by: WrittenBy) => {
    if (!active) return
    const one = caseAt(active)
    if (by !== 'save') setIsWriting(false)
    if (!one) return
    const isSame = text === cellText(one, active.column)
    const change = isSame ? {} : writtenCell(one, active.column, text)
    if (!isSame) dispatch({ type: 'changeCase', id: one.id, change })
    const isRenamed = change.key !== undefined && one.id === chosen?.id
    if (by === 'open' || isRenamed) onOpen({ ...one, ...change }, by === 'open')
    if (by === 'enter') go(active)
    if (by === 'tab' || by === 'back') {
      const next = cellBeside(cases, shown, active, 0, by === 'tab' ? 1 : -1)
      const nextCase = next && caseAt(next)
      if (next && nextCase && canWriteCell(nextCase, next.column)) write(next)
      else go(next ?? active)
    }
  }
  const left = (takesFocus: boolean) => {
    setIsWriting(false)
    if (takesFocus) go(active)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeOf(event.target)
    if (!place || isWriting || event.defaultPrevented) return
    const hasCommand = event.metaKey || event.ctrlKey
    const rows = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key]
    const steps = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const ends = { Home: -cases.length, End: cases.length }[event.key]
    const one = caseAt(place)
    if (event.key === 'Enter' && hasCommand && one) {
      setActive(place)
      onOpen(one, true)
    } else if (event.key === 'Enter' || event.key === 'F2') write(place)
    else if (rows !== undefined) go(cellBeside(cases, shown, place, rows))
    else if (steps !== undefined) go(cellBeside(cases, shown, place, 0, steps))
    else if (ends !== undefined) go(cellBeside(cases, shown, place, ends))
    else if (
      event.key.length === 1 &&
      event.key !== ' ' &&
      !hasCommand &&
      !event.altKey &&
      !isReadOnly
    )
      write(place, event.key)
    else return
    event.preventDefault()
  }
  const onDoubleClick = ({ target }: MouseEvent) => {
    const place = placeOf(target)
    if (place && !isReadOnly) write(place)
  }
  const onClick = ({ target }: MouseEvent) => {
    const row = target instanceof Element ? target.closest('[data-case]') : null
    const id = Number(row?.getAttribute('data-case'))
    const one = cases.find((other) => other.id === id)
    const place = placeOf(target) ?? { id, column: 'key' as const }
    if (!one || (isWriting && active?.id === id && active.column === place.column)) return
    if (chosen?.id === id && placeOf(target)) return write(place)
    go(place)
    onOpen(one)
  }
  return {
    active,
    isWriting: isWriting && active !== null,
    shown,
    writing: { letter, onWritten: written, onLeft: left },
    handlers: { onKeyDown, onClick, onDoubleClick },
  }
}

function placeOf(target: EventTarget): CellPlace | null {
  const cell = target instanceof Element ? target.closest('[data-cell]') : null
  const id = cell?.closest('[data-case]')?.getAttribute('data-case')
  const column = columns.find((name) => name === cell?.getAttribute('data-cell'))
  return id && column ? { id: Number(id), column } : null
}
