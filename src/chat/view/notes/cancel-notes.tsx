import { Note } from '../../../ui/page/note.tsx'
import type { TrackedRun } from '../../session/session-types.ts'

/** What came of stopping a run or rolling it back, or that it is gone. */
export function CancelNotes({ run }: { run: TrackedRun }) {
  const isOurs = run.cancel?.action === 'rollback'
  return (
    <>
      {run.outcome === 'rolled_back' && (
        <Note tone="info" title={isOurs ? 'Rolled back' : 'The run is gone'}>
          {isOurs ? rollbackWords[run.cancel?.proof ?? 'unknown'] : goneWords}
        </Note>
      )}
      {run.cancel?.stage === 'not_removed' && (
        <Note tone="warn" title="Stopped, but not rolled back">
          The server ended the run and kept it, with its checkpoints.
        </Note>
      )}
      {run.cancel?.stage === 'missed' && (
        <Note tone="info">The run had ended before it could be stopped.</Note>
      )}
    </>
  )
}

const goneWords =
  'It was rolled back or deleted, but not from this page. What you see is the thread as it is now.'

const rollbackWords = {
  same: 'The run and its checkpoints are gone; the thread is as it was before.',
  different:
    'The run is gone, but the thread is not as it was before it: compare the states in the history.',
  unknown: 'The run is gone. Whether the thread is as it was before could not be checked.',
} as const
