import { CircleAlert, Compass, LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation, useMatches } from 'react-router-dom'
import { ApiError } from '../../../client/api-error.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { sections } from '../navigation/sections.ts'
import { useIsReviewer } from '../reviewer/use-is-reviewer.ts'
import { PageCodeError } from './page-code.ts'
import { pageMatches, sectionOf } from './page-handle.ts'

const OtherConnections = lazyPart(() =>
  import('./other-connections.tsx').then((code) => code.OtherConnections),
)

/** Whether it stands below the heading of a page. */
type Nested = { isNested?: boolean | undefined }

/** In place of a page that is not there: an unknown address, or an object that was deleted. */
export function NotFoundPage({ detail, isNested }: { detail?: string | undefined } & Nested) {
  return (
    <Problem isNested={isNested} icon={<Compass {...iconProps} />} title="Not found">
      <p>{detail || 'There is nothing at this address. It may have been deleted or mistyped.'}</p>
      <Actions>
        <ToSection />
      </Actions>
      <OtherConnections />
    </Problem>
  )
}

/** In place of a page whose reading failed; what is not there is the not-found page. */
export function ErrorPage({
  error,
  isNested,
  onRetry,
}: { error: unknown; onRetry: () => void } & Nested) {
  if (error instanceof ApiError && isNotFound(error)) {
    return <NotFoundPage isNested={isNested} detail={error.serverText ?? undefined} />
  }
  if (error instanceof ApiError && error.status === 403) {
    return (
      <Problem isNested={isNested} icon={<LockKeyhole {...iconProps} />} title="Not for your role">
        <p role="alert">{error.message}</p>
        <Actions>
          <ToSection />
        </Actions>
      </Problem>
    )
  }
  const isExpected = error instanceof ApiError
  return (
    <Problem
      isNested={isNested}
      icon={<CircleAlert {...iconProps} />}
      title="This page could not be shown"
    >
      <p role="alert">{sentenceFor(error)}</p>
      {isExpected && error.serverText && error.serverText !== error.message && (
        <p className="mt-2 break-words text-ink-3">{error.serverText}</p>
      )}
      {!isExpected && !(error instanceof PageCodeError) && error instanceof Error && (
        <p className="mono mt-2 break-words text-ink-3">{error.message}</p>
      )}
      <Actions>
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
        <ToSection />
      </Actions>
    </Problem>
  )
}

/** In place of a page that is of no session to judge, for who has the role reviewer. */
export function NotForReviewersPage() {
  return (
    <Problem icon={<LockKeyhole {...iconProps} />} title="Not for your role">
      <p role="alert">
        You are signed in as a reviewer: you see the sessions that name you as one who judges them,
        and nothing else.
      </p>
      <Actions>
        <ToSection />
      </Actions>
    </Problem>
  )
}

/** Leads to where the section of the address begins; from there, to the deployments. Reviewers have their sessions only. */
function ToSection() {
  const { pathname } = useLocation()
  const isReviewer = useIsReviewer()
  const own = sections[sectionOf(pageMatches(useMatches())) ?? 'deployments']
  const way = own.to === pathname ? sections.deployments : own
  const { label, to } = isReviewer ? sections['qa-sessions'] : way
  return <Button render={<Link to={to} />}>{label}</Button>
}

const iconProps = { 'aria-hidden': true, size: 28, strokeWidth: 1.5 } as const

type ProblemProps = { icon: ReactNode; title: string; children: ReactNode } & Nested

function Problem({ icon, title, isNested = false, children }: ProblemProps) {
  const Heading = isNested ? 'h2' : 'h1'
  return (
    <div className="flex flex-col items-center px-6 py-28 text-center">
      <div className="mb-3 text-ink-3">{icon}</div>
      <Heading className="font-semibold text-lg">{title}</Heading>
      <div className="mt-1 w-full max-w-[420px] text-ink-2">{children}</div>
    </div>
  )
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="mt-4 flex flex-wrap justify-center gap-2">{children}</div>
}

function sentenceFor(error: unknown): string {
  if (error instanceof ApiError) return error.message
  return error instanceof PageCodeError
    ? 'Its code did not arrive: the server is away, or has been updated since this tab was opened.'
    : 'The console made a mistake while drawing it.'
}

/** An address that cannot be the address of anything names nothing either. */
function isNotFound(error: ApiError): boolean {
  return error.status === 404 || (error.status === 422 && error.fieldErrors[0]?.loc[0] === 'path')
}
