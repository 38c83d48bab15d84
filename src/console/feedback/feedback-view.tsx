import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Filter, ThumbsUp } from 'lucide-react'
import type { FeedbackGroup } from '../../contract/tracing/feedback.ts'
import { Button } from '../../ui/controls/button.tsx'
import { shortId } from '../../ui/format/short-id-text.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Card, CardHeader } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Note } from '../../ui/page/note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useApi } from '../api.tsx'
import { ListFooter } from '../lists/list-footer.tsx'
import { previewsFilter } from '../lists/previews-filter.ts'
import { DocLink } from '../objects/docs/doc-link.tsx'
import { useDeploymentNames } from '../objects/use-deployment-names.ts'
import { DeploymentScores } from './deployment-scores.tsx'
import { ExportMenu } from './export-menu.tsx'
import { useFeedbackFilters } from './feedback-filters.ts'
import { FilterBar } from './filter-bar.tsx'
import { wentLive } from './moments.ts'
import {
  daysQuery,
  hasNoSummary,
  liveRevisionsQuery,
  mostLive,
  overviewQuery,
  votesQuery,
} from './queries.ts'
import { RatedNow } from './rated-now.tsx'
import { scoreLines, totalsBy } from './score-lines.ts'
import { ScoresCard } from './scores-card.tsx'
import { VoteList } from './vote-list.tsx'

const ListTools = lazyPart(() => import('../lists/list-tools.tsx').then((code) => code.ListTools))
const savedFilters = [
  ...['key', 'revision', 'days', 'sign', 'comment', 'by'].map((name) => ({ name })),
  previewsFilter,
]

type FeedbackViewProps = {
  /** Absent on the page of all deployments. */
  deploymentId?: string
  /** The revision that serves, of the one deployment. */
  servingId?: string | null
}

