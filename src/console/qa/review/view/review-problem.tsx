import { LockKeyhole } from 'lucide-react'
import { Link } from 'react-router-dom'
import { ApiError } from '../../../../client/api-error.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { EmptyState } from '../../../../ui/page/empty-state.tsx'
import { paths } from '../../../paths.ts'
import { ErrorPage } from '../../../shell/page/problem-page.tsx'

type ReviewProblemProps = { error: Error; sessionId: string; onRetry: () => void }

/** In place of a case that could not be read. */
export function ReviewProblem({ error, sessionId, onRetry }: ReviewProblemProps) {
  if (!(error instanceof ApiError && error.status === 403)) {
    return <ErrorPage error={error} onRetry={onRetry} />
  }
  return (
    <div className="pt-16">
      <h1 className="sr-only">Review</h1>
      <EmptyState
        title="You do not judge this session"
        icon={<LockKeyhole aria-hidden size={28} strokeWidth={1.5} />}
        action={<Button render={<Link to={paths.qaSession(sessionId)} />}>To the session</Button>}
      >
        <span role="alert">{error.message}</span>
      </EmptyState>
    </div>
  )
}
