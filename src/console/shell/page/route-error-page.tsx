import { useEffect } from 'react'
import { useRouteError } from 'react-router-dom'
import { useGateway } from '../gateway-context.ts'
import { PageCodeError } from './page-code.ts'
import { ErrorPage } from './problem-page.tsx'

const reloadKey = 'quarterdeck.reloaded-at'
const reloadAgainMs = 30_000

/** What the router itself could not show, such as a page whose code did not arrive: reloading cures it. */
export function RouteErrorPage() {
  const error = useRouteError()
  const { reachability } = useGateway()
  useEffect(() => {
    if (!(error instanceof PageCodeError)) return
    const unsubscribe = reachability.subscribe(() => {
      if (reachability.getSnapshot()) reloadOnce()
    })
    reachability.suspect()
    return unsubscribe
  }, [error, reachability])
  return <ErrorPage error={error} onRetry={() => location.reload()} />
}

/** Not again and again: code that is missing on the server stays missing. */
function reloadOnce(): void {
  try {
    const last = Number(sessionStorage.getItem(reloadKey) ?? 0)
    if (Date.now() - last < reloadAgainMs) return
    sessionStorage.setItem(reloadKey, String(Date.now()))
  } catch {
    // Without storage there is no telling whether this was tried before.
    return
  }
  location.reload()
}
