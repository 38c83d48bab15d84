import { Outlet, useLocation, useMatches } from 'react-router-dom'
import { useGateway } from '../gateway-context.ts'
import { useIsRefused } from '../reviewer/use-is-refused.ts'
import { PageBoundary } from './page-boundary.tsx'
import { pageKey, pageMatches } from './page-handle.ts'
import { NotForReviewersPage } from './problem-page.tsx'

/** The room for a page, and what stands in it while the page reads or when that failed. */
export function PageFrame() {
  const { reachability } = useGateway()
  const matches = pageMatches(useMatches())
  const { pathname } = useLocation()
  // Before anything of it is read.
  if (useIsRefused()) return <NotForReviewersPage />
  return (
    <PageBoundary key={pageKey(matches, pathname)} reachability={reachability}>
      {matches.at(-1)?.handle.layout === 'fill' ? (
        <Outlet />
      ) : (
        <div className="mx-auto w-full max-w-[1176px] px-4 py-6 min-[900px]:px-7">
          <Outlet />
        </div>
      )}
    </PageBoundary>
  )
}
