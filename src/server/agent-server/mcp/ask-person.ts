import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/sdk/types.js'
import { answerSchema } from '../../../contract/agent-server/interrupt-shape.ts'
import type { Interrupt } from '../../../contract/agent-server/threads.ts'
import { parseJson } from '../../../contract/exact-json.ts'
import { questionText } from '../on-behalf/run-outcome.ts'

type Form = ElicitRequestFormParams['requestedSchema']

/**
 * How a person is asked what an agent asks, and what their answer is to the agent. Where the question brings the schema of
 * a flat form, it is that form; else one field, whose text is read as JSON if it is JSON.
 */
export function questionForm(interrupt: Interrupt): {
  params: { message: string; requestedSchema: Form }
  answerIn(result: ElicitResult): { answer: unknown } | null
} {
  const message = questionText(interrupt)
  const own = flatForm(answerSchema(interrupt))
  const isGiven = ({ action, content }: ElicitResult) => action === 'accept' && content
  if (own) {
    return {
      params: { message, requestedSchema: own },
      answerIn: (result) => (isGiven(result) ? { answer: result.content } : null),
    }
  }
  const title = 'Answer'
  const described = 'A text, or JSON where the question asks for more than a text.'
  const requestedSchema: Form = {
    type: 'object',
    properties: { answer: { type: 'string', title, description: described } },
    required: ['answer'],
  }
  return {
    params: { message, requestedSchema },
    answerIn: (result) =>
      isGiven(result) ? { answer: readAnswer(String(result.content?.answer ?? '')) } : null,
  }
}

function readAnswer(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

const plain = ['string', 'number', 'integer', 'boolean']

/** A schema that clients can draw: an object of plain fields. */
function flatForm(schema: unknown): Form | null {
  const { type, properties, required } = Object(schema) as Record<string, unknown>
  if (type !== 'object' || typeof properties !== 'object' || properties === null) return null
  const fields = Object.values(properties) as { type?: unknown }[]
  const isFlat = fields.length > 0 && fields.every((one) => plain.includes(String(one?.type)))
  if (!isFlat) return null
  const names = Array.isArray(required) ? { required: required.map(String) } : {}
  return { type: 'object', properties: properties as Form['properties'], ...names }
}
