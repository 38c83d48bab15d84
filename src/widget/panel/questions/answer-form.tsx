import { useId, useRef, useState } from 'react'
import { initialText } from '../../../chat/composer/form/form-value.ts'
import {
  type SchemaField,
  schemaFields,
} from '../../../contract/agent-server/input/schema-fields.ts'
import { parseJson, writeJson } from '../../../contract/exact-json.ts'
import type { PanelHost } from '../../panel-host.ts'
import type { Texts } from '../texts/en.ts'
import { formOf, useKeptText } from '../use-kept-text.ts'
import { answerOf } from './answer-problems.ts'

/** The fields of a schema whose every field is a text, a number, a choice or a yes or no; else null. */
export function flatFields(schema: unknown): readonly SchemaField[] | null {
  const fields = schemaFields(schema) ?? []
  return fields.length > 0 && fields.every(({ kind }) => kind !== 'json') ? fields : null
}

type AnswerFormProps = {
  host: PanelHost
  texts: Texts
  fields: readonly SchemaField[]
  /** What is written is kept by that name. */
  keptAs: string
  isSending: boolean
  /** Answers whether it got through. */
  onSend: (value: Readonly<Record<string, unknown>>) => Promise<boolean>
}

type Written = Readonly<Record<string, string>>

/** An answer of several parts, one box for each. What is not as it was asked for is told there, and not sent. */
export function AnswerForm({ host, texts, fields, keptAs, isSending, onSend }: AnswerFormProps) {
  const [kept, keep] = useKeptText(host, formOf(keptAs))
  const [problems, setProblems] = useState<Written>({})
  const boxes = useRef<(HTMLElement | null)[]>([])
  const known = kept === '' ? {} : (parseJson(kept) as Written)
  const written: Written = Object.fromEntries(
    fields.map((field) => [field.name, textIn(known, field)]),
  )
  const send = async () => {
    const { value, problems } = answerOf(fields, written, texts)
    setProblems(problems)
    const wrong = fields.findIndex(({ name }) => Object.hasOwn(problems, name))
    if (wrong >= 0) boxes.current[wrong]?.focus()
    else if (await onSend(value)) keep('')
  }
  return (
    <form
      className="mt-2.5 grid gap-2.5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending) void send()
      }}
    >
      {fields.map((field, index) => (
        <Field
          key={field.name}
          ref={(box) => {
            boxes.current[index] = box
          }}
          field={field}
          texts={texts}
          text={written[field.name] ?? ''}
          problem={Object.hasOwn(problems, field.name) ? (problems[field.name] ?? null) : null}
          onChange={(text) => {
            keep(writeJson({ ...known, [field.name]: text }))
            setProblems(({ [field.name]: _mended, ...others }) => others)
          }}
        />
      ))}
      <button
        type="submit"
        disabled={isSending}
        className="h-8 cursor-pointer justify-self-start rounded-control border border-accent bg-accent px-3.5 font-medium text-accent-ink disabled:opacity-50"
      >
        {texts.send}
      </button>
    </form>
  )
}

function textIn(known: Written, field: SchemaField): string {
  const text = Object.hasOwn(known, field.name) ? known[field.name] : undefined
  return text ?? initialText(field)
}

/** A text that may have more characters gets more lines. */
const longText = 120

const isLong = (field: SchemaField) =>
  Number(field.rules.maxLength ?? 0) > longText || /\n|.{80}/.test(initialText(field))

type FieldProps = {
  ref: (box: HTMLElement | null) => void
  field: SchemaField
  texts: Texts
  text: string
  problem: string | null
  onChange: (text: string) => void
}

const look =
  'min-h-8 w-full min-w-0 rounded-control border border-line-strong bg-surface px-2.5 text-[16px] sm:text-md'

function Field({ ref, field, texts, text, problem, onChange }: FieldProps) {
  const id = useId()
  const { kind, label, description, isRequired } = field
  const options = optionsOf(field, texts)
  const shared = {
    ref,
    id,
    'aria-required': isRequired,
    'aria-invalid': problem !== null,
    'aria-describedby': `${id}-note`,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  const isTicked = kind === 'boolean' && !options
  return (
    <div>
      <label htmlFor={id} className={isTicked ? 'flex items-center gap-2' : 'mb-1 block text-sm'}>
        {isTicked && (
          <input
            {...shared}
            type="checkbox"
            checked={text === 'true'}
            onChange={(event) => onChange(String(event.target.checked))}
          />
        )}
        {label}
        {isRequired && !isTicked && <span aria-hidden> *</span>}
      </label>
      {options ? (
        <select {...shared} value={text} className={look}>
          {options.map(({ value, words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      ) : kind === 'text' && isLong(field) ? (
        <textarea
          {...shared}
          value={text}
          rows={3}
          className={`${look} field-sizing-content max-h-40 resize-none py-1.5 leading-5`}
        />
      ) : isTicked ? null : (
        <input
          {...shared}
          value={text}
          inputMode={kind === 'text' ? 'text' : 'decimal'}
          className={look}
        />
      )}
      <p id={`${id}-note`} className="text-ink-3 text-sm [overflow-wrap:anywhere]">
        {problem && <span className="block text-bad">{problem}</span>} {description}
      </p>
    </div>
  )
}

/** What a field offers to choose from; null where it is written or ticked. Nothing is chosen for a visitor. */
function optionsOf(field: SchemaField, { yes, no }: Texts) {
  const nothing = { value: '', words: '–' }
  if (field.kind === 'boolean') {
    if (initialText(field) !== '') return null
    return [nothing, { value: 'true', words: yes }, { value: 'false', words: no }]
  }
  if (field.kind !== 'choice') return null
  return [nothing, ...field.choices.map(({ label }) => ({ value: label, words: label }))]
}
