import { useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

export interface UrlFilters {
  get: (name: string) => string | null
  set: (name: string, value: string | null) => void
  /** Several at once. */
  setAll: (values: Readonly<Record<string, string | null>>) => void
}

/**
 * What a list is filtered by, kept in the address. Setting null takes it out; a change replaces the entry
 * in the browser's history, so that Back leaves the list.
 */
export function useUrlFilters(): UrlFilters {
  const [params, setParams] = useSearchParams()
  // The page follows its address a moment later: what is set meanwhile adds to what was set before.
  const last = useRef({ drawn: params, set: params })
  const setAll: UrlFilters['setAll'] = (values) => {
    const { drawn, set } = last.current
    const after = new URLSearchParams(drawn === params ? set : params)
    for (const [name, value] of Object.entries(values)) {
      if (value === null) after.delete(name)
      else after.set(name, value)
    }
    last.current = { drawn: params, set: after }
    setParams(after, { replace: true, preventScrollReset: true })
  }
  return {
    get: (name) => params.get(name),
    set: (name, value) => setAll({ [name]: value }),
    setAll,
  }
}

/**
 * How many entries a list shows, from its address: whole pages, at least one, at most `most`.
 * @param text what the address says; nonsense means one page
 */
export function shownCount(text: string | null, pageSize: number, most: number): number {
  const wanted = Number(text)
  const pages = Number.isFinite(wanted) ? Math.ceil(wanted / pageSize) : 1
  return Math.min(most, Math.max(1, pages) * pageSize)
}
