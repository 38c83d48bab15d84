import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { JsonView } from '../../../ui/page/json-view.tsx'
import type { StartRun } from '../../history/use-time-travel.ts'
import type { RunSession, SessionSnapshot } from '../../session/session-types.ts'
import { StateDiff } from './state-diff.tsx'
import { StateEditor } from './state-editor.tsx'
import { useStateAt } from './use-state-at.ts'

type StateTabProps = { session: RunSession; snapshot: SessionSnapshot; start: StartRun }

/** The thread's values as they change, what the last step changed, and a way to change them by hand. */
export function StateTab({ session, snapshot, start }: StateTabProps) {
  const { conversation, state, viewing, run } = snapshot
  const [isEditing, setIsEditing] = useState(false)
  const isActive = run?.outcome === 'active'
  const shown = viewing ?? state
  const values = conversation.values ?? shown?.values
  if (values === null || values === undefined || !hasFields(values)) {
    return <p className="text-ink-3">The thread has no state yet.</p>
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="grow text-ink-3 text-sm">
          {isActive
            ? 'As the run writes it'
            : viewing
              ? 'At the checkpoint that is shown'
              : 'The newest state'}
        </span>
        <Button
          acts
          size="sm"
          disabledReason={
            isActive ? 'A run is at work on the thread' : shown ? undefined : 'It is not read yet'
          }
          aria-expanded={isEditing}
          onClick={() => setIsEditing(!isEditing)}
        >
          Edit state
        </Button>
      </div>
      {isEditing && shown && !isActive && (
        <StateEditor
          key={shown.checkpoint?.checkpoint_id}
          session={session}
          state={shown}
          checkpoint_id={viewing?.checkpoint?.checkpoint_id ?? null}
          start={start}
          onClose={() => setIsEditing(false)}
        />
      )}
      {isActive ? (
        <LiveChange snapshot={snapshot} />
      ) : (
        shown?.parent_checkpoint && (
          <LastChange
            session={session}
            parent_id={shown.parent_checkpoint.checkpoint_id ?? null}
            values={shown.values}
          />
        )
      )}
      <JsonView value={values} label="state of the thread" />
    </div>
  )
}

/** While a run is at work: what its last step changed. */
function LiveChange({ snapshot: { conversation } }: { snapshot: SessionSnapshot }) {
  if (conversation.valuesBefore === null) return null
  return (
    <section aria-label="What the last step changed">
      <h3 className="mb-1 text-ink-3 text-sm">What the last step changed</h3>
      <StateDiff
        before={conversation.valuesBefore}
        after={conversation.values}
        label="the last two steps"
      />
    </section>
  )
}

type LastChangeProps = { session: RunSession; parent_id: string | null; values: unknown }

function LastChange({ session, parent_id, values }: LastChangeProps) {
  const [isWanted, setIsWanted] = useState(false)
  const { state, error } = useStateAt(session, isWanted ? parent_id : null)
  if (!isWanted) {
    return (
      <div>
        <Button size="sm" onClick={() => setIsWanted(true)}>
          What the last step changed
        </Button>
      </div>
    )
  }
  if (error) return <p className="text-bad text-sm">{error.message}</p>
  return state && <StateDiff before={state.values} after={values} label="the last two steps" />
}

function hasFields(values: unknown): boolean {
  return typeof values !== 'object' || values === null || Object.keys(values).length > 0
}
