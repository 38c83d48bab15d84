import { queryOptions, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import {
  Bot,
  GitCompareArrows,
  History,
  MessageSquare,
  MessagesSquare,
  Pencil,
  Play,
} from 'lucide-react'
import { useParams } from 'react-router-dom'
import { call, type Transport } from '../../../client/api.ts'
import { listRuns } from '../../../contract/agent-server/runs.ts'
import { searchThreads } from '../../../contract/agent-server/threads.ts'
import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import { deploymentRead } from '../../../contract/pages/deployment-pages.ts'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { type Api, query, queryKey } from '../../api.tsx'
import { threadTitle } from '../../objects/thread-title.ts'
import { paths } from '../../paths.ts'
import { readQuery } from '../../reads.ts'
import { useLastDeployment } from '../navigation/last-deployment.ts'
import { PaletteItem, paletteIcon } from './palette-item.tsx'

type Go = (to: string) => void
type GroupProps = { api: Api; go: Go }

const mostThreads = 50
const mostRuns = 20
/** Of so many threads, where the page is not about one. */
const threadsWithRuns = 5

/** What belongs to the deployment that the page behind is about, or that was looked at last. */
export function PaletteDeployment({ api, go }: GroupProps) {
  const { deploymentId } = useParams()
  const lastId = useLastDeployment(api.connection.id)
  const wantedId = deploymentId ?? lastId
  const { data: deployment } = useQuery({
    ...readQuery(api, deploymentRead(wantedId ?? '')),
    enabled: wantedId !== null,
    staleTime: 30_000,
    retry: false,
  })
  if (!deployment) return null
  return (
    <>
      <Actions deployment={deployment} go={go} />
      {deployment.active_revision_id && <Threads api={api} deployment={deployment} go={go} />}
      {deployment.active_revision_id && <Runs api={api} deployment={deployment} go={go} />}
    </>
  )
}

function Actions({ deployment, go }: { deployment: Deployment; go: Go }) {
  const { id, name, latest_revision_id, active_revision_id } = deployment
  const isBehind = latest_revision_id && active_revision_id !== latest_revision_id
  const actions = [
    { icon: MessageSquare, words: `Chat with ${name}`, to: paths.newThread(id) },
    { icon: Pencil, words: `Edit ${name}`, to: paths.editDeployment(id) },
    { icon: History, words: `Revisions of ${name}`, to: paths.deploymentRevisions(id) },
    { icon: Bot, words: `Assistants of ${name}`, to: paths.deploymentAssistants(id) },
    { icon: MessagesSquare, words: `Threads of ${name}`, to: paths.deploymentThreads(id) },
    { icon: Play, words: `Runs of ${name}`, to: paths.deploymentRuns(id) },
    ...(isBehind && active_revision_id
      ? [
          {
            icon: GitCompareArrows,
            words: `Compare the latest revision of ${name} with what serves`,
            to: paths.compareRevisions(id, active_revision_id, latest_revision_id),
          },
        ]
      : []),
  ]
  return (
    <Command.Group heading={name}>
      {actions.map(({ icon: Icon, words, to }) => (
        <PaletteItem key={to} icon={<Icon {...paletteIcon} />} onSelect={() => go(to)}>
          {words}
        </PaletteItem>
      ))}
    </Command.Group>
  )
}

/** The newest threads, by their titles, states and ids. */
function Threads({ api, deployment, go }: GroupProps & { deployment: Deployment }) {
  const agent = api.agent(deployment.id)
  const { data } = useQuery({
    ...query(agent, searchThreads, { body: { limit: mostThreads, ...withoutSessions(agent) } }),
    staleTime: 10_000,
    retry: false,
  })
  if (!data || data.length === 0) return null
  return (
    <Command.Group heading={`Threads of ${deployment.name}`}>
      {data.map((thread) => {
        const title = threadTitle(thread)
        return (
          <PaletteItem
            key={thread.thread_id}
            value={`thread ${title} ${thread.thread_id}`}
            icon={<MessagesSquare {...paletteIcon} />}
            note={thread.status}
            onSelect={() => go(paths.thread(deployment.id, thread.thread_id))}
          >
            {title}
          </PaletteItem>
        )
      })}
    </Command.Group>
  )
}

/** The newest runs: of the thread behind, elsewhere of the threads that changed last. */
function Runs({ api, deployment, go }: GroupProps & { deployment: Deployment }) {
  const { threadId } = useParams()
  const ownThread = threadId === 'new' ? undefined : threadId
  const { data } = useQuery(newestRunsQuery(api.agent(deployment.id), ownThread ?? null))
  if (!data || data.length === 0) return null
  return (
    <Command.Group heading={ownThread ? 'Runs of this thread' : `Runs of ${deployment.name}`}>
      {data.map(({ run_id, thread_id, status }) => (
        <PaletteItem
          key={run_id}
          value={`run ${run_id} ${status}`}
          icon={<Play {...paletteIcon} />}
          note={status}
          onSelect={() => go(paths.run(deployment.id, thread_id, run_id))}
        >
          {`Run ${shortId(run_id)}`}
        </PaletteItem>
      ))}
    </Command.Group>
  )
}

/** The interface lists runs by thread only. */
function newestRunsQuery(agent: Transport, threadId: string | null) {
  return queryOptions({
    queryKey: [...queryKey(agent, listRuns), 'newest', threadId],
    queryFn: async ({ signal }) => {
      const threadIds = threadId === null ? await changedThreads(agent, signal) : [threadId]
      const lists = await Promise.all(
        threadIds.map((thread_id) =>
          call(agent, listRuns, { params: { thread_id }, query: { limit: mostRuns }, signal }),
        ),
      )
      const newestFirst = lists
        .flat()
        .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
      return newestFirst.slice(0, mostRuns)
    },
    staleTime: 10_000,
    retry: false,
  })
}

/** Only our servers can be asked so. */
const withoutSessions = ({ isForeign }: Transport) => (isForeign ? {} : { without_sessions: true })

async function changedThreads(agent: Transport, signal: AbortSignal): Promise<string[]> {
  const found = await call(agent, searchThreads, {
    body: {
      limit: threadsWithRuns,
      ...withoutSessions(agent),
      sort_by: 'updated_at',
      sort_order: 'desc',
      select: ['thread_id', 'created_at', 'updated_at', 'status'],
    },
    signal,
  })
  return found.map(({ thread_id }) => thread_id)
}
