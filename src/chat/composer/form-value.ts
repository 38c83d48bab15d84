import type { SchemaField } from '../../contract/agent-server/schema-fields.ts'

/** The value of a form's texts, or what is wrong with which field. Empty optional fields are left out. */
export function formValue(
  fields: readonly SchemaField[],
  texts: Readonly<Record<string, string>>,
): { value: Record<string, unknown>; problems: Readonly<Record<string, string>> } {
  const value: Record<string, unknown> = {}
  const problems: Record<string, string> = {}
  for (const field of fields) {
    const text = texts[field.name] ?? ''
    if (text.trim() === '' && field.kind !== 'boolean') {
      if (field.isRequired) problems[field.name] = 'This is needed.'
      continue
    }
    const read = readField(field, text)
    if ('problem' in read) problems[field.name] = read.problem
    else value[field.name] = read.value
  }
  return { value, problems }
}

/** What a field's box holds at first. */
export function initialText({ kind, initial }: SchemaField): string {
  if (initial === undefined || initial === null) return kind === 'boolean' ? 'false' : ''
  return typeof initial === 'string' ? initial : JSON.stringify(initial)
}

function readField({ kind }: SchemaField, text: string): { value: unknown } | { problem: string } {
  switch (kind) {
    case 'text':
    case 'choice':
      return { value: text }
    case 'boolean':
      return { value: text === 'true' }
    case 'number':
    case 'integer': {
      const number = Number(text)
      const isRight = Number.isFinite(number) && (kind === 'number' || Number.isInteger(number))
      return isRight
        ? { value: number }
        : { problem: kind === 'integer' ? 'Write a whole number.' : 'Write a number.' }
    }
    case 'json':
      try {
        return { value: JSON.parse(text) }
      } catch {
        return { problem: 'This is not JSON yet.' }
      }
  }
}
