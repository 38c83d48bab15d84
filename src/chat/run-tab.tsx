import type { MouseEvent, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { formatClockTime } from '../ui/format-time.ts'
import { Note } from '../ui/note.tsx'
import { ShortId } from '../ui/short-id.tsx'
import { StatusPill, type Tone } from '../ui/status-pill.tsx'
import { StepTimeline } from '../ui/step-timeline.tsx'
import type { Step } from './conversation-types.ts'
import { outcomeLooks } from './outcome-looks.ts'
import { runTitle } from './run-input.ts'
import type { CancelRequest, RunSession, SessionSnapshot, TrackedRun } from './session-types.ts'

type NamedAssistant = { assistant_id: string; name: string }

type RunTabProps = {
  session: RunSession
  snapshot: SessionSnapshot
  assistants: readonly NamedAssistant[]
  runHref?: ((run_id: string) => string) | undefined
  onFollow: (event: MouseEvent, href: string) => void
}

/** The run at work or the last one: where it stands, its steps, what waits behind it, its details. */
export function RunTab({ session, snapshot, assistants, runHref, onFollow }: RunTabProps) {
  const { run, conversation, queued } = snapshot
  if (!run) return <p className="text-ink-3">Nothing has run on this thread yet.</p>
  const href = run.run_id ? runHref?.(run.run_id) : undefined
  const look = runLook(run)
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
      <Steps steps={conversation.steps} isActive={run.outcome === 'active'} />
      {queued.length > 0 && <Heading>Queued behind it</Heading>}
      <div className="grid gap-2">
        {queued.map((record) => {
          const cancel = snapshot.queuedCancels[record.run_id]
          return (
            <Note
              key={record.run_id}
              action={
                <Button
                  size="sm"
                  variant="ghost"
                  isPending={cancel !== undefined && cancel.stage !== 'failed'}
                  onClick={() => void session.interrupt(record.run_id)}
                >
                  Cancel
                </Button>
              }
            >
              <div className="line-clamp-2">“{runTitle(record)}”</div>
              <div className="text-ink-3 text-xs">
                {[record.status, record.multitask_strategy].filter(Boolean).join(' · ')}
              </div>
            </Note>
          )
        })}
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

function runLook({ outcome, cancel, record, run_id }: TrackedRun): { tone: Tone; words: string } {
  if (outcome === 'other') return { tone: 'idle', words: record?.status ?? 'Unknown' }
  if (outcome !== 'active') return outcomeLooks[outcome]
  if (cancel && cancel.stage !== 'failed') {
    return { tone: 'run', words: cancel.action === 'rollback' ? 'Rolling back…' : 'Stopping…' }
  }
  const isStarting = run_id === null || record?.status === 'pending'
  return { tone: 'run', words: isStarting ? 'Starting' : 'Running' }
}

function Steps({ steps, isActive }: { steps: readonly Step[]; isActive: boolean }) {
  const timed = steps.flatMap((step) =>
    step.startedAt === null || (step.endedAt === null && step.status !== 'running')
      ? []
      : [
          {
            id: step.key,
            name: step.node,
            startMs: step.startedAt,
            endMs: step.endedAt,
            hasFailed: step.status === 'failed',
          },
        ],
  )
  const untimed = steps.filter((step) => !timed.some((item) => item.id === step.key))
  if (steps.length === 0) {
    return (
      <p className="mb-3 text-ink-3">
        {isActive ? 'No step has started yet.' : 'This page was not there while the run worked.'}
      </p>
    )
  }
  return (
    <>
      {untimed.map((step) => (
        <div key={step.key} className="flex h-[26px] items-center gap-2">
          <span className="mono grow truncate" title={step.node}>
            {step.node}
          </span>
          <span className="text-ink-3 text-sm" title="This page was not there to measure it">
            {stepWords[step.status]}
          </span>
        </div>
      ))}
      {timed.length > 0 && <StepTimeline label="Steps of the run" steps={timed} />}
    </>
  )
}

const stepWords: Record<Step['status'], string> = {
  running: 'running',
  done: 'done',
  paused: 'paused',
  failed: 'failed',
  cut: 'cut off',
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
          {findings[cancel.stage]}
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
