import type { Check } from '../../../../contract/qa/cases.ts'
import { newId } from './list-changes.ts'
import { jsonField, type TypedValue, typedJson, typedNumber, typedObject } from './typed-json.ts'

export type CheckKind = Check['check']
export type FinalStatus = Extract<Check, { check: 'status' }>['is']

/** A check as it is edited, with the fields of every kind; `checkOf` takes those that count. */
export interface CheckDraft {
  readonly id: number
  readonly check: CheckKind
  /** The words, the pattern, the path, the tool, or the tools with a comma between them. */
  readonly text: string
  readonly flags: string
  readonly isNot: boolean
  readonly ignoresCase: boolean
  /** What stands at the path, or the arguments of the tool, as typed; empty for any. */
  readonly json: string
  /** How many times, seconds, tokens or words, as typed. */
  readonly number: string
  readonly status: FinalStatus
}

/** A new check of a kind. */
export function newCheck(kind: CheckKind): CheckDraft {
  return {
    id: newId(),
    check: kind,
    text: kind === 'json_path' ? '$' : '',
    flags: '',
    isNot: false,
    ignoresCase: false,
    json: '',
    number: '',
    status: 'success',
  }
}

/** A check of a case, to be edited. */
export function checkDraft(check: Check): CheckDraft {
  const blank = newCheck(check.check)
  switch (check.check) {
    case 'contains':
      return {
        ...blank,
        text: check.text,
        isNot: check.not ?? false,
        ignoresCase: check.ignore_case ?? false,
      }
    case 'matches':
      return {
        ...blank,
        text: check.pattern,
        flags: check.flags ?? '',
        isNot: check.not ?? false,
      }
    case 'json_path':
      return {
        ...blank,
        text: check.path,
        json: jsonField(check.equals),
        isNot: check.not ?? false,
      }
    case 'tool_called':
      return {
        ...blank,
        text: check.tool,
        json: jsonField(check.args),
        number: String(check.times ?? ''),
      }
    case 'tool_not_called':
      return { ...blank, text: check.tool }
    case 'tool_order':
      return { ...blank, text: check.tools.join(', ') }
    case 'status':
      return { ...blank, status: check.is }
    case 'max_seconds':
      return { ...blank, number: String(check.seconds) }
    case 'max_tokens':
      return { ...blank, number: String(check.tokens) }
    case 'max_words':
      return { ...blank, number: String(check.words) }
  }
}

/** The check that was written, or why it is none yet. */
export function checkOf(draft: CheckDraft): TypedValue<Check> {
  const { check, text, flags, json, number } = draft
  const not = draft.isNot && { not: true }
  switch (check) {
    case 'contains': {
      const ignoring = draft.ignoresCase && { ignore_case: true }
      return { value: { check, text, ...not, ...ignoring } }
    }
    case 'matches':
      return { value: { check, pattern: text, ...(flags && { flags }), ...not } }
    case 'json_path': {
      if (json.trim() === '') return { value: { check, path: text.trim(), ...not } }
      const equals = typedJson(json)
      if ('fault' in equals) return equals
      return { value: { check, path: text.trim(), equals: equals.value, ...not } }
    }
    case 'tool_called': {
      const args = json.trim() === '' ? { value: undefined } : typedObject(json)
      if ('fault' in args) return args
      const times = number.trim() === '' ? { value: undefined } : typedNumber(number, 'the times')
      if ('fault' in times) return times
      return {
        value: {
          check,
          tool: text.trim(),
          ...(args.value && { args: args.value }),
          ...(times.value !== undefined && { times: times.value }),
        },
      }
    }
    case 'tool_not_called':
      return { value: { check, tool: text.trim() } }
    case 'tool_order':
      return { value: { check, tools: namesOf(text) } }
    case 'status':
      return { value: { check, is: draft.status } }
    case 'max_seconds':
      return numbered(number, 'the seconds', (seconds) => ({ check, seconds }))
    case 'max_tokens':
      return numbered(number, 'the tokens', (tokens) => ({ check, tokens }))
    case 'max_words':
      return numbered(number, 'the words', (words) => ({ check, words }))
  }
}

/** The names in a text with commas between them. */
export function namesOf(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}

function numbered(
  text: string,
  words: string,
  checkAt: (count: number) => Check,
): TypedValue<Check> {
  const count = typedNumber(text, words)
  return 'fault' in count ? count : { value: checkAt(count.value) }
}
