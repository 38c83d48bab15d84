import type { Transport } from '../../client/api.ts'
import { callPlainer } from '../../client/plain-request.ts'
import { messageText } from '../../contract/agent-server/messages.ts'
import { searchThreads, type Thread } from '../../contract/agent-server/threads.ts'
import type { EndpointInput } from '../../contract/endpoint.ts'

type Body = NonNullable<EndpointInput<typeof searchThreads>['body']>
type Search = Omit<Body, 'select' | 'without_sessions'>

/** What a list shows of a thread; states are left where they are. */
const published = [
  'thread_id',
  'created_at',
  'updated_at',
  'metadata',
  'status',
  'interrupts',
] as const

/** The body of a search for lists, by what only our server has: with summaries, and without what sessions made. */
export function listedThreads(search: Search) {
  return { ...search, select: [...published, 'summary' as const], without_sessions: true }
}

/** What a summary says, as far as the published interface can be asked for it. */
const ofMessages = {
  first_message: 'values.messages[0].content',
  last_message: 'values.messages[-1].content',
}

/** Threads for a list; a server that does not know summaries is asked for the messages that they are of. */
export async function searchListedThreads(agent: Transport, search: Search, signal: AbortSignal) {
  const plain = { ...search, select: [...published] }
  const forms = [
    { body: listedThreads(search) },
    { body: { ...plain, extract: ofMessages } },
    { body: plain },
  ] as const
  const first = agent.isForeign ? 1 : 0
  return (await callPlainer(agent, searchThreads, forms, { signal, first })).map(withSummary)
}

const longestText = 200

function withSummary(thread: Thread): Thread {
  const { summary, extracted } = thread
  if (summary || !extracted) return thread
  const text = (name: keyof typeof ofMessages) => messageText(extracted[name]).slice(0, longestText)
  return {
    ...thread,
    summary: { first_message: text('first_message'), last_message: text('last_message') },
  }
}
