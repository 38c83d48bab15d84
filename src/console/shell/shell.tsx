import { Menu as MenuIcon, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches, useParams } from 'react-router-dom'
import { IconButton } from '../../ui/controls/button.tsx'
import { Kbd } from '../../ui/controls/kbd.tsx'
import { RefusedActions } from '../../ui/controls/refused-actions.ts'
import { useMedia } from '../../ui/use-media.ts'
import { type Api, ApiProvider } from '../api.tsx'
import { useGateway } from './gateway-context.ts'
import { Breadcrumbs } from './navigation/breadcrumbs.tsx'
import { ConnectionMenu } from './navigation/connection-menu.tsx'
import { rememberDeployment } from './navigation/last-deployment.ts'
import { Side } from './navigation/side.tsx'
import { useConnections } from './navigation/use-connections.ts'
import { useFocusOnConnection } from './navigation/use-focus-on-connection.ts'
import { useFocusOnNavigation } from './navigation/use-focus-on-navigation.ts'
import { PageSkeleton } from './page/page-boundary.tsx'
import { pageMatches, sectionOf } from './page/page-handle.ts'
import { ErrorPage } from './page/problem-page.tsx'
import { UnsavedGuard } from './page/unsaved-guard.tsx'
import { useLatePart } from './page/use-late-part.ts'
import { useRefusal } from './page/use-refusal.ts'
import { isMac, useShortcuts } from './palette/shortcuts.ts'
import { keepTyped, takeTyped } from './palette/typed-ahead.ts'
import { SignInPage } from './sign-in-page.tsx'
import { store } from './stored.ts'
import { UnreachableBanner } from './unreachable-banner.tsx'
import { useSession } from './use-session.ts'

type Layer = 'palette' | 'shortcuts' | 'side'

// Opened now and then: loaded with the first opening.
const loadCommandPalette = async () =>
  (await import('./palette/command-palette.tsx')).CommandPalette
const loadShortcutsSheet = async () =>
  (await import('./palette/shortcuts-sheet.tsx')).ShortcutsSheet
const loadSideSheet = async () => (await import('./navigation/side-sheet.tsx')).SideSheet

/** The console, or the way into it. */
export function Shell() {
  const session = useSession()
  const mustSignIn = session?.required && !session.signed_in
  // For `public/theme.js`: the next page need not wait with its frame.
  const isSignedIn = session?.required && session.signed_in
  useEffect(() => {
    if (isSignedIn !== undefined) store('quarterdeck.signed-in', isSignedIn ? 'yes' : null)
  }, [isSignedIn])
  const [hasAsked, setHasAsked] = useState(false)
  if (mustSignIn && !hasAsked) setHasAsked(true)
  return mustSignIn ? (
    <SignInPage />
  ) : (
    <SignedInShell canSignOut={session?.required ?? false} isArrival={hasAsked} />
  )
}

type SignedInShellProps = {
  canSignOut: boolean
  /** Somebody has just signed in: the page that follows is a new one to them. */
  isArrival: boolean
}

