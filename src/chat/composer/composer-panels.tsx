import { type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../../client/api.ts'
import { getAssistantSchemas } from '../../contract/agent-server/graphs.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/page/note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import type { RunSession, SubmitResult, Work } from '../session/session-types.ts'
import { JsonForm } from '../view/answer-forms.tsx'
import { writeDraft } from './draft-store.ts'
import { schemaFields } from './json-schema.ts'
import { onEscape } from './on-escape.ts'
import { SchemaForm } from './schema-form.tsx'
import { useKeptText } from './use-kept-text.ts'

type InputPanelProps = {
  session: RunSession
  assistant_id: string
  onSend: (work: Work) => Promise<SubmitResult>
  /** The thread's: what was typed and not sent is kept under keys that end with it. */
  draftKey: string
  onClose: () => void
}

/** Under what each way to write an input keeps what is typed, and which of them was taken last. */
const inputDrafts = (draftKey: string, assistant_id: string) => ({
  json: `input.${draftKey}`,
  form: `form.${assistant_id}.${draftKey}`,
  way: `way.${draftKey}`,
})

/** Any input for the graph: a form where its schema tells the fields, JSON always. */
export function InputPanel(props: InputPanelProps) {
  const { session, assistant_id, onSend, draftKey, onClose } = props
  const { schema, isReading } = useInputSchema(session, assistant_id)
  const drafts = inputDrafts(draftKey, assistant_id)
  const [way, setWay] = useKeptText(drafts.way, 'form')
  const isRaw = way === 'json'
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const fields = schemaFields(schema)
  const send = async (input: unknown) => {
    setIsSending(true)
    setProblem(null)
    const result = await onSend({ input })
    setIsSending(false)
    if (!result.ok) return setProblem(result.error.message)
    // A new thread has got its id by now, and what stands in its forms is kept under that.
    for (const key of [draftKey, session.getSnapshot().thread_id ?? draftKey]) {
      for (const draft of Object.values(inputDrafts(key, assistant_id))) writeDraft(draft, '')
    }
    onClose()
  }
  const hasFields = fields !== null && fields.length > 0
  return (
    <Panel title="Input as JSON" onClose={onClose}>
      {isReading && <Skeleton label="Reading the input’s schema" lines={2} />}
      {hasFields && !isRaw ? (
        <SchemaForm
          key={assistant_id}
          fields={fields}
          draftKey={drafts.form}
          submitLabel="Send input"
          isSending={isSending}
          onSubmit={(value) => void send(value)}
        >
          <Button variant="ghost" onClick={() => setWay('json')}>
            Write JSON instead
          </Button>
        </SchemaForm>
      ) : (
        !isReading && (
          <JsonForm
            label="Input"
            draftKey={drafts.json}
            initial={{ messages: [{ role: 'user', content: '' }] }}
            submitLabel="Send input"
            isSending={isSending}
            onSubmit={(value) => void send(value)}
            {...(hasFields && { onBack: () => setWay('form') })}
          />
        )
      )}
      {problem && <Note tone="bad">{problem}</Note>}
    </Panel>
  )
}

type ConfigPanelProps = {
  config: Readonly<Record<string, unknown>>
  /** What was typed and not used is kept under it. */
  draftKey: string
  onSave: (config: Readonly<Record<string, unknown>>) => void
  onClose: () => void
}

/** The configuration that runs of this page start with, before the assistant's own. */
export function ConfigPanel({ config, draftKey, onSave, onClose }: ConfigPanelProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const save = (value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return setProblem('Write a JSON object, for example {"configurable": {"tone": "calm"}}.')
    }
    onSave(value as Record<string, unknown>)
    writeDraft(draftKey, '')
    onClose()
  }
  return (
    <Panel title="Configuration of the assistant" onClose={onClose}>
      <p className="text-ink-2 text-sm">
        Goes before the assistant’s own, for every run that you start here.
      </p>
      <JsonForm
        label="config"
        draftKey={draftKey}
        initial={Object.keys(config).length > 0 ? config : { configurable: {} }}
        submitLabel="Use this"
        isSending={false}
        onSubmit={save}
      />
      {problem && <Note tone="bad">{problem}</Note>}
    </Panel>
  )
}

function Panel(props: { title: string; onClose: () => void; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  return (
    <section
      ref={panel}
      aria-label={props.title}
      tabIndex={-1}
      onKeyDown={onEscape(props.onClose)}
      className="mb-2 max-h-[50vh] overflow-y-auto rounded-lg border bg-raised p-3.5 shadow-float"
    >
      <div className="flex items-center gap-2">
        <h3 className="grow font-semibold">{props.title}</h3>
        <Button size="sm" onClick={props.onClose}>
          Close
        </Button>
      </div>
      {props.children}
    </section>
  )
}

/** The schema of the graph's input; null where the server tells none: then there is JSON. */
function useInputSchema(session: RunSession, assistant_id: string) {
  const [found, setFound] = useState<{ id: string; schema: unknown } | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    call(session.transport, getAssistantSchemas, {
      params: { assistant_id },
      signal: leaving.signal,
    }).then(
      (schemas) => setFound({ id: assistant_id, schema: schemas.input_schema ?? null }),
      () => leaving.signal.aborted || setFound({ id: assistant_id, schema: null }),
    )
    return () => leaving.abort()
  }, [session, assistant_id])
  const isRead = found?.id === assistant_id
  return { schema: isRead ? found.schema : null, isReading: !isRead }
}
