import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ListPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { runTitle } from '../../chat/conversation/runs/sent-messages.ts'
import { getRun, isActive, listRuns, type Run, runCan } from '../../contract/agent-server/runs.ts'
import { getThreadHistory } from '../../contract/agent-server/threads.ts'
import { listRevisionLogs } from '../../contract/control-plane/revisions.ts'
import { refusalOf } from '../../contract/gateway/connections.ts'
import { runPage, runRead } from '../../contract/pages/thread-pages.ts'
import { listFeedback } from '../../contract/tracing/feedback.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { shortId } from '../../ui/format/short-id-text.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ConfirmDialog } from '../../ui/overlay/later-dialogs.ts'
import { MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx'
import { MoreMenu } from '../../ui/overlay/more-menu.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Note } from '../../ui/page/note.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { StatusPill } from '../../ui/page/status-pill.tsx'
import { queryKey, useApi } from '../api.tsx'
import { type CheckedRead, LastChecked } from '../lists/last-checked.tsx'
import { useAgentUrl, useObjectMenu } from '../objects/object-menu.tsx'
import { plainLine } from '../objects/plain-line.ts'
import { endReason, RunStatus } from '../objects/run-status.tsx'
import { paths } from '../paths.ts'
import { readQuery } from '../reads.ts'
import { OtherConnections } from '../shell/page/other-connections.tsx'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useParam } from '../shell/page/use-param.ts'
import { useLastFailure } from '../use-last-failure.ts'
import { RunAgainButton } from './again/run-again-button.tsx'
import { cancelWords } from './cancel/cancel-words.ts'
import { RolledBack } from './cancel/rolled-back.tsx'
import { useCancelRun } from './cancel/use-cancel-run.ts'
import { isNotFound } from './gone/is-not-found.ts'
import { KeptRun } from './gone/kept-run.tsx'
import { useRunIsGone } from './gone/run-is-gone.ts'
import { RunDetails } from './run-details.tsx'
import { useRunStates } from './run-states.ts'
import { runsInterval } from './runs-interval.ts'
import { RunWalk } from './walk/run-walk.tsx'

export const handle = {
  useTitle: () => `Run ${shortId(useParam('runId'))}`,
  section: 'runs',
  firstReads: runPage,
  tellsItsEnd: true,
} satisfies PageHandle

const MakeCaseOfRun = lazyPart(() =>
  import('../objects/qa/make-case/make-case-of-run.tsx').then((code) => code.MakeCaseOfRun),
)

/** One run: what it is, what it did, and how to stop or undo it. */
export function Component() {
  // Walked through, each is a page of its own.
  return <RunPage key={useParam('runId')} />
}

function RunPage() {
  const deploymentId = useParam('deploymentId')
  const params = { thread_id: useParam('threadId'), run_id: useParam('runId') }
  const api = useApi()
  const agent = api.agent(deploymentId)
  const queryClient = useQueryClient()
  const { rolledBack, isRollingBack, isStopping, stop, rollBack } = useCancelRun(agent, params)
  const read = useQuery({
    ...readQuery(api, runRead(deploymentId, params)),
    enabled: ({ state }) => !rolledBack && !(state.data !== undefined && isNotFound(state.error)),
    throwOnError: (error, { state }) => state.data === undefined && !isNotFound(error),
    refetchInterval: ({ state }) =>
      isNotFound(state.error) ? false : runsInterval(state.data && [state.data]),
  })
  const checkNow = () => {
    const reads = [
      queryKey(agent, getRun, { params }),
      queryKey(agent, getThreadHistory),
      queryKey(agent, listRuns),
      queryKey(api.controlPlane, listRevisionLogs),
      queryKey(api.tracing, listFeedback),
    ]
    for (const key of reads) void queryClient.invalidateQueries({ queryKey: key })
  }
  const failure = useLastFailure(read, params.run_id)
  const [isMaking, setIsMaking] = useState(false)
  const toThread = (
    <Button render={<Link to={paths.thread(deploymentId, params.thread_id)} />}>Open thread</Button>
  )
  if (rolledBack) return <RolledBack check={rolledBack} action={toThread} />
  if (!read.data && isNotFound(failure) && !isRollingBack) {
    return (
      <>
        <h1 className="sr-only">Run</h1>
        <EmptyState
          title="There is no such run"
          action={
            <>
              {toThread}
              <OtherConnections />
            </>
          }
        >
          {failure?.message} A run that was rolled back is deleted, with the checkpoints that it
          made.
        </EmptyState>
      </>
    )
  }
  if (!read.data) return <Skeleton label="Loading the run" lines={8} />
  const run = read.data
  const isGone = isNotFound(read.error) && !isRollingBack
  return (
    <KeptRun deploymentId={deploymentId} run={run} isGone={isGone}>
      <Header
        run={run}
        checked={
          <LastChecked
            read={isGone ? answeredGone(read) : read}
            everyMs={!isGone && runsInterval([run])}
            isFollowed={!isGone}
            onCheck={isGone ? undefined : checkNow}
          />
        }
      >
        <RunWalk deploymentId={deploymentId} run={run} />
        <Button render={<Link to={paths.thread(deploymentId, run.thread_id, run.run_id)} />}>
          Open thread
        </Button>
        {runCan.cancel(run) && (
          <CancelActions isStopping={isStopping} stop={stop} rollBack={() => rollBack(run)} />
        )}
        <RunAgain deploymentId={deploymentId} run={run} />
        <RunMenu run={run} onMakeCase={() => setIsMaking(true)} />
      </Header>
      {run.error && !isToldInConversation(run) && (
        <div className="mb-5">
          <Note tone="bad" title="Why it ended">
            {run.error}
          </Note>
        </div>
      )}
      <RunDetails deploymentId={deploymentId} run={run} onMakeCase={() => setIsMaking(true)} />
      {isMaking && (
        <MakeCaseOfRun
          deploymentId={deploymentId}
          threadId={run.thread_id}
          runId={run.run_id}
          onClose={() => setIsMaking(false)}
        />
      )}
    </KeptRun>
  )
}

