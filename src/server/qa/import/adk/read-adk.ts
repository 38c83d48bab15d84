import {
  endOfReading,
  type Found,
  type FoundCase,
  mostRows,
  nothingFound,
  type Place,
} from '../found.ts'
import { isRecord } from '../is-record.ts'
import { isFault, parseJson } from '../json/parse-json.ts'
import { LeftOut } from '../left-out.ts'
import { partsText, toolUses } from './invocation.ts'
import { toolChecks } from './tool-checks.ts'

/** What needs no mention: names and times of the file itself. */
const bookkeeping = /^(eval_?id|creation_?timestamp|invocation_?id|conversation)$/i

/** An eval set of the Agent Development Kit (`eval_cases`): a case for each, a turn for each invocation. */
export function readAdk(text: string): Found {
  const found = nothingFound()
  const parsed = parseJson(text.trimEnd())
  if (isFault(parsed)) return { ...found, faults: [parsed] }
  const { value, placeOf } = parsed
  const name = isRecord(value) && 'evalCases' in value ? 'evalCases' : 'eval_cases'
  const evalCases = isRecord(value) ? value[name] : undefined
  if (!Array.isArray(evalCases)) {
    const message = 'Here an object with a list of “eval_cases” was expected.'
    return { ...found, faults: [{ ...placeOf([name]), message }] }
  }
  const leftOut = new LeftOut()
  const places = parsed.placesOfElements([name], mostRows + 1)
  for (const [index, placeOfPart] of places.entries()) {
    const at = (...path: PropertyKey[]) => placeOfPart(path)
    if (index === mostRows) {
      found.faults.push(endOfReading(at()))
      break
    }
    const one = caseOf(evalCases[index], at, leftOut)
    if (typeof one === 'string') found.faults.push({ ...at(), message: one })
    else found.cases.push(one)
  }
  found.left_out.push(...leftOut.sentences())
  return found
}

function caseOf(
  evalCase: unknown,
  at: (...path: PropertyKey[]) => Place,
  leftOut: LeftOut,
): FoundCase | string {
  if (!isRecord(evalCase)) return 'An eval case is an object in braces.'
  const { line } = at()
  const { conversation } = evalCase
  if (!Array.isArray(conversation) || conversation.length === 0) {
    return 'The eval case has no “conversation”.'
  }
  const invocations = conversation.filter(isRecord)
  const sent = invocations.map((one) => partsText(one.user_content ?? one.userContent))
  const silent = sent.findIndex(({ text }) => text.trim() === '')
  if (silent !== -1) return `The user says nothing in invocation ${silent + 1} of the eval case.`
  const answers = invocations.map((one) => partsText(one.final_response ?? one.finalResponse))
  if ([...sent, ...answers].some(({ hasOther }) => hasOther)) {
    leftOut.add('Parts that are no text are not taken over', line)
  }
  for (const field of Object.keys(evalCase)) {
    if (!bookkeeping.test(field) && evalCase[field] !== null) {
      leftOut.add(`“${field}” is not taken over`, at(field).line)
    }
  }
  for (const [index, one] of invocations.entries()) {
    const data = one.intermediate_data ?? one.intermediateData
    const said = isRecord(data) ? (data.intermediate_responses ?? data.intermediateResponses) : []
    if (Array.isArray(said) && said.length > 0) {
      leftOut.add('“intermediate_responses” are not taken over', at('conversation', index).line)
    }
  }
  const id = evalCase.eval_id ?? evalCase.evalId
  const isKey = typeof id === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(id)
  return {
    line,
    ...(isKey && { key: id }),
    words: typeof id === 'string' && id !== '' ? id : (sent[0]?.text ?? ''),
    content: {
      turns: sent.map(({ text }) => ({ do: 'send', text })),
      expected: expectedText(answers.map(({ text }) => text.trim())),
      checks: toolChecks(invocations.flatMap(toolUses)),
    },
    placeOf: ([field, index]) => {
      if (field === 'key') return at('eval_id' in evalCase ? 'eval_id' : 'evalId')
      return typeof index === 'number' && field === 'turns'
        ? at('conversation', index)
        : at('conversation')
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
