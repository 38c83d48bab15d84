import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { memo, useDeferredValue, useEffect, useMemo } from 'react'
import { aboutQaSession } from '../../../contract/pages/qa-pages.ts'
import { attemptEnded } from '../../../contract/qa/attempts.ts'
import type { CaseRow, Session } from '../../../contract/qa/sessions.ts'
import { now } from '../../../ui/format/now.ts'
import { Note } from '../../../ui/page/note.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { failsUnread, useApi } from '../../api.tsx'
import { useUrlFilters } from '../../lists/url-filters.ts'
import { gridQuery, sessionQuery } from '../../objects/qa/qa-queries.ts'
import type { PageHandle } from '../../shell/page/page-handle.ts'
import { useParam } from '../../shell/page/use-param.ts'
import { targetNames } from '../results/target-names.ts'
import { ShownAttempt } from './attempt/shown-attempt.tsx'
import { CaseGrid } from './grid/case-grid.tsx'
import { CapReached } from './head/cap-reached.tsx'
import { HiddenSession } from './head/hidden-session.tsx'
import { SessionHeader } from './head/session-header.tsx'
import { SessionProgress } from './head/session-progress.tsx'
import { TargetCards } from './head/target-cards.tsx'
import { useSessionName } from './session-handle.ts'
import { timeLeftMs } from './time-left.ts'

export const handle = {
  useTitle: useSessionName,
  section: 'qa-sessions',
  layout: 'fill',
  firstReads: aboutQaSession,
} satisfies PageHandle

/** A session: how it stands, its targets with their sums, and every case with what it came to. */
export function Component() {
  const { session, rows } = useSessionWithGrid(useParam('sessionId'))
  // Scrolling comes first: what was read is drawn in between, in small steps.
  const seen = useDeferredValue(useMemo(() => ({ session, rows }), [session, rows]))
  return (
    // The rows of a long list are drawn as the page scrolls; here a part of it does.
    <div className="min-h-0 grow overflow-y-auto" onScrollCapture={tellPage}>
      <div className="mx-auto flex w-full max-w-[1216px] flex-col gap-3 px-4 py-4 min-[900px]:px-7 min-[1100px]:[@media(min-height:640px)]:h-full">
        <SessionHeader session={session} failedCount={rows ? failedIn(rows) : null} />
        <SessionProgress session={session} leftMs={rows ? leftOf(session, rows) : null} />
        {session.status_reason && <CapReached session={session} />}
        {session.unposted && <Unposted {...session.unposted} />}
        {session.is_hidden ? <HiddenSession session={session} /> : <Seen {...seen} />}
      </div>
    </div>
  )
}

/** Nothing is lost: the verdicts are here, and posting them is tried again. */
function Unposted({ verdicts, why }: NonNullable<Session['unposted']>) {
  const count = verdicts === 1 ? '1 verdict' : `${verdicts} verdicts`
  return (
    <Note tone="warn">
      {count} could not be posted as feedback: {why} It is tried again; the verdicts are kept here.
    </Note>
  )
}

type SeenProps = { session: Session; rows: readonly CaseRow[] | undefined }

/** What is seen of a session that is not judged blind. */
const Seen = memo(({ session, rows }: SeenProps) => {
  const url = useUrlFilters()
  const attemptId = url.get('attempt')
  const roles = targetNames(session.targets).map(({ role }) => role)
  return (
    <>
      <TargetCards session={session} />
      {rows ? (
        <CaseGrid session={session} rows={rows} roles={roles} />
      ) : (
        <Skeleton label="Loading the cases" lines={8} />
      )}
      {rows && attemptId && (
        <ShownAttempt
          session={session}
          rows={rows}
          roles={roles}
          attemptId={attemptId}
          onClose={() => url.set('attempt', null)}
        />
      )}
    </>
  )
})

/** The grid is read again with the session that it belongs to: one of many attempts less often, a millisecond for each. */
function useSessionWithGrid(sessionId: string) {
  const api = useApi()
  const { data: session, dataUpdatedAt } = useSuspenseQuery(sessionQuery(api, sessionId))
  const isSeen = !session.is_hidden
  const {
    data,
    refetch,
    dataUpdatedAt: gridAt,
  } = useQuery({
    ...gridQuery(api, sessionId),
    enabled: isSeen,
    ...failsUnread,
  })
  const isDue = session.status !== 'running' || dataUpdatedAt - gridAt >= session.attempts
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the session was read
  useEffect(() => {
    if (isSeen && isDue) void refetch({ cancelRefetch: false })
  }, [dataUpdatedAt, isSeen])
  return { session, rows: isSeen ? data?.rows : undefined }
}

function tellPage() {
  dispatchEvent(new Event('scroll'))
}

function failedIn(rows: readonly CaseRow[]): number {
  return rows
    .flatMap(({ attempts }) => attempts)
    .filter((attempt) => attemptEnded(attempt) && attempt.status !== 'passed').length
}

function leftOf(session: Session, rows: readonly CaseRow[]): number | null {
  const attempts = rows.flatMap((row) => row.attempts)
  return timeLeftMs(attempts, session.caps.at_once, now())
}
