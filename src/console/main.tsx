import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router-dom'
import { ApiError } from '../client/api-error.ts'
import { listConnections } from '../contract/connections.ts'
import { getSession } from '../contract/session.ts'
import { startTheme } from '../ui/theme.ts'
import { query } from './api.tsx'
import { routes } from './router.tsx'
import { App } from './shell/app.tsx'
import { createQueryClient } from './shell/query-client.ts'
import { watchReachability } from './shell/reachability.ts'
import { readAhead } from './shell/read-ahead.ts'
import './styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element to mount the console in.')

/** What stands before every path, as `/quarterdeck`; the server writes it into the page. */
const basePath =
  document.querySelector<HTMLMetaElement>('meta[name="quarterdeck-base"]')?.content ?? ''

startTheme()
// Evaluating the modules and starting are a task each, so that a slow machine answers between them.
setTimeout(() => start(root))

function start(root: HTMLElement): void {
  const queryClient = createQueryClient()
  const gateway = { baseUrl: location.origin + basePath }
  const router = createBrowserRouter(routes, { basename: basePath || '/' })
  // Beside the page's code, not after it.
  for (const endpoint of [getSession, listConnections]) {
    void queryClient.prefetchQuery(query(gateway, endpoint))
  }
  // The page's first frame stands until the page's own code is here, or did not come.
  whenReady(router, () => {
    void readAhead(queryClient, router, gateway)
    const rendered = createRoot(root, {
      // What a server refused is shown by the page that asked; anything else is a defect to look into.
      onCaughtError: (error) => {
        if (!(error instanceof ApiError)) console.error(error)
      },
    })
    // As a transition React draws in small steps.
    startTransition(() =>
      rendered.render(
        <StrictMode>
          <App
            router={router}
            queryClient={queryClient}
            reachability={watchReachability(queryClient)}
            gateway={gateway}
          />
        </StrictMode>,
      ),
    )
  })
}

function whenReady(router: ReturnType<typeof createBrowserRouter>, then: () => void): void {
  if (router.state.initialized) {
    then()
    return
  }
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    then()
  })
}
