import { useState } from 'react'
import type { ThreadState } from '../../../contract/agent-server/threads.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ShortId } from '../../../ui/format/short-id.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { JsonView } from '../../../ui/page/json-view.tsx'
import { Note } from '../../../ui/page/note.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import type { CheckpointEntry } from '../../checkpoints/checkpoint-entry.ts'
import type { StartRun } from '../../history/use-time-travel.ts'
import type { RunSession, SessionSnapshot } from '../../session/session-types.ts'
import { StateDiff } from '../state/state-diff.tsx'
import { StateEditor } from '../state/state-editor.tsx'
import { useStateAt } from '../state/use-state-at.ts'

/** The state at a checkpoint, and the run that made it. */
export type MakeCase = (at: {
  thread_id: string
  checkpoint_id: string
  run_id: string | null
  values: ThreadState['values']
}) => void

type CheckpointDetailProps = {
  session: RunSession
  snapshot: SessionSnapshot
  entry: CheckpointEntry
  start: StartRun
  onMakeCase: MakeCase | undefined
}

/** A checkpoint unfolded: its state, what changed, and the ways to go on from it. */
export function CheckpointDetail(props: CheckpointDetailProps) {
  const { session, snapshot, entry, start, onMakeCase } = props
  const { thread_id } = snapshot
  const { checkpoint_id, run_id } = entry
  const { state, error } = useStateAt(session, entry.checkpoint_id)
  const parent = useStateAt(session, entry.parent_id)
  const [isEditing, setIsEditing] = useState(false)
  const { problem, isPending, act } = useAct()
  const blocked = snapshot.run?.outcome === 'active' ? 'A run is at work on the thread' : undefined
  const goOn = async () => {
    const result = await start({ input: null }, { checkpoint_id: entry.checkpoint_id })
    if (!result.ok) throw result.error
    await session.history.refresh()
  }
  if (error) return <Note tone="bad">{error.message}</Note>
  if (!state) return <Skeleton label="Loading the state" lines={3} />
  return (
    <div className="grid gap-2.5">
      <Facts density="compact">
        <Fact term="Checkpoint">
          <ShortId id={entry.checkpoint_id} noun="checkpoint" />
        </Fact>
        {entry.run_id && (
          <Fact term="Run">
            <ShortId id={entry.run_id} noun="run" />
          </Fact>
        )}
        <Fact term="Next">{entry.next.join(', ') || 'nothing: the graph is at its end'}</Fact>
        {entry.tasks
          .filter((task) => task.error !== null)
          .map((task) => (
            <Fact key={task.id} term={`${task.name} failed`}>
              {task.error}
            </Fact>
          ))}
      </Facts>
      <div className="flex flex-wrap gap-1.5">
        <Button
          size="sm"
          isPending={isPending}
          disabledReason={blocked}
          onClick={() => act(() => session.view(entry.checkpoint_id))}
        >
          Show in the conversation
        </Button>
        <Button
          acts
          size="sm"
          disabledReason={
            blocked ??
            (entry.next.length === 0 ? 'No step follows: send a message from here' : undefined)
          }
          onClick={() => act(goOn)}
        >
          Run on from here
        </Button>
        <Button
          size="sm"
          aria-expanded={isEditing}
          disabledReason={blocked}
          onClick={() => setIsEditing(!isEditing)}
        >
          Edit state
        </Button>
        {onMakeCase && thread_id && (
          <Button
            acts
            size="sm"
            onClick={() => onMakeCase({ thread_id, checkpoint_id, run_id, values: state.values })}
          >
            Make a case
          </Button>
        )}
      </div>
      {problem && <Note tone="bad">{problem}</Note>}
      {isEditing && (
        <StateEditor
          session={session}
          state={state}
          checkpoint_id={entry.checkpoint_id}
          start={start}
          onClose={() => setIsEditing(false)}
        />
      )}
      <Changes entry={entry} state={state} parent={parent.state} />
      <JsonView value={state.values} label="state at the checkpoint" openDepth={1} />
    </div>
  )
}

type ChangesProps = { entry: CheckpointEntry; state: ThreadState; parent: ThreadState | null }

function Changes({ entry, state, parent }: ChangesProps) {
  if (entry.parent_id === null || !parent) return null
  return (
    <div>
      <h3 className="mb-1 text-ink-3 text-sm">What this step changed</h3>
      <StateDiff before={parent.values} after={state.values} label="the step before and this one" />
    </div>
  )
}

/** Runs an action of a button and keeps what it failed with. */
function useAct() {
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const act = (work: () => Promise<unknown>) => {
    setIsPending(true)
    setProblem(null)
    work()
      .catch((error: Error) => setProblem(error.message))
      .finally(() => setIsPending(false))
  }
  return { isPending, problem, act }
}
