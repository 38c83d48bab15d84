import { formValue } from '../../../chat/composer/form/form-value.ts'
import type { SchemaField } from '../../../contract/agent-server/input/schema-fields.ts'
import type { Texts } from '../texts/en.ts'
import { filled } from '../texts/texts.ts'

/** The answer that a form's texts stand for, and by field in the visitor's language what of it cannot be sent. */
export function answerOf(
  fields: readonly SchemaField[],
  written: Readonly<Record<string, string>>,
  texts: Texts,
): { value: Record<string, unknown>; problems: Readonly<Record<string, string>> } {
  const { value, problems: unread, missing } = formValue(fields, written)
  const problems: Record<string, string> = {}
  for (const { name, kind, rules } of fields) {
    const problem = missing.includes(name)
      ? texts.needed
      : Object.hasOwn(unread, name)
        ? texts[kind === 'integer' ? 'wholeNumber' : kind === 'number' ? 'aNumber' : 'needed']
        : Object.hasOwn(value, name) && kind !== 'choice'
          ? brokenRule(rules, value[name], texts)
          : null
    if (problem !== null) problems[name] = problem
  }
  return { value, problems }
}

function brokenRule(rules: SchemaField['rules'], value: unknown, texts: Texts): string | null {
  if (typeof value === 'string') return brokenInText(rules, value, texts)
  if (typeof value !== 'number' && typeof value !== 'bigint') return null
  const number = Number(value)
  const limit = (rule: string, without: number) => numberIn(rules[rule]) ?? without
  const least = limit('minimum', -Infinity)
  const most = limit('maximum', Infinity)
  if (number < least) return filled(texts, 'atLeast', { count: least })
  if (number > most) return filled(texts, 'atMost', { count: most })
  const isWithin =
    number > limit('exclusiveMinimum', -Infinity) && number < limit('exclusiveMaximum', Infinity)
  return isWithin && isMultiple(number, numberIn(rules.multipleOf)) ? null : texts.wrongForm
}

function brokenInText(rules: SchemaField['rules'], text: string, texts: Texts): string | null {
  const { length } = [...text]
  const least = numberIn(rules.minLength) ?? 0
  const most = numberIn(rules.maxLength) ?? Infinity
  if (length < least) return filled(texts, 'tooFewLetters', { count: least })
  if (length > most) return filled(texts, 'tooManyLetters', { count: most })
  return fits(text, rules.pattern) ? null : texts.wrongForm
}

function fits(text: string, pattern: unknown): boolean {
  if (typeof pattern !== 'string') return true
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    // Written for another language's expressions: whoever asked knows.
    return true
  }
}

/** 0.3 is three times 0.1, but for what the machine makes of it. */
function isMultiple(number: number, step: number | null): boolean {
  if (step === null || step <= 0) return true
  const times = number / step
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times))
}

function numberIn(rule: unknown): number | null {
  return typeof rule === 'number' || typeof rule === 'bigint' ? Number(rule) : null
}
