import type { SessionSummary } from '../../contract/qa/sessions.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { paths } from '../paths.ts'
import type { OverviewRow } from './overview-list.tsx'

/** Those that try what a connection has. Whoever judges one blind is not told what it tries: it is shown anywhere. */
export function sessionsAt(
  sessions: readonly SessionSummary[],
  connectionId: string,
): SessionSummary[] {
  return sessions.filter(
    ({ targets }) =>
      targets.length === 0 || targets.some((target) => target.connection_id === connectionId),
  )
}

/** What whoever looks has left to judge of a session; 0 while it runs, and where nothing is asked of them any more. */
export function leftToJudge({ status, to_judge, judged }: SessionSummary): number {
  return status === 'running' || status === 'closed' ? 0 : Math.max(0, to_judge - judged)
}

/** A session that waits for somebody's verdicts, and the way to the next of them. */
export function judgeRow(session: SessionSummary): OverviewRow {
  const { session_id, name, suite_name, review_index, ended_at, created_at } = session
  return {
    key: session_id,
    look: 'judges',
    to: paths.qaReview(session_id, review_index ?? 0),
    title: `${leftToJudge(session)} to judge · ${name}`,
    detail: suite_name,
    time: <RelativeTime value={ended_at ?? created_at} />,
  }
}

/** A session that runs: how far it is. */
export function sessionRow(session: SessionSummary): OverviewRow {
  const { session_id, name, ended_attempts, attempts, created_at } = session
  return {
    key: session_id,
    look: 'tries',
    to: paths.qaSession(session_id),
    title: `QA session ${name}`,
    detail: `${ended_attempts.toLocaleString('en')} of ${attempts.toLocaleString('en')} attempts`,
    time: <RelativeTime value={created_at} />,
  }
}
