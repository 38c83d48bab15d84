import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router-dom'
import { ApiError } from '../client/api-error.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { localConnectionId } from '../contract/gateway/connections.ts'
import { signInFragment } from '../contract/gateway/sign-in-fragment.ts'
import { connectionAddress, connectionBase } from '../contract/pages/connection-address.ts'
import { readsOfEveryPage, readsOfKnownPeople } from '../contract/pages/every-page.ts'
import { startTheme } from '../ui/theme.ts'
import { query } from './api.tsx'
import { routes } from './router.tsx'
import { App } from './shell/app.tsx'
import { fetchAndLearnNow } from './shell/fetch-and-learn-now.ts'
import { isKnownHere } from './shell/known-here.ts'
import { lastConnectionKey } from './shell/navigation/use-connections.ts'
import { readAhead } from './shell/page/read-ahead.ts'
import { createQueryClient } from './shell/query-client.ts'
import { watchReachability } from './shell/reachability.ts'
import { readStored } from './shell/stored.ts'
import './styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element to mount the console in.')

/** What stands before every path, as `/quarterdeck`; the server writes it into the page. */
const basePath =
  document.querySelector<HTMLMetaElement>('meta[name="quarterdeck-base"]')?.content ?? ''

/** What takes longer the page waits for itself, drawn around it. */
const longestReadMs = 200
/** As long as browsers show nothing in place of letters that are on their way. */
const longestLettersMs = 3_000

startTheme()
void start(root)

/** Evaluating the modules and each step of starting are tasks of their own, so that a slow machine answers between them. */
async function start(root: HTMLElement): Promise<void> {
  const gateway = { baseUrl: location.origin + basePath, fetch: fetchAndLearnNow }
  if (location.hash.startsWith(signInFragment)) {
    const { enterByAddress } = await import('./shell/sign-in/enter-by-address.ts')
    if ((await enterByAddress(gateway)) === 'loads anew') return
  }
  await after(0)
  const queryClient = createQueryClient()
  // Beside the page's code, not after it.
  const first = isKnownHere() ? [...readsOfEveryPage, ...readsOfKnownPeople] : readsOfEveryPage
  const reads = first.map((endpoint: Endpoint) =>
    queryClient.prefetchQuery(query(gateway, endpoint)),
  )
  const letters = lettersOfPages()
  await after(0)
  const connectionId = connectionOfAddress()
  const basename = basePath + connectionBase(connectionId)
  const router = createBrowserRouter(routes, { basename })
  const { pathname } = router.state.location
  // Whoever goes elsewhere meanwhile leaves the box of a new thread behind, and finds its text when they come back.
  router.subscribe(({ location }) => {
    if (location.pathname !== pathname) document.getElementById('early-message')?.remove()
  })
  // The page's first frame stands until the page's own code is here, or did not come, and a little longer for what
  // it reads: to draw it once is quicker than to draw what stands for it before.
  await codeOfPage(router)
  const ahead = Promise.all([...reads, readAhead(queryClient, router, gateway, connectionId)])
  await Promise.all([
    Promise.race([ahead, after(longestReadMs)]),
    Promise.race([letters, after(longestLettersMs)]),
  ])
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
          connectionId={connectionId}
          // A page of another server begins anew, so that nothing of this one is taken for it.
          openConnection={(id, path = '/deployments') =>
            location.assign(`${basePath}${connectionBase(id)}${path}`)
          }
        />
      </StrictMode>,
    ),
  )
}

/**
 * The letters of words and of ids, which are on nearly every page: drawn before they are here it would be drawn in
 * wider ones, and its lines would break elsewhere a moment later. Without them it is drawn in those of the system.
 */
async function lettersOfPages(): Promise<void> {
  const families = ['Inter Variable', 'JetBrains Mono Variable']
  await Promise.allSettled(families.map((family) => document.fonts.load(`13px "${family}"`)))
}

/**
 * Which connection the address names. One that names none, as older links do, leads to the one that was used last in
 * this browser, and is written anew.
 */
function connectionOfAddress(): string {
  const { connectionId, path } = connectionAddress(location.pathname.slice(basePath.length))
  if (connectionId !== null) return connectionId
  const lastId = readStored(lastConnectionKey) ?? localConnectionId
  const { search, hash } = location
  const address = `${basePath}${connectionBase(lastId)}${path}${search}${hash}`
  history.replaceState(history.state, '', address)
  return lastId
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function codeOfPage(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}
