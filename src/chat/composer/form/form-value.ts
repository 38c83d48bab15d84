import {
  type SchemaField,
  textOfValue,
} from '../../../contract/agent-server/input/schema-fields.ts'
import { parseJson } from '../../../contract/exact-json.ts'

/** The text of a box whose field is to be left out, where an empty box would not say so. */
export const leftOut = ''

export interface FormValue {
  readonly value: Record<string, unknown>
  /** What cannot be sent as it stands, by field. */
  readonly problems: Readonly<Record<string, string>>
  /** Fields that the schema wants and nothing was said for; it may be sent all the same. */
  readonly missing: readonly string[]
}

/** The value of a form's texts, or what is wrong with which field. */
export function formValue(
  fields: readonly SchemaField[],
  texts: Readonly<Record<string, string>>,
): FormValue {
  const value: Record<string, unknown> = {}
  const problems: Record<string, string> = {}
  const missing: string[] = []
  for (const field of fields) {
    const text = texts[field.name] ?? ''
    if (text.trim() === '') {
      const empty = emptyValue(field)
      if (empty !== undefined) value[field.name] = empty
      else if (field.isRequired) missing.push(field.name)
      continue
    }
    const read = readField(field, text)
    if ('problem' in read) problems[field.name] = read.problem
    else value[field.name] = read.value
  }
  return { value, problems, missing }
}

/** What an empty box stands for; undefined leaves its field out. What held something at first was emptied on purpose. */
function emptyValue({
  kind,
  initial,
  isRequired,
  isNullable,
}: SchemaField): null | false | '' | undefined {
  const isEmptied = initial !== undefined && initial !== null
  if (isNullable) return isEmptied || isRequired ? null : undefined
  if (kind === 'boolean' && isRequired) return false
  return kind === 'text' && isEmptied ? '' : undefined
}

/** What a field's box holds at first. */
export function initialText({ kind, initial, isRequired, isNullable }: SchemaField): string {
  if (initial === undefined || initial === null) {
    return kind === 'boolean' && isRequired && !isNullable ? 'false' : leftOut
  }
  const text = textOfValue(initial)
  // Words that could be read as JSON are written as the JSON text that they are.
  return kind === 'json' && typeof initial === 'string' && isJson(text)
    ? JSON.stringify(initial)
    : text
}

function readField(field: SchemaField, text: string): { value: unknown } | { problem: string } {
  switch (field.kind) {
    case 'text':
      return { value: text }
    case 'choice': {
      const chosen = field.choices.find(({ label }) => label === text)
      return chosen ? { value: chosen.value } : { problem: 'Choose one of the list.' }
    }
    case 'boolean':
      return { value: text === 'true' }
    case 'number':
    case 'integer':
      return readNumber(field.kind, text.trim())
    case 'json':
      if (isJson(text)) return { value: parseJson(text) }
      return field.takesWords && !/^\s*["[{]/.test(text)
        ? { value: text }
        : { problem: 'This is not JSON yet.' }
  }
}

function readNumber(kind: 'number' | 'integer', text: string) {
  // More digits than a number holds are kept.
  const number = /^-?[1-9]\d*$/.test(text) ? parseJson(text) : Number(text)
  const isRight =
    typeof number === 'bigint' ||
    (Number.isFinite(number) && (kind === 'number' || Number.isInteger(number)))
  if (isRight) return { value: number }
  return { problem: kind === 'integer' ? 'Write a whole number.' : 'Write a number.' }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
