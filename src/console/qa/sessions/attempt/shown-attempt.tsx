import { useQuery } from '@tanstack/react-query'
import { attemptEnded } from '../../../../contract/qa/attempts.ts'
import type { CaseRow, Session } from '../../../../contract/qa/sessions.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Note } from '../../../../ui/page/note.tsx'
import { Skeleton } from '../../../../ui/page/skeleton.tsx'
import { useApi } from '../../../api.tsx'
import { attemptQuery } from '../../../objects/qa/qa-queries.ts'
import { AttemptDrawer } from './attempt-drawer.tsx'
import { AttemptView } from './attempt-view.tsx'
import { SisterAttempts } from './sister-attempts.tsx'

/** How often an attempt that goes on is read again. */
const followMs = 1_500

type ShownAttemptProps = {
  session: Session
  rows: readonly CaseRow[]
  roles: readonly string[]
  attemptId: string
  onClose: () => void
}

/** The attempt that the address names, over the grid. */
export function ShownAttempt({ session, rows, roles, attemptId, onClose }: ShownAttemptProps) {
  const read = useQuery({
    ...attemptQuery(useApi(), session.session_id, attemptId),
    refetchInterval: ({ state }) =>
      state.data && !attemptEnded(state.data) && state.status !== 'error' ? followMs : false,
  })
  const { data: attempt, error } = read
  const row =
    rows.find(({ attempts }) => attempts.some((one) => one.attempt_id === attemptId)) ??
    rows.find(({ case_key }) => case_key === attempt?.case_key)
  const target = attempt && session.targets[attempt.target]
  return (
    <AttemptDrawer title={row?.case_key ?? attempt?.case_key ?? 'Attempt'} onClose={onClose}>
      <div className="flex flex-col gap-5 px-4 py-4 min-[600px]:px-5">
        {row && <SisterAttempts row={row} roles={roles} attemptId={attemptId} />}
        {attempt && target ? (
          <AttemptView
            key={attemptId}
            session={session}
            roles={roles}
            attempt={attempt}
            target={target}
          />
        ) : error ? (
          <Note
            tone="bad"
            title="The attempt could not be read"
            action={<Button onClick={() => void read.refetch()}>Try again</Button>}
          >
            {error.message}
          </Note>
        ) : (
          <Skeleton label="Loading the attempt" lines={8} />
        )}
      </div>
    </AttemptDrawer>
  )
}