/** What people say about answers: how it stands now, over time, and word by word. */
export function FeedbackView({ deploymentId, servingId = null }: FeedbackViewProps) {
  const api = useApi()
  const state = useFeedbackFilters(deploymentId)
  const { filters } = state
  const overview = useQuery({ ...overviewQuery(api, filters), throwOnError })
  const days = useQuery({ ...daysQuery(api, filters), throwOnError })
  const votes = useInfiniteQuery({
    ...votesQuery(api, filters),
    throwOnError,
  })
  const groups = overview.data?.groups ?? []
  const shown = votes.data?.pages.flat() ?? []
  const names = useDeploymentNames(deploymentId ? [] : [...groups, ...shown])

  if (!votes.data && hasNoSummary(votes.error)) return <NoService />
  if (!votes.data || overview.isPending) return <Skeleton label="Loading feedback" lines={8} />
  if (
    overview.data &&
    groups.length === 0 &&
    shown.length === 0 &&
    !filters.deployment === !deploymentId
  ) {
    return (
      <Card>
        <NoVotes
          {...(state.hasPreviews &&
            !filters.withPreviews && { onShowPreviews: state.showPreviews })}
        />
      </Card>
    )
  }
  return (
    <div className="grid min-w-0 gap-5">
      {deploymentId && groups.length > 0 && (
        <RatedNow
          deploymentId={deploymentId}
          servingId={servingId}
          groups={groups}
          others={filters.withPreviews ? 'all others' : 'all before'}
        />
      )}
      {!filters.deployment && groups.length > 0 && (
        <DeploymentScores groups={groups} names={names} />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <FilterBar
          state={state}
          keys={totalsBy(groups, 'key').flatMap(({ id }) => id ?? [])}
          revisions={totalsBy(groups, 'revision_id').flatMap(({ id }) => id ?? [])}
          servingId={servingId}
          isOfAll={!deploymentId}
        />
        <span className="grow" />
        <ListTools
          page={deploymentId ? 'deployment-feedback' : 'feedback'}
          url={state.url}
          filters={savedFilters}
          also={deploymentId ? [] : ['deployment']}
        />
        <ExportMenu filters={filters} />
      </div>
      {hasNoSummary(overview.error) ? (
        <Note tone="info" title="This server counts no votes">
          It lists them, so what was said is below, without a chart.
        </Note>
      ) : shown.length > 0 && !days.data ? (
        <Card>
          <div className="h-80 px-4">
            <Skeleton label="Loading the chart" lines={6} />
          </div>
        </Card>
      ) : (
        shown.length > 0 &&
        days.data && (
          <Scores
            groups={days.data.groups}
            isTruncated={days.data.is_truncated}
            state={state}
            names={names}
          />
        )
      )}
      <Card>
        <CardHeader title="Latest votes" />
        {shown.length === 0 ? (
          <EmptyState
            icon={<Filter aria-hidden size={24} strokeWidth={1.5} />}
            title="No vote matches"
            action={<Button onClick={state.clear}>Show all votes</Button>}
          >
            There are votes, and none that the filters let through.
          </EmptyState>
        ) : (
          <VoteList
            votes={shown}
            names={filters.deployment ? null : names}
            deploymentId={filters.deployment}
          />
        )}
      </Card>
      <div className="-mt-5">
        <ListFooter
          read={votes}
          onCheck={() => {
            for (const read of [votes, days, overview]) void read.refetch()
          }}
          more={
            votes.hasNextPage && {
              label: 'Show more votes',
              isPending: votes.isFetchingNextPage,
              onMore: () => void votes.fetchNextPage(),
            }
          }
        />
      </div>
    </div>
  )
}

/** The rest of the console needs no votes, so that their lack is no failure of the page. */
function NoService() {
  const { connection } = useApi()
  return (
    <Card>
      <EmptyState
        icon={<ThumbsUp aria-hidden size={24} strokeWidth={1.5} />}
        title="This server lists no votes"
      >
        There is no feedback service at <span className="mono">{connection.tracing_url}</span>.
        Where it is stands in the connection.
      </EmptyState>
    </Card>
  )
}

function throwOnError(error: Error, { state }: { state: { data: unknown } }): boolean {
  return state.data === undefined && !hasNoSummary(error)
}

type ScoresProps = {
  groups: readonly FeedbackGroup[]
  isTruncated: boolean
  state: ReturnType<typeof useFeedbackFilters>
  names: ReadonlyMap<string, string>
}

function Scores({ groups, isTruncated, state, names }: ScoresProps) {
  const api = useApi()
  const { filters, url } = state
  const revisions = useQuery(liveRevisionsQuery(api, filters.deployment)).data?.resources ?? []
  const other = filters.deployment ? 'revision' : 'deployment'
  const by = url.get('by') === other ? other : 'key'
  // Keys have scales of their own: lines by anything else are of one key.
  const key = filters.key ?? totalsBy(groups, 'key')[0]?.id ?? ''
  const { days, lines } =
    by === 'key'
      ? scoreLines(groups, 'key')
      : scoreLines(
          groups.filter((group) => group.key === key),
          `${other}_id`,
        )
  const label = (id: string | null) => {
    if (by === 'key') return id ?? ''
    if (id === null) return `${other} unknown`
    return names.get(id) ?? shortId(id)
  }
  const since = days[0] ? new Date(`${days[0]}T00:00`).getTime() : Number.POSITIVE_INFINITY
  const live = wentLive(revisions)
  const isCut = revisions.length >= mostLive && (live[0]?.at ?? 0) > since
  return (
    <ScoresCard
      title={by === 'key' ? 'mean of each day, by key' : `mean of each day of ${key}, by ${other}`}
      by={by}
      choices={[
        { value: 'key', label: 'A line for each key' },
        { value: other, label: `A line for each ${other}` },
      ]}
      onChooseBy={(value) => url.set('by', value === 'key' ? null : value)}
      days={days}
      lines={lines.map((line) => ({ line, label: label(line.id) }))}
      deploymentId={filters.deployment}
      live={live.filter(({ at }) => at >= since)}
      liveAmong={isCut ? revisions.length : null}
      isTable={url.get('view') === 'table'}
      onTable={(isTable) => url.set('view', isTable ? 'table' : null)}
      notice={
        isTruncated && (
          <div className="p-4 pb-0">
            <Note tone="warn">
              There are more votes than can be counted at once. Choose a key or a shorter time.
            </Note>
          </div>
        )
      }
    />
  )
}

/** @param onShowPreviews where there may be votes on runs of previews and sessions */
function NoVotes({ onShowPreviews }: { onShowPreviews?: () => void }) {
  return (
    <EmptyState
      icon={<ThumbsUp aria-hidden size={24} strokeWidth={1.5} />}
      title="Nobody has voted yet"
      action={
        onShowPreviews && (
          <Button onClick={onShowPreviews}>Look at previews and sessions too</Button>
        )
      }
    >
      Runs that are started with feedback keys can be rated: under an answer in a thread, in an
      embedded chat, or by whoever is sent the address of a vote.{' '}
      <DocLink page="feedback" section="feedback-keys">
        Feedback keys
      </DocLink>
    </EmptyState>
  )
}
