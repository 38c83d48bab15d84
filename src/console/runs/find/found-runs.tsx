import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { isActive, listRuns } from '../../../contract/agent-server/runs.ts'
import { getThread, searchThreads } from '../../../contract/agent-server/threads.ts'
import { type FoundRun, searchAllRuns, searchRuns } from '../../../contract/search/run-search.ts'
import { failsUnread, queryKey, useApi } from '../../api.tsx'
import { FilterRow } from '../../lists/filter-row.tsx'
import { foundCount } from '../../lists/found-count.ts'
import { readTyped } from '../../lists/typed-search.ts'
import { useUrlFilters } from '../../lists/url-filters.ts'
import { DeploymentPicker } from '../../objects/deployment-picker.tsx'
import { plainLine } from '../../objects/plain-line.ts'
import { restOfFound } from '../../objects/run-status.tsx'
import { threadTitle } from '../../objects/thread-title.ts'
import { useDeploymentNames } from '../../objects/use-deployment-names.ts'
import { activeCount } from '../active-count.ts'
import type { ListedRun } from '../run-columns.tsx'
import { RunList } from '../run-list.tsx'
import { runsInterval } from '../runs-interval.ts'
import { foundRunsQuery } from './found-runs-query.ts'
import { Narrowed, NarrowedTime } from './narrowed.tsx'
import { leavesOut, runFilters, type WantedRuns, wantedRuns } from './wanted-runs.ts'

const noRuns: readonly FoundRun[] = []

type FoundRunsProps = {
  /** The page's heading, where it has no other. */
  title?: string
  /** Whose runs; null for those of all deployments. */
  deployment: { id: string; name: string } | null
}

/** The runs that the server finds, over all threads; what is looked for is in the address. */
export function FoundRuns({ title, deployment }: FoundRunsProps) {
  const api = useApi()
  const queryClient = useQueryClient()
  const url = useUrlFilters()
  const wanted = wantedRuns(url.get)
  // Typing comes first, and what was typed over is not waited for.
  const askedText = useDeferredValue(JSON.stringify(wanted))
  const asked = useMemo<WantedRuns>(() => JSON.parse(askedText), [askedText])
  const deploymentId = deployment?.id ?? null
  const found = useInfiniteQuery({
    ...foundRunsQuery(api, deploymentId, asked),
    placeholderData: keepPreviousData,
    ...failsUnread,
  })
  const runs = useMemo(() => found.data?.pages.flatMap((page) => page.runs) ?? noRuns, [found.data])
  const first = found.data?.pages[0]
  const names = useDeploymentNames(deploymentId === null ? runs : [])
  const words = useMemo(() => readTyped(wanted.text).words.split(' '), [wanted.text])
  const isOfAll = deploymentId === null
  const byThread = useMemo(() => new Map(runs.map((run) => [run.thread_id, run])), [runs])
  const readAgain = () => {
    const servers = new Set(runs.map((run) => run.deployment_id))
    void queryClient.invalidateQueries({ queryKey: queryKey(api.controlPlane, searchAllRuns) })
    for (const id of servers) {
      for (const endpoint of [listRuns, searchRuns, searchThreads, getThread]) {
        void queryClient.invalidateQueries({ queryKey: queryKey(api.agent(id), endpoint) })
      }
    }
  }
  const active = found.data && runs.filter(isActive)
  const isWhole = first?.total === runs.length && !found.isPlaceholderData && !leavesOut(asked)
  const rows = runs.map((run) => listed(run, words, names))
  return (
    <>
      <NarrowedTime url={url} />
      <Narrowed url={url} thread={runs[0]?.thread} />
      <RunList
        {...(title && { title })}
        deployment={deployment}
        url={url}
        filters={runFilters}
        filterRow={FilterRow}
        controls={
          isOfAll && (
            <DeploymentPicker
              isChip
              value={wanted.deployment}
              allLabel="All deployments"
              onChange={(id) => url.set('deployment', id)}
            />
          )
        }
        searched="its question, answer, error, ids or metadata"
        also={[...(isOfAll ? ['deployment'] : []), 'assistant', 'revision', 'thread']}
        rows={rows}
        active={active}
        activeText={
          active &&
          activeCount(active.length, isWhole ? null : { count: runs.length, which: 'shown' })
        }
        deploymentOf={(threadId) => byThread.get(threadId)?.deployment_id ?? deploymentId ?? ''}
        titleOf={(id) => {
          const thread = byThread.get(id)?.thread
          return thread ? threadTitle(thread) : null
        }}
        onChanged={readAgain}
        total={first?.total}
        count={first && foundCount(runs.length, first, ['run', 'runs'])}
        read={found}
        everyMs={runsInterval(runs)}
        more={
          found.hasNextPage && {
            isPending: found.isFetchingNextPage,
            onMore: () => void found.fetchNextPage(),
          }
        }
      />
    </>
  )
}

function listed(
  run: FoundRun,
  words: readonly string[],
  names: ReadonlyMap<string, string>,
): ListedRun {
  return {
    run,
    deploymentId: run.deployment_id,
    deploymentName: names.get(run.deployment_id) ?? null,
    title: threadTitle(run.thread),
    message: plainLine(run.question ?? ''),
    answer: plainLine(run.answer ?? ''),
    words,
    rest: restOfFound(run),
  }
}
