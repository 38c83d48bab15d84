import { writeJson } from '../../../../contract/exact-json.ts'
import { chatMessages } from '../chat/chat-messages.ts'
import { conversation } from '../chat/conversation.ts'
import type { FoundCase } from '../found.ts'
import { isRecord } from '../is-record.ts'
import type { LeftOut } from '../left-out.ts'

/** An example of a dataset, as an export writes it. */
export interface Example {
  line: number
  inputs: unknown
  outputs: unknown
  metadata: unknown
  placeOf: FoundCase['placeOf']
}

/**
 * Inputs of a single text are a message, those of a single list of messages a conversation; all others are the input of
 * the graph as they are. Metadata become variables, the names of splits tags. A text where the inputs hold nothing.
 */
export function exampleCase(example: Example, leftOut: LeftOut): FoundCase | string {
  const { line, placeOf } = example
  const inputs = single(example.inputs)
  if (isEmpty(inputs)) return 'The example has no inputs.'
  const messages = chatMessages(inputs)
  const said = messages && conversation(messages, leftOut, line)
  if (said?.turns.length === 0) return 'The user says nothing in these messages.'
  const turns = said?.turns ?? [
    typeof inputs === 'string'
      ? { do: 'send', text: inputs }
      : { do: 'send', input: example.inputs },
  ]
  const { dataset_split: splits, ...metadata } = isRecord(example.metadata) ? example.metadata : {}
  const variables = Object.entries(metadata).flatMap(([name, value]) =>
    isEmpty(value) ? [] : [[name, asText(value)]],
  )
  return {
    line,
    words: said?.turns[0]?.text ?? firstText(inputs),
    content: {
      turns,
      expected: expectedText(example, leftOut) || (said?.expected ?? ''),
      tags: [splits].flat().filter((tag) => typeof tag === 'string' && tag !== ''),
      variables: Object.fromEntries(variables),
    },
    placeOf,
  }
}

/** What is inside as long as an object has one field only and that a text or a list. */
function single(value: unknown): unknown {
  if (!isRecord(value)) return value
  const [only, ...others] = Object.values(value)
  const isPlain = typeof only === 'string' || chatMessages(only) !== null
  return others.length === 0 && isPlain ? only : value
}

function expectedText({ outputs, line }: Example, leftOut: LeftOut): string {
  if (isEmpty(outputs)) return ''
  const inner =
    isRecord(outputs) && Object.keys(outputs).length === 1 ? Object.values(outputs)[0] : outputs
  const said = generated(inner)
  if (typeof said === 'string') return said
  const messages = chatMessages(said) ?? chatMessages([said])
  if (messages?.some(({ callsTools }) => callsTools)) {
    leftOut.add('Calls of tools are not taken over', line)
  }
  const answer = messages?.findLast(({ role, text }) => role === 'assistant' && text !== '')
  return answer?.text ?? asText(inner)
}

/** Of what a model generated, as runs of models have it, the message or the text that came first; else the value. */
function generated(value: unknown): unknown {
  const first = Array.isArray(value) && Array.isArray(value[0]) ? value[0][0] : value
  const one = Array.isArray(first) ? first[0] : first
  if (!isRecord(one)) return value
  const isGeneration = 'generation_info' in one || /Generation$/.test(String(one.type))
  if (!isGeneration) return value
  return isRecord(one.message) ? one.message : (one.text ?? value)
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value, 2)
}

function firstText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  return (
    Object.values(value)
      .map(firstText)
      .find((text) => text !== '') ?? ''
  )
}
