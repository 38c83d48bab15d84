import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, createContext, useContext, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Api } from '../../api.tsx'
import type { SideNotes } from '../navigation/side-layout.tsx'

/** Whether the server tells what changes, so that what is shown is up to date. */
export const ToldChanges = createContext(false)

/** What comes after a page's own code. */
interface Later {
  Gone: ComponentType<{ api: Api }>
  notesOf: (api: Api) => SideNotes
}

export const useIsTold = () => useContext(ToldChanges)

/**
 * Keeps what is shown fresh, see `keepFresh`; its code comes after the page's.
 * @returns whether the server tells what changes, and once that code is there what says that the page's own thing is
 *   gone, and what stands beside the side's entries
 */
export function useChanges(api: Api | null) {
  const queryClient = useQueryClient()
  const [isTold, setIsTold] = useState(false)
  const [later, setLater] = useState<Later | null>(null)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const place = useRef({ pathname, navigate })
  useEffect(() => {
    place.current = { pathname, navigate }
  }, [pathname, navigate])
  useEffect(() => {
    if (!api) return
    let isOver = false
    let stop = () => {}
    import('./later.ts').then(
      ({ keepFresh, GoneBanner, workNotes }) => {
        const page = {
          path: () => place.current.pathname,
          go: (path: string) => void place.current.navigate(path),
        }
        if (isOver) return
        stop = keepFresh(queryClient, api, page, setIsTold)
        setLater({ Gone: GoneBanner, notesOf: workNotes })
      },
      // The server is away; what shows that leads to a page that is loaded anew.
      () => undefined,
    )
    return () => {
      isOver = true
      stop()
    }
  }, [api, queryClient])
  return { isTold, Gone: later?.Gone, notes: api && later ? later.notesOf(api) : {} }
}
