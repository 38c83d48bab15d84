import { useEffect, useMemo } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Note } from '../../ui/page/note.tsx'
import { StepTimeline } from '../../ui/page/step-timeline.tsx'
import type { Step } from '../conversation/conversation-types.ts'
import { stepsOfRun } from '../history/steps-of-run.ts'
import { useHistory } from '../history/use-time-travel.ts'
import type { RunSession, SessionSnapshot, TrackedRun } from '../session/session-types.ts'

type RunStepsProps = { session: RunSession; snapshot: SessionSnapshot; run: TrackedRun }

/** Few runs have fewer steps: what stands below them need not move when they come. */
const twoStepsHigh = 'min-h-[52px]'

/** A checkpoint of a longer thread is too much to read without being asked. */
const longThread = 200

/** The run's steps on a scale: as they were watched, or as the checkpoints tell them to who came late. */
export function RunSteps({ session, snapshot, run }: RunStepsProps) {
  const { conversation, records } = snapshot
  const watched = conversation.steps
  const isActive = run.outcome === 'active'
  const wasThere = watched.length > 0 && watched.every((step) => step.startedAt !== null)
  const { entries, isReading, isComplete, error } = useHistory(session)
  const ended = records.find((record) => record.run_id === run.run_id)?.ended_at
  const endedAt = isActive ? null : (run.endedAt ?? (ended ? Date.parse(ended) : null))
  const told = useMemo(
    () =>
      run.run_id ? stepsOfRun(entries, run.run_id, endedAt ?? lastTime(entries, isActive)) : [],
    [entries, run.run_id, endedAt, isActive],
  )
  const isLong = conversation.messages.length > longThread
  const shouldRead = !wasThere && run.run_id !== null && run.outcome !== 'rolled_back' && !isLong
  const done = watched.filter((step) => step.status !== 'running').length
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step or another run asks again
  useEffect(() => {
    if (shouldRead) void session.history.refresh()
  }, [session, shouldRead, done, run.run_id])

  const steps = wasThere || told.length === 0 ? watched : told
  const timed = steps.flatMap(timedStep)
  const untimed = steps.filter((step) => !timed.some((item) => item.id === step.key))
  const oldest = entries.at(-1)
  const isPartial = steps === told && oldest?.run_id === run.run_id && !isComplete
  const isToCome = isReading || (shouldRead && entries.length === 0 && !isComplete && !error)
  if (steps.length === 0) {
    return (
      <>
        <p className={cx('mb-2 text-ink-3', isToCome && !isActive && twoStepsHigh)}>
          {isActive
            ? 'No step has started yet.'
            : isToCome
              ? 'Reading the steps…'
              : 'This page was not there while the run worked.'}
        </p>
        {error && <Note tone="bad">{error.message}</Note>}
        {!isActive && isLong && (
          <Button size="sm" isPending={isReading} onClick={() => void session.history.refresh()}>
            Read the steps from the checkpoints
          </Button>
        )}
      </>
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
      {isPartial && (
        <Button
          size="sm"
          isPending={isReading}
          onClick={() =>
            void session.history.readUntil(({ entries: now }) => now.at(-1)?.run_id !== run.run_id)
          }
        >
          Show earlier steps
        </Button>
      )}
    </>
  )
}

/** Where the server does not tell when a run ended, its last checkpoint does. */
function lastTime(entries: readonly { created_at: string | null }[], isActive: boolean) {
  const ms = Date.parse(entries[0]?.created_at ?? '')
  return isActive || Number.isNaN(ms) ? null : ms
}

function timedStep({ key, node, status, startedAt, endedAt }: Step) {
  if (startedAt === null || (endedAt === null && status !== 'running')) return []
  const isCut = status === 'cut'
  return [
    {
      id: key,
      name: node,
      startMs: startedAt,
      endMs: endedAt,
      hasFailed: status === 'failed',
      isCut,
    },
  ]
}

const stepWords: Record<Step['status'], string> = {
  running: 'running',
  done: 'done',
  paused: 'paused',
  failed: 'failed',
  cut: 'cut off',
}
