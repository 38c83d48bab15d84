import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches, useParams } from 'react-router-dom'
import { RefusedActions } from '../../ui/controls/refused-actions.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { DangerPlace } from '../../ui/overlay/danger-place.ts'
import { useMedia } from '../../ui/use-media.ts'
import { type Api, ApiProvider } from '../api.tsx'
import { ToldChanges, useChanges } from './changes/use-changes.ts'
import { useGateway } from './gateway-context.ts'
import { ConnectionMark } from './navigation/connection-mark.tsx'
import { ConnectionMenu } from './navigation/connection-menu.tsx'
import { rememberDeployment } from './navigation/last-deployment.ts'
import { Side } from './navigation/side.tsx'
import { useConnections } from './navigation/use-connections.ts'
import { useFocusOnNavigation } from './navigation/use-focus-on-navigation.ts'
import { OpenMark } from './open-mark.tsx'
import { Breadcrumbs } from './page/breadcrumbs.tsx'
import { NoConnectionPage } from './page/no-connection-page.tsx'
import { pageMatches, sectionOf } from './page/page-handle.ts'
import { PageSkeleton } from './page/page-skeleton.tsx'
import { ErrorPage } from './page/problem-page.tsx'
import { UnsavedGuard } from './page/unsaved-guard.tsx'
import { useLatePart } from './page/use-late-part.ts'
import { useRefusal } from './page/use-refusal.ts'
import { isMac, useShortcuts } from './palette/shortcuts.ts'
import { keepTyped, takeTyped } from './palette/typed-ahead.ts'
import { ReviewerMenu } from './reviewer/reviewer-menu.tsx'
import { useIsRefused } from './reviewer/use-is-refused.ts'
import { useIsReviewer } from './reviewer/use-is-reviewer.ts'
import { ShellLayout } from './shell-layout.tsx'
import { leaveTabTo } from './sign-in/leave-tab-to.ts'
import { store } from './stored.ts'
import { UnreachableBanner } from './unreachable-banner.tsx'
import { useSession } from './use-session.ts'

type Layer = 'palette' | 'shortcuts' | 'side'

const paletteKey = isMac
  ? { printed: '⌘K', name: 'Meta+K' }
  : { printed: 'Ctrl K', name: 'Control+K' }

// Whoever is signed in, or need not be, sees none of it.
const SignInPage = lazyPart(() =>
  import('./sign-in/sign-in-page.tsx').then((code) => code.SignInPage),
)

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
  // It would show reviewers what they may not open.
  const isSignedIn = session?.required && session.signed_in && session.role !== 'reviewer'
  useEffect(() => {
    if (isSignedIn !== undefined) store('quarterdeck.signed-in', isSignedIn ? 'yes' : null)
  }, [isSignedIn])
  // Whoever started the server has no id.
  const user = session?.required && session.signed_in ? (session.user?.id ?? 'owner') : null
  const [handovers, setHandovers] = useState(0)
  useLayoutEffect(() => {
    if (user !== null && leaveTabTo(user)) setHandovers((before) => before + 1)
  }, [user])
  const [hasAsked, setHasAsked] = useState(false)
  if (mustSignIn && !hasAsked) setHasAsked(true)
  return mustSignIn ? (
    <SignInPage session={session} />
  ) : (
    // What a page has read of somebody else's words goes with them.
    <SignedInShell key={handovers} isGuarded={session?.required} isArrival={hasAsked} />
  )
}

type SignedInShellProps = {
  /** Whether people have to sign in; undefined while that is not known. */
  isGuarded: boolean | undefined
  /** Somebody has just signed in: the page that follows is a new one to them. */
  isArrival: boolean
}

/** What surrounds every page: navigation, top bar, palette, and what is shown when a page cannot be. */
function SignedInShell({ isGuarded, isArrival }: SignedInShellProps) {
  const { gateway, reachability } = useGateway()
  const isReviewer = useIsReviewer()
  const read = useConnections(isReviewer)
  const { connections, error, api } = read
  const [layer, setLayer] = useState<Layer | null>(null)
  const [Palette, loadPalette] = useLatePart(loadCommandPalette)
  const [ShortcutsSheet, loadShortcuts] = useLatePart(loadShortcutsSheet)
  const [SideSheet, loadSide] = useLatePart(loadSideSheet)
  const matches = pageMatches(useMatches())
  const section = sectionOf(matches)
  const isRefused = useIsRefused()
  const layout = isRefused ? 'page' : (matches.at(-1)?.handle.layout ?? 'page')
  const isCovered = layout === 'whole'
  const main = useRef<HTMLElement>(null)
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
  useShortcuts({ openPalette, openShortcuts, isReviewer })
  useFocusOnNavigation(main, useLocation().pathname, isArrival)
  useRememberedDeployment(api)
  const { isTold, Gone, notes } = useChanges(api)
  const side = (
    <Side
      api={api}
      section={section}
      isForReviewer={isReviewer}
      isCovered={isCovered}
      notes={notes}
      onShowShortcuts={openShortcuts}
      onNavigate={close}
      connectionMenu={
        isReviewer ? (
          <ReviewerMenu />
        ) : (
          <ConnectionMenu
            connections={connections}
            current={api?.connection}
            hasFailed={Boolean(error)}
            canSignOut={isGuarded === true}
          />
        )
      }
    />
  )

  return (
    <ShellLayout
      side={hasRoom && side}
      mark={
        api &&
        !isReviewer && (
          <ConnectionMark connection={api.connection} isOneOfSeveral={connections.length > 1} />
        )
      }
      crumbs={
        api && !isRefused ? (
          <ApiProvider api={api}>
            <Breadcrumbs />
          </ApiProvider>
        ) : null
      }
      note={isGuarded === false && <OpenMark />}
      banner={
        <>
          <UnreachableBanner reachability={reachability} gateway={gateway} />
          {api && Gone && <Gone api={api} />}
        </>
      }
      isFill={layout !== 'page'}
      onOpenSide={() => open('side', loadSide)}
      onOpenPalette={openPalette}
      paletteKey={paletteKey}
      windows={
        <>
          {SideSheet && (
            <SideSheet isOpen={layer === 'side'} onClose={close}>
              {side}
            </SideSheet>
          )}
          {Palette && (
            <Palette
              // What covers the console has nothing read for the console either.
              api={isReviewer || isCovered ? null : api}
              isOpen={layer === 'palette'}
              onClose={close}
              onShowShortcuts={openShortcuts}
            />
          )}
          {ShortcutsSheet && <ShortcutsSheet isOpen={layer === 'shortcuts'} onClose={close} />}
          <UnsavedGuard />
          <ScrollRestoration />
        </>
      }
    >
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className="flex min-h-0 min-w-0 grow flex-col focus-visible:outline-none"
      >
        <Page isTold={isTold} {...read} />
      </main>
    </ShellLayout>
  )
}

type PageProps = ReturnType<typeof useConnections> & { isTold: boolean }

/** The page with what it is made with, or why there is none. */
function Page({ api, connections, isUnknown, error, retry, isTold }: PageProps) {
  const refusal = useRefusal('operator')
  if (isUnknown && !api) return <NoConnectionPage connections={connections} />
  if (error && !api) return <ErrorPage error={error} onRetry={retry} />
  if (!api) return <PageSkeleton />
  return (
    <ApiProvider key={api.connection.id} api={api}>
      <RefusedActions value={refusal}>
        <DangerPlace value={api.connection.is_production ? api.connection.name : null}>
          <ToldChanges value={isTold}>
            <Outlet />
          </ToldChanges>
        </DangerPlace>
      </RefusedActions>
    </ApiProvider>
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
