import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { isActive, type Run } from '../../contract/agent-server/runs.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { wordlessTurn } from '../conversation/turns.ts'
import { type RunChange, readRunChange } from '../history/run-change.ts'
import type { RunMark } from '../run-marks.ts'
import type { RunSession, SessionSnapshot } from '../session/session-types.ts'
import type { VoteState } from '../votes/vote-board.ts'
import { StateResult, wordlessResult } from './state-result.tsx'
import { type AroundAnswers, TurnView } from './turn-view.tsx'

type EarlierRunsProps = {
  session: RunSession
  snapshot: SessionSnapshot
  marks: ReadonlyMap<string, RunMark>
  votes: Readonly<Record<string, VoteState>>
  runLink: (run_id: string) => ReactNode
  around?: AroundAnswers | undefined
}

/** Runs that are shown at once: each is read from the thread's history. */
const pageSize = 10

/** The runs before the last one of a thread without messages: what each changed, its link and its vote. */
export function EarlierRuns(props: EarlierRunsProps) {
  const { snapshot } = props
  const [count, setCount] = useState(pageSize)
  const watched = useWatchedChanges(snapshot)
  const { records, run } = snapshot
  const earlier = records.filter((record) => !isActive(record) && record.run_id !== run?.run_id)
  const shown = earlier.slice(-count)
  return (
    <>
      {shown.length < earlier.length && (
        <Button size="sm" className="self-start" onClick={() => setCount(count + pageSize)}>
          Show earlier runs
        </Button>
      )}
      {shown.map((record) => (
        <EarlierRun
          {...props}
          key={record.run_id}
          record={record}
          known={watched.get(record.run_id)}
        />
      ))}
    </>
  )
}

/** What the runs changed that this page watched to their ends: shown on as it was, with nothing to read. */
function useWatchedChanges(snapshot: SessionSnapshot): ReadonlyMap<string, RunChange> {
  const [changes, setChanges] = useState<ReadonlyMap<string, RunChange>>(new Map())
  const run_id = snapshot.run?.run_id
  const result = wordlessResult(snapshot)
  if (run_id && result && !result.isWhole && !changes.has(run_id)) {
    setChanges(new Map(changes).set(run_id, result))
  }
  return changes
}

type EarlierRunProps = EarlierRunsProps & { record: Run; known: RunChange | undefined }

function EarlierRun({ session, record, known, marks, votes, runLink, around }: EarlierRunProps) {
  const { run_id, thread_id } = record
  const [read, setRead] = useState<RunChange | 'reading' | 'gone' | 'failed'>('reading')
  const isKnown = known !== undefined
  const { transport } = session
  useEffect(() => {
    if (isKnown) return
    const controller = new AbortController()
    const { signal } = controller
    const show = (next: RunChange | 'gone' | 'failed') => signal.aborted || setRead(next)
    readRunChange(transport, { thread_id, run_id }, signal).then(
      (change) => show(change ?? 'gone'),
      () => show('failed'),
    )
    return () => controller.abort()
  }, [transport, thread_id, run_id, isKnown])
  const turn = useMemo(() => wordlessTurn(run_id), [run_id])
  const change = known ?? read
  const mark = marks.get(run_id)
  return (
    <TurnView
      turn={turn}
      mark={mark}
      isActive={false}
      vote={votes[run_id]}
      feedback={session.feedback}
      runLink={runLink}
      result={drawn(change, mark?.outcome === 'success')}
      isResultRated={typeof change !== 'string' && Object.keys(change.fields).length > 0}
      around={around}
    />
  )
}

const gone = 'The thread no longer has what this run changed.'
const failed = 'What this run changed could not be read.'

function drawn(change: RunChange | 'reading' | 'gone' | 'failed', hasSucceeded: boolean) {
  if (change === 'reading') return <Skeleton label="Loading what the run changed" lines={2} />
  if (typeof change !== 'string') return <StateResult {...change} hasSucceeded={hasSucceeded} />
  return <p className="text-ink-2 text-md">{change === 'gone' ? gone : failed}</p>
}
