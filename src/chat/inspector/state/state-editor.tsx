import { useId, useState } from 'react'
import type { ThreadState } from '../../../contract/agent-server/threads.ts'
import { writeJson } from '../../../contract/exact-json.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { cx } from '../../../ui/cx.ts'
import { JsonEditor } from '../../../ui/json-editor/json-editor.tsx'
import { Note } from '../../../ui/page/note.tsx'
import { onEscape } from '../../composer/on-escape.ts'
import { HandsFocusOn } from '../../hands-focus-on.tsx'
import type { StartRun } from '../../history/use-time-travel.ts'
import { parseRecord } from '../../parse-record.ts'
import type { RunSession } from '../../session/session-types.ts'
import { jsonDiff } from './json-diff.ts'
import { StateDiff } from './state-diff.tsx'
import { useStateSchema } from './use-state-schema.ts'

type StateEditorProps = {
  session: RunSession
  state: ThreadState
  /** Null edits the newest state. */
  checkpoint_id: string | null
  start: StartRun
  onClose: () => void
}

/**
 * Edits a state as JSON. Only the fields that were changed are sent: the graph's reducers apply them, so
 * a list may be added to rather than replaced.
 */
export function StateEditor({ session, state, checkpoint_id, start, onClose }: StateEditorProps) {
  const [text, setText] = useState(() => writeJson(state.values, 2))
  const [node, setNode] = useState('')
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const nodeId = useId()
  const schema = useStateSchema(session, state)
  const values = parseRecord(text)
  const changed = values ? changedFields(state.values, values) : {}
  const count = Object.keys(changed).length
  const refused = !values
    ? 'This is no JSON object yet'
    : count === 0
      ? 'Nothing was changed'
      : undefined
  const save = async (runsOn: boolean) => {
    setIsPending(true)
    setProblem(null)
    try {
      await session.updateState({ values: changed, as_node: node.trim() || null, checkpoint_id })
      if (runsOn) {
        const result = await start({ input: null })
        if (!result.ok) throw result.error
      }
      onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The state was not changed.')
    } finally {
      setIsPending(false)
    }
  }
  return (
    <HandsFocusOn>
      <form
        className="grid gap-2 rounded-md border p-3"
        onKeyDown={onEscape(count === 0 && values ? onClose : undefined)}
        onSubmit={(event) => {
          event.preventDefault()
          if (!refused && !isPending) void save(false)
        }}
      >
        <p aria-hidden className="text-ink-2 text-sm">
          State as JSON
        </p>
        <JsonEditor
          label="State as JSON"
          value={text}
          onChange={setText}
          isInvalid={!values}
          schema={schema}
        />
        <label htmlFor={nodeId} className="text-ink-2 text-sm">
          As if written by the node (empty: the one that ran last)
        </label>
        <TextInput
          id={nodeId}
          isMono
          value={node}
          onChange={(event) => setNode(event.target.value)}
        />
        <p className={cx('text-sm', values ? 'text-ink-3' : 'text-bad')}>
          {!values
            ? 'This is no JSON object yet.'
            : count === 0
              ? 'A new checkpoint is made; this one stays.'
              : `Sends ${Object.keys(changed).join(', ')}. The graph’s own rules apply it: a list may be added to.`}
        </p>
        {values && count > 0 && (
          <StateDiff
            before={only(state.values, changed)}
            after={changed}
            label="the state and what is written"
          />
        )}
        {problem && <Note tone="bad">{problem}</Note>}
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            size="sm"
            variant="primary"
            isPending={isPending}
            disabledReason={refused}
          >
            Save state
          </Button>
          <Button
            size="sm"
            disabledReason={refused ?? (isPending ? 'Already under way' : undefined)}
            onClick={() => void save(true)}
          >
            Save and run on
          </Button>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </HandsFocusOn>
  )
}

/** Of a state the fields that are written. */
function only(values: unknown, changed: Record<string, unknown>): Record<string, unknown> {
  const old = (values ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    Object.keys(changed).flatMap((key) => (key in old ? [[key, old[key]]] : [])),
  )
}

function changedFields(before: unknown, after: Record<string, unknown>): Record<string, unknown> {
  const old = (before ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => jsonDiff(old[key], value).length > 0),
  )
}
