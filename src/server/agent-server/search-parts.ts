import { parseJson } from '../../contract/exact-json.ts'
import { jsonb } from '../db/jsonb.ts'
import { invalidField } from '../http/http-error.ts'

/** Adds a parameter to a statement, and answers how it is written there. */
export type Param = (value: unknown) => string

/** So many rows are read before they are sorted: of more, walking along the order soon meets as many as a page holds. */
export const mostSorted = 1_000

/** Of one id an index has the rows in order. */
export function idCondition(column: string, ids: readonly string[], param: Param): string {
  return ids.length === 1
    ? `${column} = ${param(ids[0])}::uuid`
    : `${column} = any(${param(ids)}::uuid[])`
}

/** Rows of some deployments, and where that is asked for those of their previews, which say so in their metadata. */
export function deploymentCondition(
  table: '' | 't.',
  ids: readonly string[],
  withPreviews: boolean | null | undefined,
  param: Param,
): string {
  const own = idCondition(`${table}deployment_id`, ids, param)
  if (!withPreviews) return own
  const marked = ids.map((id) => `${table}metadata @> ${param(jsonb({ preview_of: id }))}::jsonb`)
  return `(${[own, ...marked].join(' or ')})`
}

/** Leaves rows of some deployments out: few, so that whatever index finds the others stays the best. */
export function hiddenCondition(
  column: string,
  ids: readonly string[],
  param: Param,
): string | null {
  return ids.length === 0 ? null : `not (${column} = any(${param(ids)}::uuid[]))`
}

/** Metadata that holds a value; a text also finds a number or boolean that is written so. */
export function metadataCondition(
  column: string,
  name: string,
  value: unknown,
  param: Param,
): string {
  const holds = (one: unknown) => `${column} @> ${param(jsonb({ [name]: one }))}::jsonb`
  const written = typeof value === 'string' ? scalarOf(value) : undefined
  return written === undefined ? holds(value) : `(${holds(value)} or ${holds(written)})`
}

/** The number or boolean that a text writes. */
function scalarOf(text: string): number | bigint | boolean | undefined {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? (parseJson(text) as number | bigint) : undefined
}

/** Whether a text is how an id begins, in eight characters at least. */
export function beginsId(text: string): boolean {
  return /^[0-9a-f]{8,32}$/.test(hexOf(text))
}

const hexOf = (text: string) => text.toLowerCase().replaceAll('-', '')

/** Conditions of ids that begin as a text does, of eight characters at least; none where the text is no such beginning. */
export function idsThatBegin(text: string, columns: readonly string[], param: Param): string[] {
  if (!beginsId(text)) return []
  const hex = hexOf(text)
  const [low, high] = [param(hex.padEnd(32, '0')), param(hex.padEnd(32, 'f'))]
  return columns.map((column) => `${column} between ${low}::uuid and ${high}::uuid`)
}

/** Where a page ended, as text that only `readCursor` understands. */
export function writeCursor(order: string, parts: readonly [string, string]): string {
  return Buffer.from(JSON.stringify([order, ...parts])).toString('base64url')
}

/**
 * Reads it again. Rejects with 422 what is none, or is of another order.
 * @param shapes what each part has to look like
 */
export function readCursor(
  cursor: string,
  order: string,
  shapes: readonly [RegExp, RegExp],
): [string, string] {
  const parts = parsed(Buffer.from(cursor, 'base64url').toString('utf8'))
  const [written, one, two] = Array.isArray(parts) ? parts.map(String) : []
  if (written === order && one && two && shapes[0].test(one) && shapes[1].test(two)) {
    return [one, two]
  }
  throw invalidField(['body', 'cursor'], 'This is no cursor of a page of this search. Begin anew.')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
