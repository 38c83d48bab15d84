import type { ValidationError } from '../contract/errors.ts'

/** What an error body says: faults by input, its words in a line, and for programs a `code`. */
export interface ErrorBodyFacts {
  fieldErrors: ValidationError[]
  text: string | null
  code: string | null
}

const MAX_TEXT = 500

/**
 * Reads the body of a refusal, whatever server wrote it: `detail` (text or list, §2.2), the
 * `error.issues` of a JavaScript agent server, `message` or `error` as text, a bare JSON string, or
 * plain text. Markup and unknown objects say nothing; of plain text only the first line counts, since a
 * stack trace may follow.
 */
export function readErrorBody(body: string, contentType = ''): ErrorBodyFacts {
  const text = contentType.includes('event-stream') ? dataOfEvents(body) : body.trim()
  const parsed = parseJson(text)
  if (parsed === undefined) return { fieldErrors: [], text: plainLine(text), code: null }
  const fieldErrors = fieldErrorsOf(parsed)
  const { code } = record(parsed)
  return {
    fieldErrors,
    text: words(parsed, fieldErrors),
    code: typeof code === 'string' ? code : null,
  }
}

/** A fault as a line: `name: Use letters.`, without the part of the request that it was in. */
export function fieldErrorLine({ loc, msg }: ValidationError): string {
  const path = ['body', 'query', 'path'].includes(String(loc[0])) ? loc.slice(1) : loc
  return path.length > 0 ? `${path.join('.')}: ${msg}` : msg
}

function words(parsed: unknown, fieldErrors: ValidationError[]): string | null {
  if (fieldErrors.length > 0) return shorten(fieldErrors.map(fieldErrorLine).join('; '))
  if (typeof parsed === 'string') return shorten(parsed)
  const { detail, message, error } = record(parsed)
  const told = [detail, message, record(error).message, error].find(
    (value) => typeof value === 'string' && value.trim() !== '',
  )
  return typeof told === 'string' ? shorten(told) : null
}

function fieldErrorsOf(parsed: unknown): ValidationError[] {
  const { detail, error } = record(parsed)
  if (Array.isArray(detail)) return detail.flatMap(toFieldError)
  return unique(issuesOf(error).flatMap(toFieldError))
}

/** Issues of a schema library; where a field allows several types they are one level further down. */
function issuesOf(error: unknown): unknown[] {
  const { issues } = record(error)
  if (!Array.isArray(issues)) return []
  return issues.flatMap((issue) => {
    const { unionErrors } = record(issue)
    return Array.isArray(unionErrors) ? unionErrors.flatMap(issuesOf) : [issue]
  })
}

function toFieldError(fault: unknown): ValidationError[] {
  const { loc, path, msg, message, type, code, ctx } = record(fault)
  const told = msg ?? message
  if (typeof told !== 'string') return []
  const where = loc ?? path
  return [
    {
      loc: Array.isArray(where) ? where.filter(isLocation) : [],
      msg: told,
      type: String(type ?? code ?? 'value_error'),
      ...(typeof ctx === 'object' && ctx !== null && { ctx: record(ctx) }),
    },
  ]
}

function unique(errors: ValidationError[]): ValidationError[] {
  return [...new Map(errors.map((error) => [fieldErrorLine(error), error])).values()]
}

const isLocation = (part: unknown): part is string | number =>
  typeof part === 'string' || typeof part === 'number'

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An error sent as an event stream: the data of its events. */
function dataOfEvents(body: string): string {
  return body
    .split(/\r\n|\r|\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length))
    .join('\n')
    .trim()
}

function plainLine(text: string): string | null {
  const isMarkup = text.startsWith('<')
  const isBrokenJson = /^[{[]/.test(text)
  const line = text.split(/\r\n|\r|\n/, 1)[0] ?? ''
  return isMarkup || isBrokenJson ? null : shorten(line)
}

function shorten(text: string): string | null {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '') return null
  return line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT)}…` : line
}
