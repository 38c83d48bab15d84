import { JsonView } from '../../ui/page/json-view.tsx'
import { changedFields } from '../conversation/changed-fields.ts'
import type { SessionSnapshot } from '../session/session-types.ts'

type Values = Readonly<Record<string, unknown>> | null | undefined

/**
 * What came of the last run in the thread's state, where it brought no message that says it: the fields that it
 * changed, or, where the state before it is not known, all.
 */
export function StateResult({ snapshot }: { snapshot: SessionSnapshot }) {
  const { conversation, run, viewing } = snapshot
  const isWatched = run !== null && !viewing && run.outcome !== 'rolled_back'
  const before = isWatched ? (run.before?.values as Values) : null
  const fields = changedFields(before, conversation.values as Values)
  const hasChanged = Object.keys(fields).length > 0
  if (!hasChanged && run?.outcome === 'success') {
    return (
      <p className="text-ink-2 text-md">
        The run ended without an answer{before ? ', and changed nothing in the state' : ''}.
      </p>
    )
  }
  if (!hasChanged) return null
  const label = before ? 'What the run changed in the state' : 'Values of the thread'
  return (
    <>
      <p className="mb-1 text-ink-3 text-sm">{label}</p>
      <JsonView value={fields} label={label.toLowerCase()} openDepth={2} />
    </>
  )
}

/** Whether the conversation ends without an answer, and no run is making one. */
export function isWithoutAnswer({ conversation, run }: SessionSnapshot): boolean {
  const last = conversation.messages.at(-1)
  return run?.outcome !== 'active' && (!last || last.kind === 'human')
}
