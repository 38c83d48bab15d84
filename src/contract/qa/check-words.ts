import { writeJson } from '../exact-json.ts'
import type { Check } from './cases.ts'

/** A part of what a check says: words, or what is set as code. */
export type CheckPart = string | { readonly code: string }

/** A check as far as it is written: values as text, numbers perhaps not there yet. */
export type CheckSaid =
  | { check: 'contains'; text: string; not?: boolean | undefined }
  | { check: 'matches'; pattern: string; flags?: string | undefined; not?: boolean | undefined }
  | { check: 'json_path'; path: string; equals?: string | undefined; not?: boolean | undefined }
  | {
      check: 'tool_called'
      tool: string
      args?: string | undefined
      times?: number | string | undefined
    }
  | { check: 'tool_not_called'; tool: string }
  | { check: 'tool_order'; tools: readonly string[] }
  | { check: 'status'; is: string }
  | { check: 'max_seconds'; seconds: number | string }
  | { check: 'max_tokens'; tokens: number | string }
  | { check: 'max_words'; words: number | string }

/** What a check says, in parts: where it is written, and where its result is read. */
export function checkParts(said: CheckSaid): readonly CheckPart[] {
  switch (said.check) {
    case 'contains':
      return [`answer ${said.not ? 'does not contain' : 'contains'} “${said.text}”`]
    case 'matches': {
      const pattern = { code: `/${said.pattern}/${said.flags ?? ''}` }
      return [`answer ${said.not ? 'does not match' : 'matches'} `, pattern]
    }
    case 'json_path':
      return [{ code: said.path }, ` is ${said.not ? 'not ' : ''}${said.equals ?? 'there'}`]
    case 'tool_called': {
      const often = said.times === undefined ? '' : ` ${timesWords(said.times)}`
      const having = said.args === undefined ? '' : `, with ${said.args}`
      return [{ code: said.tool }, ` called${often}${having}`]
    }
    case 'tool_not_called':
      return [{ code: said.tool }, ' not called']
    case 'tool_order':
      return said.tools.flatMap((code, at) => (at === 0 ? [{ code }] : [', then ', { code }]))
    case 'status':
      return [`final status ${said.is}`]
    case 'max_seconds':
      return [`at most ${said.seconds} s`]
    case 'max_tokens':
      return [`at most ${said.tokens} tokens`]
    case 'max_words':
      return [`at most ${said.words} words`]
  }
}

/** The same of a whole check, in one line, as it stands in a report. */
export function checkWords(check: Check): string {
  return checkParts(saidOf(check))
    .map((part) => (typeof part === 'string' ? part : part.code))
    .join('')
}

/** “once”, “twice”, “3 times”. */
export function timesWords(times: number | string): string {
  return Number(times) === 1 ? 'once' : Number(times) === 2 ? 'twice' : `${times} times`
}

/** A value in one line, cut where it is long. */
export function shortValue(value: unknown): string {
  return shortLine(value === undefined ? 'nothing' : writeJson(value))
}

export function shortLine(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length <= 200 ? line : `${line.slice(0, 199)}…`
}

function saidOf(check: Check): CheckSaid {
  if (check.check === 'json_path') {
    const { equals, ...rest } = check
    return { ...rest, ...(equals !== undefined && { equals: shortValue(equals) }) }
  }
  if (check.check === 'tool_called') {
    const { args, ...rest } = check
    return { ...rest, ...(args !== undefined && { args: shortValue(args) }) }
  }
  return check
}
