import { useEffect, useMemo, useState } from 'react'
import {
  isBeginningRead,
  type Step,
  stepsOfRun,
} from '../../contract/agent-server/steps/steps-of-run.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { now } from '../../ui/format/now.ts'
import { Note } from '../../ui/page/note.tsx'
import { StepTimeline } from '../../ui/page/step-timeline.tsx'
import { timelineStep } from '../history/timeline-step.ts'
import { useHistory } from '../history/use-time-travel.ts'
import type { RunSession, SessionSnapshot, TrackedRun } from '../session/session-types.ts'

type RunStepsProps = { session: RunSession; snapshot: SessionSnapshot; run: TrackedRun }

/** Few runs have fewer steps: what stands below them need not move when they come. */
const twoStepsHigh = 'min-h-[52px]'

/** A checkpoint of a longer thread is too much to read without being asked. */
const longThread = 200

/**
 * The run's steps on a scale: as they are watched while it works, and by its server's clock, as its page has them, once it
 * has ended or where nobody watched.
 */
export function RunSteps({ session, snapshot, run }: RunStepsProps) {
  const { conversation, records, reconnecting } = snapshot
  const lostSince = useSince(reconnecting !== null && run.silence === null)
  const watched = conversation.steps
  const isActive = run.outcome === 'active'
  const wasThere = watched.length > 0 && watched.every((step) => step.startedAt !== null)
  const { entries, isReading, isComplete, error } = useHistory(session)
  const record = run.record ?? records.find((one) => one.run_id === run.run_id)
  const wasStopped = run.outcome === 'stopped'
  const told = useMemo(
    () => (record ? stepsOfRun(entries, record, wasStopped) : []),
    [entries, record, wasStopped],
  )
  const isLong = conversation.messages.length > longThread
  const isToTell = !(isActive && wasThere) && run.run_id !== null && run.outcome !== 'rolled_back'
  const shouldRead = isToTell && !isLong
  const done = watched.filter((step) => step.status !== 'running').length
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step or another run asks again
  useEffect(() => {
    if (shouldRead) void session.history.refresh()
  }, [session, shouldRead, done, run.run_id])

  const isPartial = told.length > 0 && !isComplete && !isBeginningRead(entries, run.run_id)
  // What was watched is whole, and stays until the checkpoints tell all of it.
  const isWhole = !isPartial && told.length >= watched.length
  const isTold = isToTell && told.length > 0 && (isWhole || !wasThere)
  const steps = isTold ? told : watched
  const timed = steps.flatMap((step) => timelineStep(step) ?? [])
  const untimed = steps.filter((step) => !timed.some((item) => item.id === step.key))
  const hasMore = isPartial || (isToTell && isLong && !isTold)
  const isToCome = isReading || (shouldRead && entries.length === 0 && !isComplete && !error)
  const readAll = async () => {
    await session.history.refresh()
    await session.history.readUntil(({ entries: now }) => isBeginningRead(now, run.run_id))
  }
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
          <Button size="sm" isPending={isReading} onClick={() => void readAll()}>
            {readWords}
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
      {timed.length > 0 && (
        <StepTimeline label="Steps of the run" steps={timed} lostSince={lostSince} />
      )}
      {hasMore && (
        <Button size="sm" isPending={isReading} onClick={() => void readAll()}>
          {isTold ? 'Show earlier steps' : readWords}
        </Button>
      )}
    </>
  )
}

/** When it became so, by the server's clock in milliseconds since 1970; null while it is not. */
function useSince(isSo: boolean): number | null {
  const [since, setSince] = useState<number | null>(null)
  if (isSo !== (since !== null)) setSince(isSo ? now() : null)
  return since
}

const readWords = 'Read the steps from the checkpoints'

const stepWords: Record<Step['status'], string> = {
  running: 'running',
  done: 'done',
  paused: 'paused',
  failed: 'failed',
  cut: 'cut off',
}
