import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type SchemaField, schemaFields } from '../../contract/agent-server/input/schema-fields.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/page/note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { readDraft, writeDraft } from '../draft-store.ts'
import { JsonForm } from './form/answer-forms.tsx'
import { InputForm, type InputFormProps } from './form/input-form.tsx'
import { textsOfInput } from './form/input-texts.ts'
import { SchemaForm } from './form/schema-form.tsx'
import { onEscape } from './on-escape.ts'

type InputPanelProps = Omit<InputFormProps, 'initial' | 'onSent'> & { onClose: () => void }

const aMessage = { messages: [{ role: 'user', content: '' }] }

/** Any input for the graph: a form where its schema tells the fields, JSON always. */
export function InputPanel({ onClose, ...props }: InputPanelProps) {
  return (
    <Panel title="Input as JSON" onClose={onClose}>
      <InputForm {...props} initial={aMessage} onSent={onClose} />
    </Panel>
  )
}

type ConfigPanelProps = {
  config: Readonly<Record<string, unknown>>
  /** The schema of what the graph can be told beside the input; null where there is none, undefined while it is being read. */
  schema: unknown
  /** What was typed and not used is kept under keys that end with it. */
  draftKey: string
  onSave: (config: Readonly<Record<string, unknown>>) => void
  onClose: () => void
}

/** The configuration that runs of this page start with, before the assistant's own: a form where its schema tells the fields. */
export function ConfigPanel({ config, schema, draftKey, onSave, onClose }: ConfigPanelProps) {
  const fields = schemaFields(schema)
  const drafts = { json: draftKey, form: `fields.${draftKey}` }
  const [isRaw, setIsRaw] = useState(readDraft(draftKey) !== '')
  const use = (value: Readonly<Record<string, unknown>>) => {
    onSave(value)
    for (const draft of Object.values(drafts)) writeDraft(draft, '')
    onClose()
  }
  const hasFields = fields !== null && fields.length > 0
  return (
    <Panel title="Configuration of the assistant" onClose={onClose}>
      <p className="text-ink-2 text-sm">
        Goes before the assistant’s own, for every run that you start here.
      </p>
      {schema === undefined && <Skeleton label="Reading what can be configured" lines={2} />}
      {schema !== undefined && hasFields && !isRaw && (
        <ConfigForm
          config={config}
          fields={fields}
          schema={schema}
          draftKey={drafts.form}
          onSave={use}
        >
          <Button variant="ghost" onClick={() => setIsRaw(true)}>
            Write JSON instead
          </Button>
        </ConfigForm>
      )}
      {schema !== undefined && (!hasFields || isRaw) && (
        <ConfigJson
          config={config}
          draftKey={drafts.json}
          blank={hasFields ? { context: {} } : { configurable: {} }}
          onSave={use}
          {...(hasFields && { onBack: () => setIsRaw(false) })}
        />
      )}
    </Panel>
  )
}

type ConfigFormProps = Pick<ConfigPanelProps, 'config' | 'schema' | 'draftKey' | 'onSave'> & {
  fields: readonly SchemaField[]
  children: ReactNode
}

/** The fields of the schema; what else is configured stays. */
function ConfigForm({ config, fields, schema, draftKey, onSave, children }: ConfigFormProps) {
  const given = Object(config.context) as Record<string, unknown>
  const others = Object.entries(given).filter(([key]) => !fields.some(({ name }) => name === key))
  return (
    <SchemaForm
      fields={fields}
      schema={schema}
      draftKey={draftKey}
      initial={textsOfInput(fields, given)}
      submitLabel="Use this"
      isSending={false}
      onSubmit={(value) =>
        onSave({ ...config, context: { ...Object.fromEntries(others), ...value } })
      }
    >
      {children}
    </SchemaForm>
  )
}

type ConfigJsonProps = Pick<ConfigPanelProps, 'config' | 'draftKey' | 'onSave'> & {
  /** What it begins with where nothing is configured. */
  blank: Readonly<Record<string, unknown>>
  onBack?: () => void
}

/** What runs take beside the context. */
const configKeys = [
  ...['context', 'configurable', 'tags', 'metadata'],
  ...['recursion_limit', 'max_concurrency', 'run_name'],
]

function ConfigJson({ config, draftKey, blank, onSave, onBack }: ConfigJsonProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const save = (value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return setProblem('Write a JSON object, for example {"configurable": {"tone": "calm"}}.')
    }
    const stray = Object.keys(value).find((key) => !configKeys.includes(key))
    if (stray !== undefined) {
      return setProblem(
        `No run reads “${stray}” there: write it within "configurable" or "context".`,
      )
    }
    onSave(value as Record<string, unknown>)
  }
  return (
    <>
      <JsonForm
        label="config"
        draftKey={draftKey}
        initial={Object.keys(config).length > 0 ? config : blank}
        submitLabel="Use this"
        isSending={false}
        onSubmit={save}
        {...(onBack && { onBack })}
      />
      {problem && <Note tone="bad">{problem}</Note>}
    </>
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
