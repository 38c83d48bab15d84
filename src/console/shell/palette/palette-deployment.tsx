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
import { listRuns, type Run } from '../../../contract/agent-server/runs.ts'
import { getThread, searchThreads } from '../../../contract/agent-server/threads.ts'
import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import { searchesRuns } from '../../../contract/gateway/connections.ts'
import { deploymentRead } from '../../../contract/pages/deployment-pages.ts'
import { searchRuns } from '../../../contract/search/run-search.ts'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { type Api, query, queryKey } from '../../api.tsx'
import { type RunRest, restOfFound, runWords } from '../../objects/run-status.tsx'
import { restOfThread, threadWords } from '../../objects/thread-status.tsx'
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
            value={`thread ${thread.thread_id}`}
            also={['thread', thread.thread_id]}
            icon={<MessagesSquare {...paletteIcon} />}
            note={threadWords(thread)}
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
  const { data } = useQuery(newestRunsQuery(api, deployment.id, ownThread ?? null))
  if (!data || data.length === 0) return null
  return (
    <Command.Group heading={ownThread ? 'Runs of this thread' : `Runs of ${deployment.name}`}>
      {data.map(({ run, rest }) => {
        const { run_id, thread_id } = run
        const words = runWords(run, rest)
        return (
          <PaletteItem
            key={run_id}
            value={`run ${run_id}`}
            also={[run_id, words]}
            icon={<Play {...paletteIcon} />}
            note={words}
            onSelect={() => go(paths.run(deployment.id, thread_id, run_id))}
          >
            {`Run ${shortId(run_id)}`}
          </PaletteItem>
        )
      })}
    </Command.Group>
  )
}

interface NewestRun {
  run: Run
  /** It left a question open that waits for a person. */
  rest: RunRest
}

function newestRunsQuery(api: Api, deploymentId: string, threadId: string | null) {
  const agent = api.agent(deploymentId)
  return queryOptions({
    queryKey: [...queryKey(agent, listRuns), 'newest', threadId],
    queryFn: ({ signal }) =>
      searchesRuns(api.connection)
        ? foundRuns(agent, threadId, signal)
        : walkedRuns(agent, threadId, signal),
    staleTime: 10_000,
    retry: false,
  })
}

/** Only our servers can be asked so. */
const withoutSessions = ({ isForeign }: Transport) => (isForeign ? {} : { without_sessions: true })

async function foundRuns(
  agent: Transport,
  threadId: string | null,
  signal: AbortSignal,
): Promise<NewestRun[]> {
  const body = { limit: mostRuns, ...(threadId !== null && { thread_id: [threadId] }) }
  const { runs } = await call(agent, searchRuns, { body, signal })
  return runs.map((run) => ({ run, rest: restOfFound(run) }))
}

/** The published interface lists runs by thread only; whether the last of one asks something its thread tells. */
async function walkedRuns(
  agent: Transport,
  threadId: string | null,
  signal: AbortSignal,
): Promise<NewestRun[]> {
  const threads =
    threadId === null
      ? await changedThreads(agent, signal)
      : [await call(agent, getThread, { params: { thread_id: threadId }, signal })]
  const lists = await Promise.all(
    threads.map(async (thread) => {
      const { thread_id } = thread
      const query = { limit: mostRuns }
      const runs = await call(agent, listRuns, { params: { thread_id }, query, signal })
      return runs
        .sort(newestFirst)
        .map((run, index) => ({ run, rest: index === 0 ? restOfThread(thread) : null }))
    }),
  )
  return lists
    .flat()
    .sort((one, other) => newestFirst(one.run, other.run))
    .slice(0, mostRuns)
}

const newestFirst = (one: Run, other: Run) =>
  Date.parse(other.created_at) - Date.parse(one.created_at)

function changedThreads(agent: Transport, signal: AbortSignal) {
  const body = {
    limit: threadsWithRuns,
    sort_by: 'updated_at' as const,
    sort_order: 'desc' as const,
    select: ['thread_id', 'created_at', 'updated_at', 'status', 'interrupts'] as const,
  }
  return call(agent, searchThreads, { body: { ...body, select: [...body.select] }, signal })
}
