import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/page/note.tsx'
import { JsonForm } from '../interrupts/answer-forms.tsx'
import { writeDraft } from './draft-store.ts'
import { InputForm, type InputFormProps } from './form/input-form.tsx'
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