/** What surrounds every page: navigation, top bar, palette, and what is shown when a page cannot be. */
function SignedInShell({ canSignOut, isArrival }: SignedInShellProps) {
  const { gateway, reachability } = useGateway()
  const { connections, isLoaded, error, api, choose, retry } = useConnections()
  const [layer, setLayer] = useState<Layer | null>(null)
  const [Palette, loadPalette] = useLatePart(loadCommandPalette)
  const [ShortcutsSheet, loadShortcuts] = useLatePart(loadShortcutsSheet)
  const [SideSheet, loadSide] = useLatePart(loadSideSheet)
  const matches = pageMatches(useMatches())
  const section = sectionOf(matches)
  const isFill = matches.at(-1)?.handle.layout === 'fill'
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const hasRoom = useMedia('(min-width: 900px)')

  const open = (wanted: Layer, load: () => Promise<void>) => {
    setLayer(wanted)
    load().catch(() => {
      takeTyped()
      setLayer(null)
      reachability.suspect()
    })
  }
  const close = () => setLayer(null)
  const openPalette = () => {
    if (layer === 'palette') return
    keepTyped(close)
    open('palette', loadPalette)
  }
  const openShortcuts = () => open('shortcuts', loadShortcuts)
  useShortcuts({ openPalette, openShortcuts })
  useFocusOnNavigation(main, pathname, isArrival)
  useFocusOnConnection(main, api?.connection.id)
  useRememberedDeployment(api)

  const refusal = useRefusal('operator')
  const side = (
    <Side
      api={api}
      section={section}
      onShowShortcuts={openShortcuts}
      onNavigate={close}
      connectionMenu={
        <ConnectionMenu
          connections={connections}
          current={api?.connection}
          hasFailed={Boolean(error)}
          canSignOut={canSignOut}
          onChoose={(id) => {
            close()
            choose(id)
          }}
        />
      }
    />
  )

  return (
    <div className="min-h-dvh not-print:min-[900px]:grid not-print:min-[900px]:grid-cols-[224px_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-70 -translate-y-20 rounded-control bg-accent px-3 py-1.5 font-medium text-accent-ink focus:translate-y-0"
      >
        Skip to the page
      </a>
      <div className="sticky top-0 hidden h-dvh overflow-y-auto border-r bg-bg min-[900px]:block print:hidden">
        {hasRoom && side}
      </div>
      {SideSheet && (
        <SideSheet isOpen={layer === 'side'} onClose={close}>
          {side}
        </SideSheet>
      )}
      <div className={`flex min-w-0 flex-col bg-surface ${isFill ? 'h-dvh' : 'min-h-dvh'}`}>
        <header className="sticky top-0 z-20 flex-none bg-surface print:hidden">
          <div className="flex h-[46px] items-center gap-2 border-b px-4 min-[900px]:px-5">
            <span className="-ml-1.5 min-[900px]:hidden">
              <IconButton label="Open navigation" onClick={() => open('side', loadSide)}>
                <MenuIcon aria-hidden size={16} strokeWidth={1.8} />
              </IconButton>
            </span>
            {api ? (
              <ApiProvider api={api}>
                <Breadcrumbs />
              </ApiProvider>
            ) : (
              <span className="grow" />
            )}
            <GoTo onClick={openPalette} />
          </div>
          <UnreachableBanner reachability={reachability} gateway={gateway} />
        </header>
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="flex min-h-0 min-w-0 grow flex-col focus-visible:outline-none"
        >
          {api ? (
            <ApiProvider key={api.connection.id} api={api}>
              <RefusedActions value={refusal}>
                <Outlet />
              </RefusedActions>
            </ApiProvider>
          ) : error || isLoaded ? (
            <ErrorPage
              error={error ?? new Error('This console has no connection to work with.')}
              onRetry={retry}
            />
          ) : (
            <PageSkeleton />
          )}
        </main>
      </div>
      {Palette && (
        <Palette
          api={api}
          isOpen={layer === 'palette'}
          onClose={close}
          onShowShortcuts={openShortcuts}
        />
      )}
      {ShortcutsSheet && <ShortcutsSheet isOpen={layer === 'shortcuts'} onClose={close} />}
      <UnsavedGuard />
      <ScrollRestoration />
    </div>
  )
}

function GoTo({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
      className="flex h-7 flex-none cursor-pointer items-center gap-2 rounded-control border bg-bg px-2 text-ink-3 transition-colors hover:border-line-strong min-[900px]:w-[230px]"
    >
      <Search aria-hidden size={14} strokeWidth={1.8} />
      <span className="grow text-left max-[599px]:sr-only">Go to…</span>
      <span aria-hidden className="max-[899px]:hidden">
        <Kbd>{isMac ? '⌘K' : 'Ctrl K'}</Kbd>
      </span>
    </button>
  )
}

/** Threads and Runs of the side lead to the deployment that was looked at last. */
function useRememberedDeployment(api: Api | null) {
  const { deploymentId } = useParams()
  const connectionId = api?.connection.id
  useEffect(() => {
    if (connectionId && deploymentId) rememberDeployment(connectionId, deploymentId)
  }, [connectionId, deploymentId])
}
