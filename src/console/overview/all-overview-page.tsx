import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router-dom'
import { searchesAll } from '../../contract/gateway/connections.ts'
import { Duration } from '../../ui/format/duration.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { Card, CardHeader } from '../../ui/page/card.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { failsUnread, useApi } from '../api.tsx'
import { UrlChoice } from '../lists/url-choice.tsx'
import { useUrlFilters } from '../lists/url-filters.ts'
import { plainLine } from '../objects/plain-line.ts'
import { threadTitle } from '../objects/thread-title.ts'
import { useDeploymentNames } from '../objects/use-deployment-names.ts'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { HealthTable } from './health-table.tsx'
import { OverviewList } from './overview-list.tsx'
import {
  activeQuery,
  failedQuery,
  type Span,
  spans,
  summaryQuery,
  waitingQuery,
} from './overview-queries.ts'

const spanWords: Record<Span, string> = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
}
const usualSpan: Span = '24h'
const spanOptions = [usualSpan, ...spans.filter((span) => span !== usualSpan)].map((value) => ({
  value,
  label: spanWords[value],
}))
const spanOf = (text: string | null) => spans.find((span) => span === text) ?? usualSpan

export const handle = {
  useTitle: () => 'Overview',
  to: paths.overview,
  section: 'overview',
  readAhead: async (client, api, _params, address) => {
    if (!searchesAll(api.connection)) return
    const span = spanOf(address.get('span'))
    await Promise.all([
      client.prefetchQuery(summaryQuery(api, span)),
      client.prefetchQuery(failedQuery(api, span)),
      client.prefetchQuery(activeQuery(api)),
      client.prefetchQuery(waitingQuery(api)),
    ])
  },
} satisfies PageHandle

/** What fails, what waits for a person, what runs, and how the runs of each deployment went. */
export function Component() {
  const { connection } = useApi()
  return searchesAll(connection) ? <Overview /> : <Navigate replace to={paths.deployments()} />
}

function Overview() {
  const api = useApi()
  const url = useUrlFilters()
  const span = spanOf(url.get('span'))
  const kept = { placeholderData: keepPreviousData, ...failsUnread }
  const { data: summary } = useQuery({ ...summaryQuery(api, span), ...kept })
  const { data: failed } = useQuery({ ...failedQuery(api, span), ...kept })
  const { data: active } = useQuery({ ...activeQuery(api), ...kept })
  const { data: waiting } = useQuery({ ...waitingQuery(api), ...kept })
  const names = useDeploymentNames([
    ...(summary?.deployments ?? []),
    ...(failed?.runs ?? []),
    ...(active?.runs ?? []),
    ...(waiting?.threads ?? []),
  ])
  const nameOf = (id: string) => names.get(id) ?? '…'
  const header = (
    <PageHeader title="Overview">
      <UrlChoice url={url} name="span" label="Time" options={spanOptions} />
    </PageHeader>
  )
  if (!summary || !failed || !active || !waiting) {
    return (
      <>
        {header}
        <Skeleton label="Loading the overview" lines={12} />
      </>
    )
  }
  return (
    <>
      {header}
      <div className="grid gap-5">
        <div className="grid items-start gap-5 min-[900px]:grid-cols-2 min-[1200px]:grid-cols-3">
          <OverviewList
            title="Fails"
            count={countOf(failed)}
            all={{ label: 'Failed runs', to: `${paths.runs()}?status=failed&since=${span}` }}
            none="No run failed."
            rows={failed.runs.map((run) => ({
              key: run.run_id,
              to: paths.run(run.deployment_id, run.thread_id, run.run_id),
              title: run.error ?? 'Timed out',
              detail: `${nameOf(run.deployment_id)} · ${plainLine(run.question ?? '') || threadTitle(run.thread)}`,
              time: <RelativeTime value={run.ended_at ?? run.created_at} />,
            }))}
          />
          <OverviewList
            title="Waits for a person"
            count={countOf(waiting)}
            all={{ label: 'All that need you', to: `${paths.threads()}?status=needs_you` }}
            none="Nobody is waited for."
            rows={waiting.threads.map((thread) => ({
              key: thread.thread_id,
              to: paths.thread(thread.deployment_id, thread.thread_id),
              title: threadTitle(thread),
              detail: nameOf(thread.deployment_id),
              time: <RelativeTime value={thread.updated_at} />,
            }))}
          />
          <OverviewList
            title="Runs now"
            count={countOf(active)}
            all={{ label: 'Active runs', to: `${paths.runs()}?status=active` }}
            none="Nothing runs."
            rows={active.runs.map((run) => ({
              key: run.run_id,
              to: paths.run(run.deployment_id, run.thread_id, run.run_id),
              title: plainLine(run.question ?? '') || threadTitle(run.thread),
              detail: nameOf(run.deployment_id),
              time: run.started_at ? <Duration start={run.started_at} /> : 'pending',
            }))}
          />
        </div>
        <Card>
          <CardHeader
            title="Health by deployment"
            detail={`${spanWords[span].toLowerCase()}, ${summary.total.runs.toLocaleString('en')} ${summary.total.runs === 1 ? 'run' : 'runs'}`}
          />
          {summary.deployments.length === 0 ? (
            <p className="px-4 py-6 text-center text-ink-2">No runs in this time.</p>
          ) : (
            <HealthTable deployments={summary.deployments} names={names} span={span} />
          )}
        </Card>
      </div>
    </>
  )
}

function countOf({ total, is_total_capped }: { total: number; is_total_capped: boolean }): string {
  return `${is_total_capped ? 'more than ' : ''}${total.toLocaleString('en')}`
}
