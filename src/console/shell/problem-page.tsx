import { CircleAlert, Compass } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { paths } from '../paths.ts'
import { PageCodeError } from './page-code.ts'

/** In place of a page that is not there: an unknown address, or an object that was deleted. */
export function NotFoundPage({ detail }: { detail?: string | undefined }) {
  return (
    <Problem icon={<Compass {...iconProps} />} title="Not found">
      <p>{detail || 'There is nothing at this address. It may have been deleted or mistyped.'}</p>
      <Actions>
        <Button render={<Link to={paths.deployments()} />}>Deployments</Button>
      </Actions>
    </Problem>
  )
}

/** In place of a page whose reading failed; what is not there is the not-found page. */
export function ErrorPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof ApiError && isNotFound(error)) {
    return <NotFoundPage detail={error.serverText ?? undefined} />
  }
  const isExpected = error instanceof ApiError
  return (
    <Problem icon={<CircleAlert {...iconProps} />} title="This page could not be shown">
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
        <Button render={<Link to={paths.deployments()} />}>Deployments</Button>
      </Actions>
    </Problem>
  )
}

const iconProps = { 'aria-hidden': true, size: 28, strokeWidth: 1.5 } as const

function Problem({
  icon,
  title,
  children,
}: {
  icon: ReactNode
  title: string
  children: ReactNode
}) {
  return (
    <div className="flex flex-col items-center px-6 py-28 text-center">
      <div className="mb-3 text-ink-3">{icon}</div>
      <h1 className="font-semibold text-lg">{title}</h1>
      <div className="mt-1 max-w-[420px] text-ink-2">{children}</div>
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
