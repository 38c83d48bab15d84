import { type ChosenKeys, noneChosen, withAll, withRange, withRow } from './chosen-keys.ts'

/**
 * Which rows of a list are chosen, outside of React: a box that is checked draws itself, and no row is drawn again.
 */
export class RowSelection {
  #state: ChosenKeys = noneChosen
  #shown: readonly string[] = []
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly keys = (): ReadonlySet<string> => this.#state.keys

  /** How many rows there are. */
  readonly shown = (): number => this.#shown.length

  /** The keys of all rows, in their order. A row that is no longer there is not chosen any more. */
  show(shown: readonly string[]): void {
    this.#shown = shown
    const gone = [...this.#state.keys].filter((key) => !shown.includes(key))
    if (gone.length > 0) this.#set({ ...this.#state, keys: withAll(this.#state, gone, false).keys })
  }

  /** @param isRange with all rows between it and the one that was chosen last */
  choose(key: string, isChosen: boolean, isRange = false): void {
    this.#set(
      isRange
        ? withRange(this.#state, key, isChosen, this.#shown)
        : withRow(this.#state, key, isChosen),
    )
  }

  chooseAll(isChosen: boolean): void {
    this.#set(withAll(this.#state, this.#shown, isChosen))
  }

  clear(): void {
    this.#set(noneChosen)
  }

  #set(state: ChosenKeys): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
