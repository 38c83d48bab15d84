import { type ReactNode, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { plainKey } from '../../shell/keys/plain-key.ts'
import { usePageKeys } from '../../shell/keys/use-page-keys.ts'
import { RowSelection } from './selection.ts'
import type { SetChoiceColumn } from './use-choice-column.ts'

/** What the rows are called, one of them and several. */
type Noun = readonly [one: string, several: string]

/** A list whose rows can be chosen. */
export interface RowChoice<Row> {
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** What a row is called, after the word for what it is. */
  nameOf: (row: Row) => string
  setColumn: SetChoiceColumn<Row>
  /**
   * What can be done with the chosen rows, beside a SelectionBar: drawn from the first choice on, since what was begun goes
   * on without one.
   */
  bar: (chosen: ChosenRows<Row>) => ReactNode
}

/** What a SelectionBar goes by. */
export interface ChosenRows<Row> {
  rows: readonly Row[]
  /** How many could be chosen. */
  shown: number
  selection: RowSelection
  noun: Noun
}

/**
 * Chooses rows of a list: by their boxes, with Shift a range, by `x` the row that has focus, by the box of the heading all
 * that are shown; Esc gives them up.
 */
export function SelectionTools<Row>(props: RowChoice<Row> & { noun: Noun }) {
  const { rows, keyOf, nameOf, noun, setColumn, bar } = props
  const [selection] = useState(() => new RowSelection())
  const keys = useSyncExternalStore(selection.subscribe, selection.keys)
  useLayoutEffect(() => selection.show(rows.map(keyOf)), [selection, rows, keyOf])
  // Those of the first draw: a list is of the same kind of rows all the time.
  const [facts] = useState({ keyOf, nameOf, noun })
  useEffect(() => {
    const [one, several] = facts.noun
    setColumn((before) => ({
      ...before,
      headCell: <ChooseAll selection={selection} noun={several} />,
      cell: (row) => (
        <ChooseRow
          selection={selection}
          id={facts.keyOf(row)}
          name={`${one} ${facts.nameOf(row)}`}
        />
      ),
    }))
  }, [selection, facts, setColumn])
  const chosen = rows.filter((row) => keys.has(keyOf(row)))
  const isAnyChosen = chosen.length > 0
  usePageKeys(
    (event) => {
      if (event.key === 'Escape') return isAnyChosen ? { clears: true as const } : null
      const box = plainKey(event) === 'x' && boxAtFocus()
      return box ? { box } : null
    },
    (action) => {
      if ('clears' in action) selection.clear()
      else selection.choose(action.box.value, !action.box.checked)
    },
  )
  const [wasChosen, setWasChosen] = useState(false)
  if (!wasChosen && isAnyChosen) setWasChosen(true)
  return wasChosen && bar({ rows: chosen, shown: rows.length, selection, noun })
}

const boxOfRow = 'input[data-chooses]'

/** The box of the row that has focus. */
function boxAtFocus(): HTMLInputElement | null | undefined {
  return document.activeElement?.closest('tr')?.querySelector<HTMLInputElement>(boxOfRow)
}

/** Chooses every row that is shown, or none. */
function ChooseAll({ selection, noun }: { selection: RowSelection; noun: string }) {
  const chosen = useSyncExternalStore(selection.subscribe, selection.keys).size
  const shown = selection.shown()
  return (
    <Checkbox
      label={`Choose all ${noun} that are shown`}
      isLabelHidden
      checked={chosen > 0 && chosen === shown}
      isIndeterminate={chosen > 0 && chosen < shown}
      onChange={({ target }) => selection.chooseAll(target.checked)}
    />
  )
}

type ChooseRowProps = { selection: RowSelection; id: string; name: string }

/** Chooses a row; with Shift all between it and the one that was chosen last. */
function ChooseRow({ selection, id, name }: ChooseRowProps) {
  const isChosen = useSyncExternalStore(selection.subscribe, () => selection.keys().has(id))
  return (
    <Checkbox
      label={`Choose ${name}`}
      isLabelHidden
      data-chooses=""
      value={id}
      checked={isChosen}
      onChange={({ target, nativeEvent }) =>
        selection.choose(
          id,
          target.checked,
          nativeEvent instanceof MouseEvent && nativeEvent.shiftKey,
        )
      }
    />
  )
}
