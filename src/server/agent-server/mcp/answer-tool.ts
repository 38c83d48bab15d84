import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod/mini'
import { id } from '../../../contract/query.ts'

/** The tool that goes on with a call whose agent has asked something. */
export const answerTool: Tool = {
  name: 'answer_question',
  title: 'Answer a question of an agent',
  description:
    'Answers what an agent has asked: call it after a result whose status is “input-required”, with its thread_id. The agent goes on with the answer.',
  inputSchema: {
    type: 'object',
    properties: {
      thread_id: { type: 'string', description: 'The thread_id of that result.' },
      answer: { description: 'The answer: any JSON that the question asks for, often a text.' },
      interrupt_id: {
        type: 'string',
        description: 'The id of the question that is answered, where several were asked.',
      },
    },
    required: ['thread_id', 'answer'],
  },
  annotations: { readOnlyHint: false, openWorldHint: true },
}

/** What the tool is called with. */
export const AnswerInput = z.object({
  thread_id: id,
  answer: z.unknown(),
  interrupt_id: z.nullish(z.string()),
})
