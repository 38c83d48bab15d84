import { Button } from '../../../ui/controls/button.tsx'
import { Note } from '../../../ui/page/note.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import type { CheckpointEntry } from '../../checkpoints/checkpoint-entry.ts'
import { HandsFocusOn } from '../../hands-focus-on.tsx'
import type { RunSession } from '../../session/session-types.ts'
import { StateDiff } from './state-diff.tsx'
import { useStateAt } from './use-state-at.ts'

type CompareStatesProps = {
  session: RunSession
  /** Two, the older first. */
  entries: readonly CheckpointEntry[]
  onClose: () => void
}

/** What changed between two chosen checkpoints, whichever branches they are on. */
export function CompareStates({ session, entries, onClose }: CompareStatesProps) {
  const [older, newer] = entries
  const before = useStateAt(session, older?.checkpoint_id ?? null)
  const after = useStateAt(session, newer?.checkpoint_id ?? null)
  const problem = before.error ?? after.error
  const label = `step ${older?.step ?? '?'} and step ${newer?.step ?? '?'}`
  return (
    <section aria-label={`Compare ${label}`} className="mb-3 rounded-md border p-3">
      <div className="mb-2 flex items-center gap-2">
        <h3 className="grow font-semibold">{`From ${label.replace(' and ', ' to ')}`}</h3>
        <HandsFocusOn>
          <Button size="sm" onClick={onClose}>
            Close
          </Button>
        </HandsFocusOn>
      </div>
      {problem ? (
        <Note tone="bad">{problem.message}</Note>
      ) : before.state && after.state ? (
        <StateDiff before={before.state.values} after={after.state.values} label={label} />
      ) : (
        <Skeleton label="Loading the states" lines={3} />
      )}
    </section>
  )
}
