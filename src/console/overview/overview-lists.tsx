import { activeLooks, outcomeLooks } from '../../chat/conversation/runs/outcome-looks.ts'
import type { listDeployments } from '../../contract/control-plane/deployments.ts'
import type { listRollouts } from '../../contract/control-plane/rollouts.ts'
import type { EndpointOutput } from '../../contract/endpoint.ts'
import type { SessionSummary } from '../../contract/qa/sessions.ts'
import type { searchAllRuns } from '../../contract/search/run-search.ts'
import type { findAllThreads } from '../../contract/search/thread-search.ts'
import { Duration } from '../../ui/format/duration.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { previewsFilter } from '../lists/previews-filter.ts'
import { plainLine } from '../objects/plain-line.ts'
import { threadTitle } from '../objects/thread-title.ts'
import { paths } from '../paths.ts'
import { failureTitle } from './failure-title.ts'
import { OverviewList } from './overview-list.tsx'
import { mostShown, type TimeSpan } from './overview-queries.ts'
import { judgeRow, leftToJudge, sessionRow } from './qa-rows.tsx'
import { failedRow, movingRow, rolloutCount, servingRow } from './rollout-rows.tsx'
import { sharedRows } from './shared-rows.ts'
import { countUnwell, unwellDeployments, unwellRow } from './unwell-rows.tsx'

/** Of rollouts that ended. */
const mostRolloutRows = 2

type OverviewListsProps = {
  /** Undefined: the server does not tell. */
  unwell: EndpointOutput<typeof listDeployments> | undefined
  failed: EndpointOutput<typeof searchAllRuns>
  active: EndpointOutput<typeof searchAllRuns>
  waiting: EndpointOutput<typeof findAllThreads>
  /** Undefined: the server does not tell of its rollouts. */
  told: EndpointOutput<typeof listRollouts> | undefined
  /** QA sessions of this connection, the newest. */
  sessions: readonly SessionSummary[]
  span: TimeSpan
  withPreviews: boolean
  nameOf: (deploymentId: string) => string
}

/** What fails, what waits for a person, what runs and is rolled out: the newest of each, and the way to the others. */
export function OverviewLists(props: OverviewListsProps) {
  const { unwell, failed, active, waiting, told, sessions, span, withPreviews, nameOf } = props
  const failedRollouts = told?.failed.slice(0, mostRolloutRows) ?? []
  const unwellHere = unwellDeployments(unwell?.resources ?? [], failedRollouts)
  const unwellCount = unwell ? countUnwell(unwell) : 0
  const judging = sessions.filter((session) => leftToJudge(session) > 0)
  const trying = sessions.filter(({ status }) => status === 'running')
  const hasFailures = unwellCount > 0 || failedRollouts.length > 0 || failed.total > 0
  // A list of all of them is one with previews, too.
  const more = withPreviews ? `&${previewsFilter.name}=with` : ''
  return (
    <div className="grid items-start gap-5 min-[900px]:grid-cols-2">
      <OverviewList
        title="Fails"
        count={failsCount(unwellCount, told, countOf(failed))}
        stands={hasFailures && 'fails'}
        all={[
          ...(unwellCount > 0
            ? [{ label: 'Not healthy', to: `${paths.deployments()}?health=unwell` }]
            : []),
          { label: 'Failed runs', to: `${paths.runs()}?status=failed&since=${span}${more}` },
        ]}
        none="No run failed."
        rows={sharedRows(
          [
            unwellHere.map(unwellRow),
            failedRollouts.map(failedRow),
            failed.runs.map((run) => ({
              key: run.run_id,
              look: 'fails' as const,
              to: paths.run(run.deployment_id, run.thread_id, run.run_id),
              title: failureTitle(run),
              detail: `${nameOf(run.deployment_id)} · ${plainLine(run.question ?? '') || threadTitle(run.thread)}`,
              time: <RelativeTime value={run.ended_at ?? run.created_at} />,
            })),
          ],
          mostShown,
        )}
      />
      <OverviewList
        title={outcomeLooks.paused.words}
        count={waitCount(countOf(waiting), judging.length)}
        stands={(waiting.total > 0 || judging.length > 0) && 'waits'}
        all={[
          ...(judging.length > 0 ? [{ label: 'QA sessions', to: paths.qaSessions() }] : []),
          { label: 'All that need you', to: `${paths.threads()}?status=needs_you${more}` },
        ]}
        none="Nothing needs you."
        rows={sharedRows(
          [
            waiting.threads.map((thread) => ({
              key: thread.thread_id,
              look: 'waits' as const,
              to: paths.thread(thread.deployment_id, thread.thread_id),
              title: threadTitle(thread),
              detail: nameOf(thread.deployment_id),
              time: <RelativeTime value={thread.updated_at} />,
            })),
            judging.map(judgeRow),
          ],
          mostShown,
        )}
      />
      <OverviewList
        title="Runs now"
        count={countOf(active)}
        stands={active.total > 0 && 'runs'}
        all={[{ label: 'Active runs', to: `${paths.runs()}?status=active${more}` }]}
        none="Nothing runs."
        rows={sharedRows(
          [
            active.runs.map((run) => ({
              key: run.run_id,
              look: 'runs' as const,
              to: paths.run(run.deployment_id, run.thread_id, run.run_id),
              title: plainLine(run.question ?? '') || threadTitle(run.thread),
              detail: nameOf(run.deployment_id),
              time: run.started_at ? (
                <Duration start={run.started_at} />
              ) : (
                activeLooks.pending.words
              ),
            })),
            trying.map(sessionRow),
          ],
          mostShown,
        )}
      />
      <OverviewList
        title="Rollouts"
        count={told ? `${rolloutCount(told.under_way, told.under_way_total)} under way` : ''}
        stands={(told?.under_way.length ?? 0) > 0 && 'rolls'}
        all={[{ label: 'Deployments', to: paths.deployments() }]}
        none={told ? 'Nothing is being rolled out.' : 'This server does not tell.'}
        rows={sharedRows(
          [
            told?.under_way.map(movingRow) ?? [],
            told?.taken_over.slice(0, mostRolloutRows).map(servingRow) ?? [],
          ],
          mostShown,
        )}
      />
    </div>
  )
}

function countOf({ total, is_total_capped }: { total: number; is_total_capped: boolean }): string {
  return `${is_total_capped ? 'more than ' : ''}${total.toLocaleString('en')}`
}

/** “2 threads, 1 session”; of threads alone their number. */
function waitCount(threads: string, sessions: number): string {
  if (sessions === 0) return threads
  const judged = counted(String(sessions), 'session')
  return threads === '0' ? judged : `${counted(threads, 'thread')}, ${judged}`
}

/** “1 deployment, 2 rollouts, 5 runs”; of runs alone their number. */
function failsCount(unwell: number, told: OverviewListsProps['told'], runs: string) {
  const rollouts = told ? rolloutCount(told.failed, told.failed_total) : '0'
  if (unwell === 0 && rollouts === '0') return runs
  return [
    unwell > 0 && counted(unwell.toLocaleString('en'), 'deployment'),
    rollouts !== '0' && counted(rollouts, 'rollout'),
    counted(runs, 'run'),
  ]
    .filter(Boolean)
    .join(', ')
}

/** “1 run”, “4,446 runs”. */
export const counted = (count: string, noun: string) =>
  `${count} ${noun}${count === '1' ? '' : 's'}`
