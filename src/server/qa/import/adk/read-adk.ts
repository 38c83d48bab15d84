import { SaidOfSuite } from '../../../../contract/qa/suites.ts'
import {
  endOfReading,
  type FoundCase,
  type FoundInFile,
  mostRows,
  nothingFound,
  type PlaceInFile,
} from '../found.ts'
import { isRecord } from '../is-record.ts'
import { isFault, type PlaceOf, parseJson } from '../json/parse-json.ts'
import { LeftOut } from '../left-out.ts'
import { answerTo, isEmpty, saidBy, toolUses, unusedOf } from './invocation.ts'
import { toolChecks } from './tool-checks.ts'

/** What needs no mention: names and times of the file itself. */
const bookkeeping =
  /^(eval_?id|eval_?set_?id|creation_?timestamp|invocation_?id|conversation|data|name)$/i

/**
 * An eval set of the Agent Development Kit: a case for each of its `eval_cases`, a turn for each invocation. Older ones are a
 * list of cases with `data`, or a single conversation as a list of queries. A case may stand alone.
 */
export function readAdk(text: string): FoundInFile {
  const found = nothingFound()
  const parsed = parseJson(text.trimEnd())
  if (isFault(parsed)) return { ...found, faults: [parsed] }
  const { value, placeOf } = parsed
  const leftOut = new LeftOut()
  const add = (evalCase: unknown, at: At) => {
    const one = caseOf(evalCase, at, leftOut)
    if (typeof one === 'string') found.faults.push({ ...at(), message: one })
    else found.cases.push(one)
  }
  const list = listOf(value)
  if (isConversation(value)) {
    add({ data: value }, (...[, ...path]) => placeOf(path))
  } else if (isRecord(value) && (isOlderCase(value) || isCase(value))) {
    add(value, (...path) => placeOf(path))
  } else if (list) {
    sayOfSet(value, { placeOf, found, leftOut })
    const places = parsed.placesOfElements(list.path, mostRows + 1)
    for (const [index, placeOfPart] of places.entries()) {
      const at: At = (...path) => placeOfPart(path)
      if (index === mostRows) {
        found.faults.push(endOfReading(at()))
        break
      }
      add(list.cases[index], at)
    }
  } else {
    const message = 'Here an object with a list of “eval_cases” was expected.'
    const name = isRecord(value) && 'evalCases' in value ? 'evalCases' : 'eval_cases'
    found.faults.push({ ...placeOf([name]), message })
  }
  found.left_out.push(...leftOut.sentences())
  return found
}

/** What a set says of itself: its name and description are the suite's. */
function sayOfSet(
  set: unknown,
  { placeOf, found, leftOut }: { placeOf: PlaceOf; found: FoundInFile; leftOut: LeftOut },
): void {
  if (!isRecord(set)) return
  const { eval_cases: _, evalCases: __, name, description, ...others } = set
  const said = SaidOfSuite.safeParse({
    ...(name ? { name } : {}),
    ...(description ? { description } : {}),
  })
  if (said.success && Object.keys(said.data).length > 0) found.suite = said.data
  for (const [field, value] of Object.entries(others)) {
    if (bookkeeping.test(field) || isEmpty(value)) continue
    leftOut.add(`“${field}” is not taken over`, placeOf([field]).line)
  }
}

/** Whether a list is one conversation in the older layout: a query after the other. */
export function isConversation(value: unknown): boolean {
  if (!Array.isArray(value) || !isRecord(value[0]) || !('query' in value[0])) return false
  return value.some((one) => isRecord(one) && ('reference' in one || 'expected_tool_use' in one))
}

/** Whether an object is a case in the older layout: its `data` is a list of queries. */
export function isOlderCase({ data }: Record<string, unknown>): boolean {
  if (!Array.isArray(data)) return false
  return data.length === 0 || (isRecord(data[0]) && 'query' in data[0])
}

/** Whether an object is a case of its own: it has a conversation. */
export function isCase({ conversation }: Record<string, unknown>): boolean {
  return Array.isArray(conversation)
}

/** Where a part of a case stands in the file. */
type At = (...path: PropertyKey[]) => PlaceInFile

function listOf(value: unknown): { cases: unknown[]; path: string[] } | null {
  if (Array.isArray(value)) return { cases: value, path: [] }
  if (!isRecord(value)) return null
  const name = 'evalCases' in value ? 'evalCases' : 'eval_cases'
  const cases = value[name]
  return Array.isArray(cases) ? { cases, path: [name] } : null
}

function caseOf(evalCase: unknown, at: At, leftOut: LeftOut): FoundCase | string {
  if (!isRecord(evalCase)) return 'An eval case is an object in braces.'
  const { line } = at()
  const part = 'data' in evalCase ? 'data' : 'conversation'
  const conversation = evalCase[part]
  if (!Array.isArray(conversation) || conversation.length === 0) {
    return part === 'data'
      ? 'The eval case has no queries in its “data”.'
      : 'The eval case has no “conversation”.'
  }
  const invocations = conversation.filter(isRecord)
  const sent = invocations.map(saidBy)
  const silent = sent.findIndex(({ text }) => text.trim() === '')
  if (silent !== -1) return `The user says nothing in invocation ${silent + 1} of the eval case.`
  const answers = invocations.map(answerTo)
  if ([...sent, ...answers].some(({ hasOther }) => hasOther)) {
    leftOut.add('Parts that are no text are not taken over', line)
  }
  for (const field of Object.keys(evalCase)) {
    if (!bookkeeping.test(field) && !isEmpty(evalCase[field])) {
      leftOut.add(`“${field}” is not taken over`, at(field).line)
    }
  }
  for (const [index, one] of invocations.entries()) {
    const { line } = at(part, index)
    for (const name of unusedOf(one)) leftOut.add(`“${name}” is not taken over`, line)
    if (toolUses(one).hasNameless)
      leftOut.add('Uses of tools without a name are not taken over', line)
  }
  const id = evalCase.eval_id ?? evalCase.evalId ?? evalCase.name
  const isKey = typeof id === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(id)
  return {
    line,
    ...(isKey && { key: id }),
    words: typeof id === 'string' && id !== '' ? id : (sent[0]?.text ?? ''),
    content: {
      turns: sent.map(({ text }) => ({ do: 'send', text })),
      expected: expectedText(answers.map(({ text }) => text.trim())),
      checks: toolChecks(invocations.flatMap((one) => toolUses(one).uses)),
    },
    placeOf: ([field, index]) => {
      const names = ['eval_id', 'evalId', 'name'].filter((name) => name in evalCase)
      if (field === 'key') return at(...names.slice(0, 1))
      return typeof index === 'number' && field === 'turns' ? at(part, index) : at(part)
    },
  }
}

/** The answer, or those of all turns by their number. */
function expectedText(answers: readonly string[]): string {
  if (answers.length === 1) return answers[0] ?? ''
  return answers
    .flatMap((text, index) => (text === '' ? [] : `Turn ${index + 1}: ${text}`))
    .join('\n')
}
