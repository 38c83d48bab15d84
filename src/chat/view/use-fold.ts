import { createContext, useContext, useState } from 'react'

/** What a search has come to: within what its words stand. Null while nobody searches. */
export type SearchedPlace = { readonly within: string | null } | null

export const Searched = createContext<SearchedPlace>(null)

interface Fold {
  readonly isOpen: boolean
  /** The search opened it, and folds it again when it goes on. */
  readonly isForSearch: boolean
  /** The search when it was last looked at, while it was in here. */
  readonly here: SearchedPlace
}

const folded: Fold = { isOpen: false, isForSearch: false, here: null }

/**
 * Whether a part of the conversation is unfolded: by a press, or because a search has come to what is
 * `within`. Who ends the search there has found what they looked for, so it stays.
 */
export function useFold(...within: readonly string[]) {
  const search = useContext(Searched)
  const [fold, setFold] = useState(folded)
  const isHere = search !== null && search.within !== null && within.includes(search.within)
  const here = isHere ? search : null
  if (here !== fold.here) setFold(afterSearch(fold, here, search !== null))
  const setOpen = (isOpen: boolean) => {
    if (isOpen !== fold.isOpen) setFold({ ...fold, isOpen, isForSearch: false })
  }
  return { isOpen: fold.isOpen, setOpen }
}

function afterSearch(fold: Fold, here: SearchedPlace, goesOn: boolean): Fold {
  if (here) return { isOpen: true, isForSearch: fold.isForSearch || !fold.isOpen, here }
  if (goesOn && fold.isForSearch) return folded
  return { isOpen: fold.isOpen, isForSearch: false, here: null }
}
