import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { assistantsRead } from '../../contract/pages/assistant-pages.ts'
import { Button } from '../../ui/controls/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { useApi } from '../api.tsx'
import { FilterRow } from '../lists/filter-row.tsx'
import { LongListPage, type LongListPageProps } from '../lists/long-list-page.tsx'
import { FirstStep } from '../objects/first-step.tsx'
import { threadTitle } from '../objects/thread-title.ts'
import { useDeploymentNames } from '../objects/use-deployment-names.ts'
import { paths } from '../paths.ts'
import { readQuery } from '../reads.ts'
import { type ListedThread, threadColumns } from './thread-columns.tsx'

const ChosenThreads = lazyPart(() =>
  import('./many/chosen-threads.tsx').then((code) => code.ChosenThreads),
)
const noThreads: readonly ListedThread[] = []
const threadIdOf = ({ thread_id }: ListedThread) => thread_id

type ThreadListPageProps = Pick<
  LongListPageProps<ListedThread>,
  | 'title'
  | 'url'
  | 'filters'
  | 'controls'
  | 'searched'
  | 'total'
  | 'count'
  | 'read'
  | 'everyMs'
  | 'more'
> & {
  /** Whose threads; null for those of all deployments. */
  deploymentId: string | null
  threads: readonly ListedThread[] | undefined
}

/** A list of threads, however they were found. */
export function ThreadListPage({
  deploymentId,
  threads = noThreads,
  ...page
}: ThreadListPageProps) {
  const api = useApi()
  const isOfAll = deploymentId === null
  const deploymentNames = useDeploymentNames(isOfAll ? threads : [])
  const { data: assistants } = useQuery({
    ...readQuery(api, assistantsRead(deploymentId ?? '')),
    enabled: !isOfAll,
  })
  const columns = useMemo(() => {
    const named = (assistants ?? []).map((one): [string, string] => [
      one.assistant_id,
      one.name || one.graph_id,
    ])
    const names = new Map(named)
    return threadColumns(isOfAll ? { deploymentNames, names } : { deploymentId, names })
  }, [isOfAll, deploymentId, deploymentNames, assistants])
  const newThread = deploymentId !== null && (
    <Button acts variant="primary" render={<Link to={paths.newThread(deploymentId)} />}>
      New thread
    </Button>
  )
  return (
    <LongListPage
      {...page}
      label="Threads"
      noun={['thread', 'threads']}
      filterRow={isOfAll ? FilterRow : undefined}
      views={{ page: isOfAll ? 'all-threads' : 'threads', also: isOfAll ? ['deployment'] : [] }}
      columns={columns}
      choiceClass="max-[899px]:hidden"
      action={newThread}
      rows={threads}
      keyOf={threadIdOf}
      nameOf={threadTitle}
      bar={(chosen) => <ChosenThreads chosen={chosen} deploymentId={deploymentId} />}
      empty={
        <EmptyState
          title="No threads yet"
          icon={<MessageSquare aria-hidden size={24} strokeWidth={1.5} />}
          action={<FirstStep deploymentId={deploymentId} />}
        >
          A thread is one conversation with {isOfAll ? 'a deployment' : 'this deployment'}. It is
          made with the first message.
        </EmptyState>
      }
    />
  )
}
