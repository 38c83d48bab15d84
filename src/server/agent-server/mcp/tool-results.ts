import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { answerText } from '../../../contract/agent-server/answers/thoughts.ts'
import { messagesOf } from '../../../contract/agent-server/messages.ts'
import { writeJson } from '../../../contract/exact-json.ts'
import { withTexts } from '../on-behalf/big-numbers.ts'
import { type CalledRunOutcome, questionText } from '../on-behalf/run-outcome.ts'
import { answerTool } from './answer-tool.ts'

/** What a call of a tool is answered with, in words for models and as data for programs. */
export function toolResult(threadId: string, outcome: CalledRunOutcome): CallToolResult {
  if (outcome.kind === 'failed') return failedResult(outcome.message)
  if (outcome.kind === 'asking') return askingResult(threadId, outcome.interrupts)
  const { values } = outcome
  const data = { status: 'completed', thread_id: threadId, output: withTexts(values ?? null) }
  return { content: [words(answerIn(values))], structuredContent: data }
}

/** A call that failed, or was refused: models read why. */
export function failedResult(message: string): CallToolResult {
  return { isError: true, content: [words(message)] }
}

type Asked = Extract<CalledRunOutcome, { kind: 'asking' }>['interrupts']

function askingResult(thread_id: string, interrupts: Asked): CallToolResult {
  const questions = interrupts.map((one) => `- ${questionText(one)}`)
  const told =
    questions.length > 0
      ? ['Input required. The agent asks:', ...questions]
      : ['Input required. The agent has stopped at a break point.']
  const how = `To go on, call the tool “${answerTool.name}” with the thread_id ${thread_id} and the answer.`
  return {
    content: [words([...told, how].join('\n'))],
    structuredContent: {
      status: 'input-required',
      thread_id,
      interrupts: interrupts.map(({ id, value }) => ({
        id: id ?? null,
        value: withTexts(value ?? null),
      })),
    },
  }
}

/** The last thing that the agent says; of a graph without messages all of its state. */
function answerIn(values: unknown): string {
  const said = messagesOf(values).findLast(({ type }) => /^ai/i.test(type))
  const text = answerText(said?.content)
  return text === '' ? writeJson(values ?? null) : text
}

function words(text: string): CallToolResult['content'][number] {
  return { type: 'text', text }
}
