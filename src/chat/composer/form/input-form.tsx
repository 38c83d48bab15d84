import { useEffect, useRef, useState } from 'react'
import { schemaFields } from '../../../contract/agent-server/input/schema-fields.ts'
import { writeJson } from '../../../contract/exact-json.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { readDraft, writeDraft } from '../../draft-store.ts'
import type {
  RunSession,
  SessionSnapshot,
  SubmitResult,
  Work,
} from '../../session/session-types.ts'
import { useKeptText } from '../use-kept-text.ts'
import { JsonForm } from './answer-forms.tsx'
import { inputDrafts } from './input-drafts.ts'
import { textsOfInput } from './input-texts.ts'
import { SchemaForm } from './schema-form.tsx'
import { faultsOfInput } from './told-faults.ts'

export type InputFormProps = {
  session: RunSession
  assistant_id: string
  /** The schema of the graph's input, null where there is none, undefined while it is being read. */
  schema: unknown
  onSend: (work: Work) => Promise<SubmitResult>
  /** The thread's: what was typed and not sent is kept under keys that end with it. */
  draftKey: string
  /** An input that came back: what was typed meanwhile goes before it. */
  returned?: SessionSnapshot['returned']
  /** What a JSON box begins with. */
  initial: unknown
  onSent?: () => void
}

/**
 * Any input for the graph: a form where its schema tells the fields, JSON always. Why it was not sent is said below the
 * composer, and at a field of the form.
 */
export function InputForm(props: InputFormProps) {
  const { session, assistant_id, schema, onSend, draftKey, onSent, initial } = props
  const isReading = schema === undefined
  const fields = schemaFields(schema)
  const drafts = inputDrafts(draftKey, assistant_id)
  const [way, setWay] = useKeptText(drafts.way, 'form')
  const isRaw = way === 'json'
  const [isSending, setIsSending] = useState(false)
  // Another number is another form: what it holds is read from what is kept.
  const [serial, setSerial] = useState(0)
  const send = async (input: unknown) => {
    setIsSending(true)
    const result = await onSend({ input })
    setIsSending(false)
    if (!result.ok) return faultsOfInput(result.error, fields ?? [])
    // A new thread has got its id by now, and what stands in its forms is kept under that.
    for (const key of [draftKey, session.getSnapshot().thread_id ?? draftKey]) {
      for (const draft of Object.values(inputDrafts(key, assistant_id))) writeDraft(draft, '')
    }
    setSerial((count) => count + 1)
    onSent?.()
    return {}
  }
  const takeBack = (input: unknown) => {
    if (readDraft(drafts.form) === '' && fields) {
      writeDraft(drafts.form, JSON.stringify(textsOfInput(fields, input)))
    }
    if (readDraft(drafts.json) === '') writeDraft(drafts.json, writeJson(input, 2))
    setSerial((count) => count + 1)
  }
  useReturnedInput(props.returned ?? null, takeBack)
  const hasFields = fields !== null && fields.length > 0
  if (isReading) return <Skeleton label="Reading the input’s schema" lines={2} />
  return (
    <>
      {hasFields && !isRaw ? (
        <SchemaForm
          key={`${assistant_id} ${serial}`}
          fields={fields}
          schema={schema}
          draftKey={drafts.form}
          submitLabel="Send input"
          isSending={isSending}
          onSubmit={(value, tell) => void send(value).then(tell)}
        >
          <Button variant="ghost" onClick={() => setWay('json')}>
            Write JSON instead
          </Button>
        </SchemaForm>
      ) : (
        <JsonForm
          key={serial}
          label="Input"
          draftKey={drafts.json}
          initial={initial}
          submitLabel="Send input"
          isSending={isSending}
          onSubmit={(value) => void send(value)}
          {...(hasFields && { onBack: () => setWay('form') })}
        />
      )}
    </>
  )
}

/** A roll-back gives the input back that it undid. */
function useReturnedInput(
  returned: SessionSnapshot['returned'],
  takeBack: (input: unknown) => void,
): void {
  const seen = useRef(returned?.serial ?? 0)
  useEffect(() => {
    if (!returned || returned.serial === seen.current) return
    seen.current = returned.serial
    if (returned.input !== undefined) takeBack(returned.input)
  }, [returned, takeBack])
}
