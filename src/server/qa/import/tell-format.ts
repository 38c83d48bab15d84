import type { ImportFormat } from '../../../contract/qa/suites.ts'
import { isCase, isConversation, isOlderCase } from './adk/read-adk.ts'
import { isRecord } from './is-record.ts'
import { isLangsmithHeader } from './langsmith/langsmith-csv.ts'
import { readHeader } from './table/header.ts'
import { delimiterOf, readTable, withoutSeparatorLine } from './table/read-table.ts'

/** Which format a text is in, by the ending of its name and by what stands in it; null for a file of another kind. */
export function tellFormat(text: string, name = ''): ImportFormat | null {
  if (isBinary(text)) return null
  const ending = /\.([a-z0-9]+)$/i.exec(name.trim())?.[1]?.toLowerCase()
  switch (ending) {
    case 'csv':
      return tableFormat(text) ?? 'csv'
    case 'tsv':
    case 'tab':
      return 'tsv'
    case 'jsonl':
    case 'ndjson':
    case 'json':
      return jsonFormat(text) ?? 'jsonl'
    case 'yaml':
    case 'yml':
      return 'promptfoo'
    case 'txt':
    case 'md':
      return 'lines'
    default:
      return jsonFormat(text) ?? pasteFormat(text)
  }
}

function pasteFormat(text: string): ImportFormat | null {
  if (/^\s*(%PDF|<\?xml|<!doctype|<html)/i.test(text)) return null
  if (/^\s*(\[\s*)?\{\s*("|$)/.test(text)) return 'jsonl'
  if (firstLine(text).includes('\t')) return 'tsv'
  if (/^(prompts|tests):[ \t]*($|\[|file:|#)/m.test(text)) return 'promptfoo'
  return tableFormat(text) ?? 'lines'
}

/** Of a table whose header names the input; null for other texts. */
function tableFormat(text: string): ImportFormat | null {
  const line = firstLine(withoutSeparatorLine(text))
  const cells = readTable(line, delimiterOf(text)).rows[0]?.cells ?? []
  if (readHeader(cells)) return cells.length > 1 ? 'csv' : null
  return isLangsmithHeader(cells) ? 'langsmith_csv' : null
}

/** By the fields of the first object that can be read: of the whole text, of its list, of its first lines. */
function jsonFormat(text: string): ImportFormat | null {
  const whole = jsonOf(text)
  if (isConversation(whole)) return 'adk_older'
  const values = whole === undefined ? text.split('\n', 20).map(jsonOf) : [whole].flat()
  for (const value of values.filter(isRecord)) {
    const has = (...names: string[]) => names.some((name) => name in value)
    if (has('eval_cases', 'evalCases') || (whole !== undefined && isCase(value))) return 'adk'
    if (isOlderCase(value)) return 'adk_older'
    if (has('turns', 'suite')) return 'jsonl'
    if (has('messages')) return 'chat_jsonl'
    if (has('inputs')) return 'langsmith_jsonl'
    if (has('vars') || (whole !== undefined && has('tests', 'prompts'))) return 'promptfoo'
    if (readHeader(Object.keys(value))) return 'jsonl'
  }
  return null
}

function jsonOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function firstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0] ?? ''
}

/** A NUL, or text that was no UTF-8. */
function isBinary(text: string): boolean {
  const start = text.slice(0, 10_000)
  return (
    start.includes('\0') ||
    start.startsWith('PK\u0003') ||
    (start.match(/\uFFFD/g)?.length ?? 0) > 20
  )
}