/** That there is no such run (any more) is an answer: the check has not failed. */
function answeredGone(read: CheckedRead & { errorUpdatedAt: number }): CheckedRead {
  const { errorUpdatedAt: dataUpdatedAt, isRefetching, refetch } = read
  return { dataUpdatedAt, isRefetching, isRefetchError: false, refetch }
}

/** The conversation ends with why a run failed. */
const isToldInConversation = ({ status }: Run) => status === 'error' || status === 'timeout'

type HeaderProps = { run: Run; checked: ReactNode; children: ReactNode }

function RunAgain({ deploymentId, run }: { deploymentId: string; run: Run }) {
  const { beginning } = useRunStates(deploymentId, run)
  return <RunAgainButton deploymentId={deploymentId} run={run} beginning={beginning} />
}

function Header({ run, checked, children }: HeaderProps) {
  const { left } = useRunStates(useParam('deploymentId'), run)
  const isGone = useRunIsGone()
  return (
    <PageHeader
      title={titleOf(run)}
      state={
        <>
          {isGone && isActive(run) ? (
            <StatusPill tone="idle">Gone</StatusPill>
          ) : (
            <RunStatus run={run} rest={left.data?.rest ?? null} />
          )}{' '}
          <span className="font-normal text-ink-2 text-md">{endReason(run)}</span>
        </>
      }
      detail={
        <div className="flex flex-wrap items-center gap-x-3 text-ink-2">
          <span className="flex items-center gap-1">
            <span className="mono break-all">{run.run_id}</span>
            <CopyButton text={run.run_id} label="Copy run id" />
          </span>
          {checked}
        </div>
      }
    >
      <div className="flex flex-wrap gap-2 print:hidden">{children}</div>
    </PageHeader>
  )
}

const longestTitle = 70

/** What it was asked. */
function titleOf(run: Run): string {
  const words = plainLine(runTitle(run))
  return words.length > longestTitle ? `${words.slice(0, longestTitle)}…` : words
}

function RunMenu({ run, onMakeCase }: { run: Run; onMakeCase: () => void }) {
  const deploymentId = useParam('deploymentId')
  const { items, dialog } = useObjectMenu({
    noun: 'run',
    id: run.run_id,
    url: useAgentUrl(deploymentId)(`/threads/${run.thread_id}/runs/${run.run_id}`),
    to: paths.run(deploymentId, run.thread_id, run.run_id),
    value: run,
  })
  return (
    <>
      <MoreMenu label="More about this run">
        <MenuItem
          acts
          icon={<ListPlus aria-hidden size={14} strokeWidth={1.8} />}
          onSelect={onMakeCase}
        >
          Make a case…
        </MenuItem>
        <MenuSeparator />
        {items}
      </MoreMenu>
      {dialog}
    </>
  )
}

type CancelActionsProps = {
  rollBack: () => Promise<void>
} & Pick<ReturnType<typeof useCancelRun>, 'isStopping' | 'stop'>

function CancelActions({ isStopping, stop, rollBack }: CancelActionsProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { connection } = useApi()
  return (
    <>
      <Button acts onClick={() => void stop()} isPending={isStopping}>
        {cancelWords.interrupt.label}
      </Button>
      <Button
        acts
        variant="danger"
        disabledReason={refusalOf(connection, 'rollback') ?? undefined}
        onClick={() => setIsAsking(true)}
      >
        {cancelWords.rollback.label}
      </Button>
      {isAsking && (
        <ConfirmDialog
          isOpen
          onClose={() => setIsAsking(false)}
          title="Stop and roll back this run?"
          consequence="The run and every checkpoint that it made are deleted, and the thread goes back to the state before it. This cannot be undone."
          confirmLabel={cancelWords.rollback.label}
          onConfirm={rollBack}
        />
      )}
    </>
  )
}
