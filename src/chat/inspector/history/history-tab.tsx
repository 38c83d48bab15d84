import { Fragment, type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Note } from '../../../ui/page/note.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { type StartRun, shownHead, useHistory } from '../../history/use-time-travel.ts'
import type { RunSession, SessionSnapshot } from '../../session/session-types.ts'
import { CompareStates } from '../state/compare-states.tsx'
import { CheckpointDetail, type MakeCase } from './checkpoint-detail.tsx'
import { CheckpointRow } from './checkpoint-row.tsx'
import { RunOfCheckpoints } from './run-of-checkpoints.tsx'

type HistoryTabProps = {
  session: RunSession
  snapshot: SessionSnapshot
  start: StartRun
  onMakeCase: MakeCase | undefined
  runHref: ((run_id: string) => string) | undefined
  onFollow: (event: MouseEvent, href: string) => void
  size: DrawSize | undefined
}

/** Draws how much is kept of the thread; `progress` changes when there may be more of it. */
export type DrawSize = (thread_id: string, progress: string) => ReactNode

/** The thread's checkpoints, newest first: to look at, compare, change and go on from. */
export function HistoryTab(props: HistoryTabProps) {
  const { session, snapshot, start, onMakeCase, runHref, onFollow, size } = props
  const { entries, isComplete, isReading, error } = useHistory(session)
  const [openId, setOpenId] = useState<string | null>(null)
  const [compared, setCompared] = useState<readonly string[]>([])
  const head = shownHead(snapshot)
  const byId = new Map(entries.map((entry) => [entry.checkpoint_id, entry]))
  if (snapshot.thread_id === null) return <p className="text-ink-3">There is no thread yet.</p>
  if (entries.length === 0) {
    return <Unread session={session} isReading={isReading} isComplete={isComplete} error={error} />
  }
  const toggle = (id: string) =>
    setCompared((list) =>
      list.includes(id) ? list.filter((one) => one !== id) : [...list, id].slice(-2),
    )
  const pair = compared.flatMap((id) => byId.get(id) ?? [])
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-2 text-ink-3 text-sm">
        <span className="tabular-nums">
          {entries.length} {entries.length === 1 ? 'checkpoint' : 'checkpoints'}
          {isComplete ? '' : ', older ones not read yet'}
        </span>
        <span className="grow" />
        <Button size="sm" isPending={isReading} onClick={() => void session.history.refresh()}>
          Look for newer
        </Button>
      </div>
      {pair.length === 2 && (
        <CompareStates
          session={session}
          entries={[...pair].sort((a, b) => entries.indexOf(b) - entries.indexOf(a))}
          onClose={() => setCompared([])}
        />
      )}
      <ol aria-label="Checkpoints">
        {entries.map((entry, index) => (
          <Fragment key={entry.checkpoint_id}>
            {entry.run_id !== null && entry.run_id !== entries[index - 1]?.run_id && (
              <RunOfCheckpoints
                run_id={entry.run_id}
                record={snapshot.records.find(({ run_id }) => run_id === entry.run_id)}
                href={runHref?.(entry.run_id)}
                onFollow={onFollow}
              />
            )}
            <CheckpointRow
              entry={entry}
              parent={byId.get(entry.parent_id ?? '')}
              isShown={entry.checkpoint_id === head}
              isOpen={entry.checkpoint_id === openId}
              isCompared={compared.includes(entry.checkpoint_id)}
              onToggle={() =>
                setOpenId(entry.checkpoint_id === openId ? null : entry.checkpoint_id)
              }
              onCompare={() => toggle(entry.checkpoint_id)}
            >
              <CheckpointDetail
                session={session}
                snapshot={snapshot}
                entry={entry}
                start={start}
                onMakeCase={onMakeCase}
              />
            </CheckpointRow>
          </Fragment>
        ))}
      </ol>
      {error && <Note tone="bad">{error.message}</Note>}
      {!isComplete && (
        <div className="mt-2">
          <Button size="sm" isPending={isReading} onClick={() => void session.history.more()}>
            Show older
          </Button>
        </div>
      )}
      {size?.(snapshot.thread_id, entries[0]?.checkpoint_id ?? '')}
    </>
  )
}

type UnreadProps = {
  session: RunSession
  isReading: boolean
  isComplete: boolean
  error: Error | null
}

/** Nothing is read before somebody opens this list: each checkpoint brings a whole state along. */
function Unread({ session, isReading, isComplete, error }: UnreadProps) {
  const isAsked = !isReading && !isComplete && error === null
  useEffect(() => {
    if (isAsked) void session.history.refresh()
  }, [isAsked, session])
  if (isReading || isAsked) return <Skeleton label="Loading checkpoints" lines={4} />
  return (
    <>
      {error && <Note tone="bad">{error.message}</Note>}
      {isComplete && <p className="mb-2 text-ink-3">The thread has no checkpoints.</p>}
      <Button onClick={() => void session.history.refresh()}>
        {error ? 'Try again' : 'Look for newer'}
      </Button>
    </>
  )
}
