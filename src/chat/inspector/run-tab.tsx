import type { MouseEvent, ReactNode } from 'react'
import type { Step } from '../../contract/agent-server/steps/steps-of-run.ts'
import { cx } from '../../ui/cx.ts'
import { formatClockTime } from '../../ui/format/format-time.ts'
import { ShortId } from '../../ui/format/short-id.tsx'
import { Fact, Facts } from '../../ui/page/facts.tsx'
import { Note } from '../../ui/page/note.tsx'
import { StatusPill, type Tone } from '../../ui/page/status-pill.tsx'
import { activeLooks, breakLook, outcomeLooks } from '../conversation/runs/outcome-looks.ts'
import type { RollbackProof } from '../conversation/runs/rollback-proof.ts'
import { runTitle } from '../conversation/runs/sent-messages.ts'
import { isAtBreak } from '../is-at-break.ts'
import { silenceWords } from '../session/following/silence.ts'
import type {
  CancelRequest,
  RunSession,
  SessionSnapshot,
  TrackedRun,
} from '../session/session-types.ts'
import { QueueActions } from '../view/queued-runs.tsx'
import { RunSteps } from './run-steps.tsx'
import { UsageFacts } from './usage-facts.tsx'

type NamedAssistant = { assistant_id: string; name: string }

/** Draws the graph of a run with the nodes at which it is, those where it has been, and where it failed. */
export type DrawRun = (
  assistant_id: string,
  nodes: Record<'active' | 'visited' | 'failed', readonly string[]>,
) => ReactNode

/** Draws what the steps of a run took; `progress` changes when there may be more of it. */
export type DrawSpending = (run_id: string | null, progress: string) => ReactNode

type RunTabProps = {
  session: RunSession
  snapshot: SessionSnapshot
  assistants: readonly NamedAssistant[]
  runHref?: ((run_id: string) => string) | undefined
  onFollow: (event: MouseEvent, href: string) => void
  graph?: DrawRun | undefined
  spending?: DrawSpending | undefined
}

/** The run at work or the last one: where it stands, its steps, what waits behind it, its details. */
export function RunTab(props: RunTabProps) {
  const { session, snapshot, assistants, runHref, onFollow, graph, spending } = props
  const { run, conversation, queued } = snapshot
  if (!run) {
    const [next] = assistants
    return (
      <>
        {snapshot.opening === 'open' && (
          <p className="text-ink-3">Nothing has run on this thread yet.</p>
        )}
        {graph && next && <Heading>Graph</Heading>}
        {graph && next && graph(next.assistant_id, { active: [], visited: [], failed: [] })}
      </>
    )
  }
  const nodesThatAre = (...statuses: Step['status'][]) =>
    conversation.steps.filter(({ status }) => statuses.includes(status)).map(({ node }) => node)
  const href = run.run_id ? runHref?.(run.run_id) : undefined
  const look = isAtBreak(snapshot) ? breakLook : runLook(run, snapshot)
  return (
    <>
      <div className="mb-3 flex items-center gap-2">
        <StatusPill tone={look.tone}>{look.words}</StatusPill>
        {run.run_id && (
          <span className="text-ink-3">
            <ShortId id={run.run_id} noun="run" />
          </span>
        )}
        <span className="grow" />
        {href && run.outcome !== 'rolled_back' && (
          <a
            href={href}
            onClick={(event) => onFollow(event, href)}
            className="rounded-sm text-accent text-sm hover:underline"
          >
            Open run
          </a>
        )}
      </div>
      <Heading isFirst>Steps</Heading>
      <RunSteps session={session} snapshot={snapshot} run={run} />
      {spending?.(run.run_id, `${run.outcome} ${nodesThatAre('done', 'paused', 'failed').length}`)}
      {graph && run.assistant_id && <Heading>Graph</Heading>}
      {graph &&
        run.assistant_id &&
        graph(run.assistant_id, {
          active: nodesThatAre('running'),
          visited: nodesThatAre('done', 'paused'),
          failed: nodesThatAre('failed'),
        })}
      {queued.length > 0 && <Heading>Queued behind it</Heading>}
      <div className="grid gap-2">
        {queued.map((record, index) => (
          <Note key={record.run_id}>
            <div className="line-clamp-2">“{runTitle(record)}”</div>
            <div className="text-ink-3 text-xs">
              {[record.status, record.multitask_strategy].filter(Boolean).join(' · ')}
            </div>
            <QueueActions
              session={session}
              snapshot={snapshot}
              run={record}
              isFirst={index === 0}
            />
          </Note>
        ))}
      </div>
      <Heading>Details</Heading>
      <Details run={run} snapshot={snapshot} keys={session.feedbackKeys} assistants={assistants} />
    </>
  )
}

