import { type ReactNode, useId, useState } from 'react'
import type { SchemaField } from '../../contract/agent-server/schema-fields.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { SelectMenu } from '../../ui/controls/select-menu.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { Actions } from '../interrupts/answer-forms.tsx'
import { formValue, initialText } from './form-value.ts'
import { useKeptTexts } from './use-kept-text.ts'

type SchemaFormProps = {
  fields: readonly SchemaField[]
  /** What was typed and not sent is kept under it; null keeps nothing. */
  draftKey: string | null
  submitLabel: string
  isSending: boolean
  onSubmit: (value: Record<string, unknown>) => void
  /** It was opened by a press, so the first box takes the focus. */
  isFresh?: boolean
  /** More buttons beside the main one. */
  children?: ReactNode
}

/** A form made from a JSON schema: one box a field, faults at their field. */
export function SchemaForm({
  fields,
  draftKey,
  submitLabel,
  isSending,
  onSubmit,
  isFresh = false,
  children,
}: SchemaFormProps) {
  const [texts, keepText] = useKeptTexts(
    draftKey,
    Object.fromEntries(fields.map((field) => [field.name, initialText(field)])),
  )
  const [hasTried, setHasTried] = useState(false)
  const { value, problems } = formValue(fields, texts)
  return (
    <form
      className="mt-2.5 grid gap-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        setHasTried(true)
        if (Object.keys(problems).length === 0 && !isSending) onSubmit(value)
      }}
    >
      {fields.map((field, index) => (
        <FormField
          key={field.name}
          field={field}
          text={texts[field.name] ?? ''}
          problem={hasTried ? problems[field.name] : undefined}
          isFresh={isFresh && index === 0}
          // Where nothing must be there, it says nothing to say so of each.
          isOptional={!field.isRequired && fields.some(({ isRequired }) => isRequired)}
          onChange={(text) => keepText(field.name, text)}
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

type FormFieldProps = {
  field: SchemaField
  text: string
  problem: string | undefined
  isFresh: boolean
  isOptional: boolean
  onChange: (text: string) => void
}

/** A text that begins with several lines, or one that no line of a form holds. */
const longText = /\n|.{80}/

function FormField({ field, text, problem, isFresh, isOptional, onChange }: FormFieldProps) {
  const id = useId()
  const { kind, label, description, choices } = field
  const noteId = `${id}-note`
  const shared = {
    id,
    value: text,
    autoFocus: isFresh,
    'aria-invalid': Boolean(problem),
    'aria-describedby': noteId,
  }
  const isLong = kind === 'text' && longText.test(initialText(field))
  const words = isOptional ? `${label} (optional)` : label
  return (
    <div>
      {kind === 'boolean' ? (
        <Checkbox
          label={label}
          checked={text === 'true'}
          onChange={(event) => onChange(String(event.target.checked))}
        />
      ) : (
        <>
          <label htmlFor={id} className="mb-1 block text-ink-2 text-sm">
            {words}
          </label>
          {kind === 'choice' ? (
            <SelectMenu
              label={label}
              variant="default"
              value={text}
              options={choices.map((choice) => ({ value: choice, label: choice }))}
              onValueChange={onChange}
            />
          ) : kind === 'json' || isLong ? (
            <TextArea
              {...shared}
              isMono={!isLong}
              rows={2}
              spellCheck={isLong}
              onChange={(event) => onChange(event.target.value)}
            />
          ) : (
            <TextInput
              {...shared}
              inputMode={kind === 'text' ? 'text' : 'decimal'}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </>
      )}
      <p id={noteId} className={problem ? 'text-bad text-sm' : 'text-ink-3 text-sm'}>
        {problem ?? description}
      </p>
    </div>
  )
}
