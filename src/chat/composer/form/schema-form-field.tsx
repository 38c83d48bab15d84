import { useId } from 'react'
import type { SchemaField } from '../../../contract/agent-server/input/schema-fields.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { SelectMenu } from '../../../ui/overlay/select-menu.tsx'
import { initialText, leftOut } from './form-value.ts'
import { rulesInWords } from './rule-words.ts'

type SchemaFormFieldProps = {
  field: SchemaField
  text: string
  problem: string | undefined
  isFresh: boolean
  isOptional: boolean
  onChange: (text: string) => void
}

/** A text that begins with several lines, or one that no line of a form holds. */
const longText = /\n|.{80}/

const nothingSaid = { value: leftOut, label: 'Not said' }
const yesOrNo = [nothingSaid, { value: 'true', label: 'Yes' }, { value: 'false', label: 'No' }]

/** One field of a form by schema: its box, and below it what is wrong, or what the schema says of it. */
export function SchemaFormField(props: SchemaFormFieldProps) {
  const { field, text, problem, isFresh, isOptional, onChange } = props
  const id = useId()
  const { kind, label, description } = field
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
  const options = optionsOf(field)
  return (
    <div data-faulty={problem ? true : undefined}>
      {kind === 'boolean' && !options ? (
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
          {options ? (
            <SelectMenu
              label={label}
              variant="default"
              value={text}
              options={options}
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
      <p id={noteId} className={problem ? 'text-bad text-sm' : 'break-words text-ink-3 text-sm'}>
        {problem ?? hintOf(description, rulesInWords(field.rules))}
      </p>
    </div>
  )
}

/** What a field offers to choose from; null where it is written or ticked. */
function optionsOf(field: SchemaField) {
  if (field.kind === 'boolean') return initialText(field) === leftOut ? yesOrNo : null
  if (field.kind !== 'choice') return null
  const named = field.choices.map(({ label }) => ({ value: label, label }))
  return field.isRequired && !field.isNullable ? named : [nothingSaid, ...named]
}

/** What a schema says of a field, as a sentence where its rules follow. */
function hintOf(description: string, rules: string): string {
  if (description === '' || rules === '') return description || rules
  return `${description}${/[\p{L}\p{N})]$/u.test(description) ? '.' : ''} ${rules}`
}
