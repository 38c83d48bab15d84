import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { costText } from '../../chat/inspector/usage-words.ts'
import { searchesAll } from '../../contract/gateway/connections.ts'
import {
  type RunSummary,
  type SummaryOrder,
  summaryOrders,
} from '../../contract/search/run-summary.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card, CardHeader } from '../../ui/page/card.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { failsUnread, useApi } from '../api.tsx'
import { previewsFilter, wantsPreviews } from '../lists/previews-filter.ts'
import { useUrlFilters } from '../lists/url-filters.ts'
import { UrlSegments } from '../lists/url-segments.tsx'
import { sessionsQuery } from '../objects/qa/qa-queries.ts'
import { useDeploymentsOf } from '../objects/use-deployment-names.ts'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { compact, HealthTable } from './health-table.tsx'
import { counted, OverviewLists } from './overview-lists.tsx'
import {
  activeQuery,
  anyRunQuery,
  failedQuery,
  rolloutsQuery,
  spans,
  summaryQuery,
  type TimeSpan,
  unwellQuery,
  waitingQuery,
} from './overview-queries.ts'
import { sessionsAt } from './qa-rows.tsx'
import { marksLegend, marksOf } from './taken-over.ts'
import { Welcome } from './welcome/welcome.tsx'

const spanWords: Record<TimeSpan, string> = {
  '1h': 'Last hour',
  '6h': 'Last 6 hours',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
}
const usualSpan: TimeSpan = '24h'
const spanOptions = spans.map((value) => ({
  value,
  short: value.replace(/[hd]$/, ' $&'),
  label: spanWords[value],
}))
const usualOrder: SummaryOrder = 'worst'
const orderOf = (text: string | null) => summaryOrders.find((one) => one === text) ?? usualOrder
/** So many deployments at first, and so many more each time. */
const pageSize = 50
/** No server tells more at once. */
const mostDeployments = 1_000

const spanOf = (text: string | null) => spans.find((span) => span === text) ?? usualSpan

export const handle = {
  useTitle: () => 'Overview',
  to: paths.overview,
  section: 'overview',
  readAhead: async (client, api, _params, address) => {
    if (!searchesAll(api.connection)) return
    const span = spanOf(address.get('span'))
    const withPreviews = wantsPreviews((name) => address.get(name))
    await Promise.all([
      client.prefetchQuery(anyRunQuery(api)),
      client.prefetchQuery(
        summaryQuery(api, {
          span,
          withPreviews,
          order: orderOf(address.get('order')),
          limit: pageSize,
        }),
      ),
      client.prefetchQuery(failedQuery(api, span, withPreviews)),
      client.prefetchQuery(unwellQuery(api)),
      client.prefetchQuery(rolloutsQuery(api, span)),
      client.prefetchQuery(activeQuery(api, withPreviews)),
      client.prefetchQuery(waitingQuery(api, withPreviews)),
      client.prefetchQuery(sessionsQuery(api)),
    ])
  },
} satisfies PageHandle

/** What fails, what waits for a person, what runs and is rolled out, and how the runs of each deployment went. */
export function Component() {
  const { connection } = useApi()
  return searchesAll(connection) ? <Beginning /> : <Navigate replace to={paths.deployments()} />
}

/** It gives way to the overview with the first run. */
function Beginning() {
  const { data } = useQuery({ ...anyRunQuery(useApi()), ...failsUnread })
  if (!data) return <Skeleton label="Loading the overview" lines={12} />
  return data.total === 0 ? <Welcome /> : <Overview />
}

function Overview() {
  const api = useApi()
  const url = useUrlFilters()
  const span = spanOf(url.get('span'))
  const withPreviews = wantsPreviews(url.get)
  const kept = { placeholderData: keepPreviousData, ...failsUnread }
  const order = orderOf(url.get('order'))
  const [limit, setLimit] = useState(pageSize)
  const asked = { span, withPreviews, order, limit }
  const { data: summary } = useQuery({ ...summaryQuery(api, asked), ...kept })
  const { data: failed } = useQuery({ ...failedQuery(api, span, withPreviews), ...kept })
  const { data: active } = useQuery({ ...activeQuery(api, withPreviews), ...kept })
  const { data: waiting } = useQuery({ ...waitingQuery(api, withPreviews), ...kept })
  const rollouts = useQuery({ ...rolloutsQuery(api, span), placeholderData: keepPreviousData })
  const told = rollouts.data
  const { data: sessions = [], isPending: areSessionsPending } = useQuery(sessionsQuery(api))
  const { data: unwell, isPending: isUnwellPending } = useQuery(unwellQuery(api))
  const deployments = useDeploymentsOf([
    ...(summary?.deployments ?? []),
    ...(failed?.runs ?? []),
    ...(active?.runs ?? []),
    ...(waiting?.threads ?? []),
  ])
  const nameOf = (id: string) => deployments.get(id)?.name ?? '…'
  const header = (
    <PageHeader title="Overview">
      <UrlSegments url={url} name="span" label="Time" usual={usualSpan} options={spanOptions} />
    </PageHeader>
  )
  const areListsPending = isUnwellPending || rollouts.isPending || areSessionsPending
  if (!summary || !failed || !active || !waiting || areListsPending) {
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
        <OverviewLists
          {...{ unwell, failed, active, waiting, told, span, withPreviews, nameOf }}
          sessions={sessionsAt(sessions, api.connection.id)}
        />
        <Card>
          <CardHeader
            title="Health by deployment"
            detail={totalText(span, summary.total)}
            actions={
              <span className="text-ink-2 text-sm">
                <span aria-hidden className="text-accent">
                  ┊
                </span>{' '}
                {marksLegend(told?.taken_over.length ?? 0, told?.taken_over_total)}
              </span>
            }
          />
          {summary.deployments.length === 0 ? (
            <p className="px-4 py-6 text-center text-ink-2">No runs in this time.</p>
          ) : (
            <HealthTable
              rows={summary.deployments}
              count={summary.deployment_count ?? summary.deployments.length}
              order={order}
              onOrder={(next) => url.set('order', next === usualOrder ? null : next)}
              onMore={() => setLimit(Math.min(limit + pageSize, mostDeployments))}
              deployments={deployments}
              span={span}
              time={{
                begin: Date.parse(summary.created_after),
                end: Date.parse(summary.created_before),
              }}
              marks={marksOf(told?.taken_over ?? [])}
            />
          )}
        </Card>
        <p className="-mt-3 text-ink-2 text-sm">
          Every number opens its runs. Those of previews and QA sessions are{' '}
          {withPreviews ? 'counted.' : 'left out.'}
          <Button
            variant="ghost"
            size="sm"
            className="px-1.5! text-accent! text-sm!"
            onClick={() => url.set(previewsFilter.name, withPreviews ? null : 'with')}
          >
            {withPreviews ? 'Leave them out' : 'Count them too'}
          </Button>
        </p>
      </div>
    </>
  )
}

/** “last 24 hours, 4,446 runs, 1.2M tokens, €3.20”: of what is not known nothing is said. */
function totalText(span: TimeSpan, { runs, usage }: RunSummary['total']): string {
  const tokens = usage ? usage.input_tokens + usage.output_tokens : 0
  return [
    spanWords[span].toLowerCase(),
    counted(runs.toLocaleString('en'), 'run'),
    ...(tokens > 0 ? [counted(compact(tokens), 'token')] : []),
    ...(tokens > 0 && usage?.currency ? [costText(usage)] : []),
  ].join(', ')
}
