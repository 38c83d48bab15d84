import { JsonView } from '../../ui/page/json-view.tsx'
import { changedFields } from '../conversation/runs/changed-fields.ts'
import type { RunChange } from '../history/run-change.ts'
import type { SessionSnapshot } from '../session/session-types.ts'

type Values = Readonly<Record<string, unknown>> | null | undefined

/** What a run that brought no message did to the thread's state. */
interface Wordless extends RunChange {
  readonly hasSucceeded: boolean
}

/** What came of the last run, where the conversation ends without an answer and no run is making one. */
export function wordlessResult({ conversation, run, viewing }: SessionSnapshot): Wordless | null {
  const last = conversation.messages.at(-1)
  if (run?.outcome === 'active' || (last && last.kind !== 'human')) return null
  const isWatched = run !== null && !viewing && run.outcome !== 'rolled_back'
  const before = isWatched ? (run.before?.values as Values) : null
  return {
    fields: changedFields(before, conversation.values as Values),
    isWhole: !before,
    hasSucceeded: run?.outcome === 'success',
  }
}

/** What came of a run without a message: the fields that it changed, or that it changed nothing. */
export function StateResult({ fields, isWhole, hasSucceeded }: Wordless) {
  if (Object.keys(fields).length === 0) {
    if (!hasSucceeded) return null
    return (
      <p className="text-ink-2 text-md">
        The run ended without an answer{isWhole ? '' : ', and changed nothing in the state'}.
      </p>
    )
  }
  const label = !isWhole ? 'What the run changed in the state' : 'Values of the thread'
  return (
    <>
      <p className="mb-1 text-ink-3 text-sm">{label}</p>
      <JsonView value={fields} label={label.toLowerCase()} openDepth={2} />
    </>
  )
}
