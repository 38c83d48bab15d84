import { type ReactNode, useState } from 'react'
import type { SchemaField } from '../../../contract/agent-server/input/schema-fields.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useFocusOnFault } from '../../../ui/controls/use-focus-on-fault.ts'
import { useKeptTexts } from '../use-kept-text.ts'
import { Actions } from './answer-forms.tsx'
import { formValue, initialText } from './form-value.ts'
import { SchemaFormField } from './schema-form-field.tsx'

type SchemaFormProps = {
  fields: readonly SchemaField[]
  /** What the value is held against before it is sent; undefined where nothing is known but the fields. */
  schema: unknown
  /** What was typed and not sent is kept under it; null keeps nothing. */
  draftKey: string | null
  /** What stands in boxes from the start, before what the schema says. */
  initial?: Readonly<Record<string, string>>
  submitLabel: string
  isSending: boolean
  /** @param tell takes what the server says against fields, if it does */
  onSubmit: (value: Record<string, unknown>, tell: (faults: Problems) => void) => void
  /** It was opened by a press, so the first box takes the focus. */
  isFresh?: boolean
  /** More buttons beside the main one. */
  children?: ReactNode
}

/** By name of the field, what is wrong with it. */
type Problems = Readonly<Record<string, string>>

const neededWords = 'The schema asks for this. Press the button again to leave it out.'

/**
 * A form made from a JSON schema: one box a field, faults at their field, the first of which takes the focus. What the
 * schema refuses is not sent; what it only misses is asked for once, since many graphs start without it.
 */
export function SchemaForm({
  fields,
  schema,
  draftKey,
  initial,
  submitLabel,
  isSending,
  onSubmit,
  isFresh = false,
  children,
}: SchemaFormProps) {
  const [texts, keepText] = useKeptTexts(
    draftKey,
    Object.fromEntries(
      fields.map((field) => [field.name, initial?.[field.name] ?? initialText(field)]),
    ),
  )
  const [problems, setProblems] = useState<Problems>({})
  const [askedFor, setAskedFor] = useState<readonly string[]>([])
  const [refused, setRefused] = useState<Problems | null>(null)
  const form = useFocusOnFault(refused)
  const refuse = (faults: Problems) => {
    setProblems(faults)
    setRefused(faults)
  }
  const submit = async () => {
    const { value, problems: unread, missing } = formValue(fields, texts)
    const { brokenRules } = await import('./field-rules.ts')
    const broken = { ...brokenRules(schema, fields, value), ...unread }
    const unasked = missing.filter((name) => !askedFor.includes(name))
    setAskedFor(missing)
    const own = { ...Object.fromEntries(missing.map((name) => [name, neededWords])), ...broken }
    if (Object.keys(broken).length > 0 || unasked.length > 0) return refuse(own)
    setProblems(own)
    onSubmit(value, (told) => Object.keys(told).length > 0 && refuse(told))
  }
  return (
    <form
      ref={form}
      className="mt-2.5 grid gap-2.5"
      // What the browser would say in its own words is said at the field.
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending) void submit()
      }}
    >
      {fields.map((field, index) => (
        <SchemaFormField
          key={field.name}
          field={field}
          text={texts[field.name] ?? ''}
          problem={problems[field.name]}
          isFresh={isFresh && index === 0}
          // Where nothing must be there, it says nothing to say so of each.
          isOptional={!field.isRequired && fields.some(({ isRequired }) => isRequired)}
          onChange={(text) => {
            keepText(field.name, text)
            setProblems(({ [field.name]: _mended, ...others }) => others)
          }}
        />
      ))}
      <Actions>
        <Button acts type="submit" variant="primary" isPending={isSending}>
          {submitLabel}
        </Button>
        {children}
      </Actions>
    </form>
  )
}
