import { type MouseEvent, type ReactNode, useCallback, useRef } from 'react'

type RunLinkProps = {
  runHref?: ((run_id: string) => string) | undefined
  onNavigate?: ((href: string) => void) | undefined
}

/** Names a run as a link, or as plain text where it leads nowhere. The same function in every render. */
export function useRunLink({ runHref, onNavigate }: RunLinkProps) {
  const latest = useRef({ runHref, onNavigate })
  latest.current = { runHref, onNavigate }
  return useCallback((run_id: string): ReactNode => {
    const words = `run ${run_id.slice(0, 4)}…${run_id.slice(-4)}`
    const href = latest.current.runHref?.(run_id)
    if (!href) return <span title={run_id}>{words}</span>
    const follow = (event: MouseEvent) => {
      const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0
      if (!isPlain || !latest.current.onNavigate) return
      event.preventDefault()
      latest.current.onNavigate(href)
    }
    return (
      <a
        href={href}
        title={run_id}
        onClick={follow}
        className="rounded-sm hover:text-ink hover:underline"
      >
        {words}
      </a>
    )
  }, [])
}
