import { useCommandState } from 'cmdk'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

/**
 * What the palette marks: the best match, until somebody moves the mark. Without it lines that a server answers late
 * leave the mark where it was, and Enter opens something else than what stands first.
 */
export function useBestFirst() {
  const [chosen, setChosen] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const hasMoved = useRef(false)
  return {
    list,
    chosen,
    setChosen,
    hasMoved,
    onKeyDown: ({ key, ctrlKey }: KeyboardEvent) => {
      if (/^(Arrow|Home|End)/.test(key) || (ctrlKey && /^[njpk]$/.test(key)))
        hasMoved.current = true
    },
    onPointerMove: () => {
      hasMoved.current = true
    },
    onTyped: () => {
      hasMoved.current = false
    },
  }
}

type BestFirstProps = {
  list: RefObject<HTMLElement | null>
  hasMoved: RefObject<boolean>
  setChosen: (value: string) => void
}

/** Puts the group with the best match first and the mark on its first line, whenever lines come or go; lives inside the list. */
export function BestFirst({ list, hasMoved, setChosen }: BestFirstProps) {
  const search = useCommandState((state) => state.search)
  // One map, which is changed.
  const scores = useCommandState(({ filtered }) => filtered.items)
  useEffect(() => {
    const place = list.current
    if (!place || search === '') return
    const arrange = () => {
      const marked = place.querySelector('[cmdk-item][data-selected=true]')
      if (hasMoved.current && marked) return
      sortGroups([...place.querySelectorAll('[cmdk-group]')], scores)
      const first = place.querySelector<HTMLElement>('[cmdk-item]')?.dataset.value
      if (first !== undefined) setChosen(first)
    }
    arrange()
    const observer = new MutationObserver(arrange)
    observer.observe(place, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [list, hasMoved, setChosen, search, scores])
  return null
}

/** cmdk sorts the lines of a group, and means to sort the groups as well, but finds none of them. */
function sortGroups(groups: readonly Element[], scores: ReadonlyMap<string, number>): void {
  const best = (group: Element) => {
    const lines = [...group.querySelectorAll('[cmdk-item]')]
    return Math.max(0, ...lines.map(({ id }) => scores.get(id) ?? 0))
  }
  const sorted = groups
    .map((group) => ({ group, score: best(group) }))
    .sort((one, other) => other.score - one.score)
  if (sorted.every(({ group }, index) => group === groups[index])) return
  for (const { group } of sorted) group.parentElement?.append(group)
}