function Heading({ children, isFirst = false }: { children: string; isFirst?: boolean }) {
  return (
    <h3 className={cx('mb-1.5 font-semibold', isFirst ? 'mt-0.5' : 'mt-[18px]')}>{children}</h3>
  )
}

function runLook(
  { outcome, cancel, record, run_id, silence }: TrackedRun,
  { reconnecting }: Pick<SessionSnapshot, 'reconnecting'>,
): { tone: Tone; words: string } {
  if (outcome === 'other') return { tone: 'idle', words: record?.status ?? 'Unknown' }
  if (outcome !== 'active') return outcomeLooks[outcome]
  // As the conversation says it: what cannot be heard is not told as running.
  if (reconnecting && !silence) return { tone: 'warn', words: 'Reconnecting…' }
  if (cancel && cancel.stage !== 'failed') {
    return { tone: 'run', words: cancel.action === 'rollback' ? 'Rolling back…' : 'Stopping…' }
  }
  if (silence) return { tone: 'warn', words: silenceWords[silence.status] }
  if (run_id === null) return { tone: 'run', words: 'Sending…' }
  return record?.status === 'pending' ? activeLooks.pending : activeLooks.running
}

type DetailsProps = {
  run: TrackedRun
  snapshot: SessionSnapshot
  keys: readonly string[]
  assistants: readonly NamedAssistant[]
}

function Details({ run, snapshot, keys, assistants }: DetailsProps) {
  const { record } = run
  const { metadata } = snapshot.state ?? {}
  const written = metadata?.run_id === run.run_id ? metadata?.graph_id : null
  const known = assistants.find((item) => item.assistant_id === run.assistant_id)?.name
  const graph = known ?? record?.metadata?.graph_id ?? written
  const started = record?.started_at ?? record?.created_at
  const startedAt = run.startedAt ?? (started ? Date.parse(started) : null)
  return (
    <Facts density="compact">
      <Fact term="Assistant">
        {typeof graph === 'string' ? (
          graph
        ) : run.assistant_id ? (
          <ShortId id={run.assistant_id} noun="assistant" />
        ) : (
          '–'
        )}
      </Fact>
      {record?.revision_id && (
        <Fact term="Revision">
          <ShortId id={record.revision_id} noun="revision" />
        </Fact>
      )}
      <UsageFacts usage={record?.usage} />
      <Fact term="Started">
        <span className="tabular-nums">
          {startedAt === null ? '–' : formatClockTime(startedAt)}
        </span>
      </Fact>
      <Fact term="If I leave">
        {run.onDisconnect === 'cancel' ? 'is cancelled' : 'keeps running'}
      </Fact>
      <Fact term="Feedback keys">
        {keys.length > 0 ? <span className="mono">{keys.join(', ')}</span> : 'none'}
      </Fact>
      {run.failure && run.outcome === 'failed' && <Fact term="Error">{run.failure.message}</Fact>}
      {run.cancel && <CancelFacts cancel={run.cancel} />}
    </Facts>
  )
}

/** A cancel with the time of each of its stages. */
function CancelFacts({ cancel }: { cancel: CancelRequest }) {
  const at = (time: number) => <span className="tabular-nums">{formatClockTime(time)}</span>
  return (
    <>
      <Fact term="Asked">
        {at(cancel.askedAt)} · {cancel.action === 'rollback' ? 'roll back' : 'stop'}
      </Fact>
      {cancel.acceptedAt !== null && <Fact term="Accepted">{at(cancel.acceptedAt)}</Fact>}
      {cancel.verifiedAt !== null && (
        <Fact term={cancel.stage === 'verified' ? 'Verified' : 'Found'}>
          {at(cancel.verifiedAt)}
          {cancel.proof ? proofs[cancel.proof] : findings[cancel.stage]}
        </Fact>
      )}
      {cancel.error && <Fact term="Refused">{cancel.error.message as ReactNode}</Fact>}
    </>
  )
}

const findings: Partial<Record<CancelRequest['stage'], string>> = {
  missed: ' · it had ended by itself',
  not_removed: ' · the run is still there',
}

const proofs: Record<RollbackProof, string> = {
  same: ' · the state is as before the run',
  different: ' · the state is not as before the run',
  unknown: ' · the state before the run is not known here',
}
