import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense, useEffect } from 'react'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { isOutage, type Reachability } from '../reachability.ts'
import { ErrorPage } from './problem-page.tsx'

type PageBoundaryProps = {
  reachability: Reachability
  /** It is around a part of a page that has its heading already. */
  isNested?: boolean
  children: ReactNode
}

/**
 * Around each page: a skeleton while it reads, an error page when that failed. Give it a `key` that changes
 * with the address, so that a new page starts without the old one's failure.
 */
export function PageBoundary({ reachability, isNested = false, children }: PageBoundaryProps) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <Catch
          onReset={reset}
          renderError={(error, retry) => (
            <>
              <ErrorPage error={error} isNested={isNested} onRetry={retry} />
              <RetryWhenReachable error={error} reachability={reachability} onRetry={retry} />
            </>
          )}
        >
          <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
        </Catch>
      )}
    </QueryErrorResetBoundary>
  )
}

/** Where a page will be: a heading and some lines, after 200 ms. */
export function PageSkeleton() {
  return (
    <div className="mx-auto w-full max-w-[1176px] px-4 py-6 min-[900px]:px-7">
      <Skeleton label="Loading the page" lines={6} />
    </div>
  )
}

/** A page that failed because the server was away comes back with the server. */
function RetryWhenReachable(props: {
  error: unknown
  reachability: Reachability
  onRetry: () => void
}) {
  const { error, reachability, onRetry } = props
  useEffect(() => {
    if (!isOutage(error)) return
    return reachability.subscribe(() => {
      if (reachability.getSnapshot()) onRetry()
    })
  }, [error, reachability, onRetry])
  return null
}

type CatchProps = {
  onReset: () => void
  renderError: (error: unknown, retry: () => void) => ReactNode
  children: ReactNode
}

/** React offers error boundaries as classes only. */
class Catch extends Component<CatchProps, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  readonly retry = () => {
    const main = document.getElementById('main')
    // What has focus on the error page goes away with it.
    if (main?.contains(document.activeElement)) main.focus({ preventScroll: true })
    this.props.onReset()
    this.setState({ failure: null })
  }

  override render() {
    const { failure } = this.state
    return failure ? this.props.renderError(failure.error, this.retry) : this.props.children
  }
}
