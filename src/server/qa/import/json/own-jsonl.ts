import { writeJson } from '../../../../contract/exact-json.ts'
import { SaidOfSuite } from '../../../../contract/qa/suites.ts'
import { type FoundCase, type FoundInFile, nothingFound } from '../found.ts'
import { isRecord } from '../is-record.ts'
import { caseOfRow } from '../table/case-of-row.ts'
import { readHeader } from '../table/header.ts'
import { type JsonRow, readJsonRows } from './json-rows.ts'
import type { PlaceOf } from './parse-json.ts'

/** One case a line, as it is exported. A line may be as plain as `{"input": "…", "expected": "…"}`. */
export function readOwnJsonl(text: string): FoundInFile {
  const { rows, faults } = readJsonRows(text)
  const found: FoundInFile = { ...nothingFound(), faults }
  const variables = new Set<string>()
  for (const [index, row] of rows.entries()) {
    if (index === 0 && 'suite' in row.value && !('turns' in row.value)) {
      const said = SaidOfSuite.safeParse(row.value.suite)
      if (said.success) found.suite = said.data
      else {
        const words = 'What is said of the suite cannot be read and is not taken over'
        found.left_out.push(`${words}: line ${row.line}.`)
      }
      continue
    }
    const { key } = row.value
    if (key !== undefined && typeof key !== 'string') {
      faults.push({ ...row.placeOf(['key']), message: '“key” must be text.' })
      continue
    }
    const one = plainCase(row) ?? fullCase(row, key)
    if (isRecord(one.content.variables)) {
      for (const name of Object.keys(one.content.variables)) variables.add(name)
    }
    found.cases.push(one)
  }
  found.variables.push(...variables)
  return found
}

function fullCase({ line, value, placeOf }: JsonRow, key: string | undefined): FoundCase {
  const { key: _, ...content } = value
  return { line, ...(key !== undefined && { key }), words: firstWords(content), content, placeOf }
}

/** What a case has and a table cannot say. In a line with an input anything else of such a name is a variable. */
const fieldsOfCase: Readonly<Record<string, (value: unknown) => boolean>> = {
  checks: Array.isArray,
  start: isRecord,
  variables: isRecord,
  has_side_effects: (value) => typeof value === 'boolean',
}

/** A line that names an input as the header of a table would; null for every other. */
function plainCase({ line, value: whole, placeOf }: JsonRow): FoundCase | null {
  const isOfCase = ([name, part]: [string, unknown]) =>
    Object.hasOwn(fieldsOfCase, name) && fieldsOfCase[name]?.(part) === true
  const entries = Object.entries(whole)
  const said = Object.fromEntries(entries.filter(isOfCase))
  const value = Object.fromEntries(entries.filter((entry) => !isOfCase(entry)))
  const names = Object.keys(value)
  const columns = 'turns' in value ? null : readHeader(names)
  if (!columns) return null
  const cells = Object.values(value).map((part, index) => {
    if (index === columns.tags && Array.isArray(part)) return part.join(',')
    if (part === null) return ''
    return typeof part === 'string' ? part : writeJson(part)
  })
  const placeOfCell = (index: number) => placeOf([names[index] ?? ''])
  const one = withFields(caseOfRow({ line, cells, placeOfCell }, columns), said, placeOf)
  const input = Object.values(value)[columns.input]
  if (typeof input !== 'object' || input === null) return one
  // What is no text is the input of the graph as it is.
  const [, ...turns] = one.content.turns as unknown[]
  return { ...one, content: { ...one.content, turns: [{ do: 'send', input }, ...turns] } }
}

function withFields(one: FoundCase, said: Record<string, unknown>, placeOf: PlaceOf): FoundCase {
  const { variables } = one.content
  const isMerged = isRecord(said.variables) && isRecord(variables)
  const all = isMerged ? { variables: { ...variables, ...(said.variables as object) } } : {}
  return {
    ...one,
    content: { ...one.content, ...said, ...all },
    placeOf: (path) => (String(path[0]) in said ? placeOf(path) : one.placeOf(path)),
  }
}

function firstWords({ turns }: Record<string, unknown>): string {
  if (!Array.isArray(turns)) return ''
  return turns.find((turn) => isRecord(turn) && typeof turn.text === 'string')?.text ?? ''
}
