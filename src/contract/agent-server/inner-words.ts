import { type Message, messagesOf } from './messages.ts'

/** Something said by an agent or a model that a tool asked, rather than by the one that answers. */
export interface InnerPlace {
  /** Where in the graph: the task that carries the call out, as `tools:<id>` below its parents. */
  readonly task: string
  /** Who says it: the inner agent's name, else its node's. */
  readonly speaker: string
  /** The calls without a result that it may belong to, by their ids; one where it is certain. */
  readonly calls: readonly string[]
}

/** What a run's stream has told so far about calls and about who says what. Immutable. */
export interface Speakers {
  /** Calls that have no result yet, by id, in the order in which they were made. */
  readonly open: ReadonlyMap<string, OpenCall>
  /** Of each message of the stream, by id, where within a call it was said; null for the thread's own. */
  readonly said: ReadonlyMap<string, InnerPlace | null>
  /** The tasks that gave results, by the ids of the calls that these answer. */
  readonly carriedOut: ReadonlyMap<string, string>
  /** True once the thread's values were told: then they say which calls count. */
  readonly hasValues: boolean
}

interface OpenCall {
  /** Where it was made; null where that was before the stream. */
  readonly caller: Place | null
  /** The thread's values hold it. */
  readonly isKept: boolean
}

interface Place {
  /** `agent:<task id>` of each graph down to the one that speaks. */
  readonly path: readonly string[]
  readonly node: string
  readonly step: number
}

export const noSpeakers: Speakers = {
  open: new Map(),
  said: new Map(),
  carriedOut: new Map(),
  hasValues: false,
}

/**
 * Whether a message, or a piece of one, was said within a tool call: something comes from another task than the one
 * that made a call, while the call has no result. `metadata` is what the stream tells beside it; without it
 * everything is the thread's own.
 */
export function foldSpoken(
  speakers: Speakers,
  message: Message,
  metadata: unknown,
): { speakers: Speakers; inner: InnerPlace | null } {
  const { id } = message
  const known = id ? speakers.said.get(id) : undefined
  const inner = known === undefined ? innerPlace(speakers, message, metadata) : known
  const said = id && known === undefined ? new Map(speakers.said).set(id, inner) : speakers.said
  const open = inner ? speakers.open : openAfter(speakers.open, message, metadata)
  if (said === speakers.said && open === speakers.open) return { speakers, inner }
  const carriedOut = carriedOutAfter(speakers, open, message, metadata)
  return { speakers: { ...speakers, said, open, carriedOut }, inner }
}

/** The call that something was said in; null where several may be meant. */
export function callOf(
  { calls, task }: InnerPlace,
  { carriedOut }: Pick<Speakers, 'carriedOut'>,
): string | null {
  const answered = calls.filter((id) => carriedOut.get(id) === task)
  const possible = answered.length > 0 ? answered : calls.filter((id) => !carriedOut.has(id))
  return possible.length === 1 ? (possible[0] ?? null) : null
}

/**
 * The thread's values, after a step: they hold the calls that wait for a result at their end. What was asked for
 * and is not there was no call of the thread's (a model that fills a form is asked as if it called a tool).
 */
export function foldKept(speakers: Speakers, values: unknown): Speakers {
  const messages = messagesOf(values)
  const open = new Map<string, OpenCall>()
  for (const id of waitingAtEnd(messages)) {
    open.set(id, { caller: speakers.open.get(id)?.caller ?? null, isKept: true })
  }
  const said = new Map(speakers.said)
  for (const { id } of messages) if (id) said.set(id, null)
  return { ...speakers, open, said, hasValues: true }
}

/** Calls of the last messages that neither a result nor anything else that was said has followed. */
function waitingAtEnd(messages: readonly Message[]): string[] {
  const answered = new Set<string>()
  const waiting: string[] = []
  for (const message of messages.toReversed()) {
    if (message.tool_call_id) answered.add(message.tool_call_id)
    else if (!message.tool_calls?.length) break
    const ids = (message.tool_calls ?? []).flatMap(({ id }) => (id ? [id] : []))
    waiting.unshift(...ids.filter((id) => !answered.has(id)))
  }
  return waiting
}

function openAfter(open: Speakers['open'], message: Message, metadata: unknown): Speakers['open'] {
  const { tool_call_id: answered } = message
  if (answered) {
    if (!open.has(answered)) return open
    const left = new Map(open)
    left.delete(answered)
    return left
  }
  const made = callIds(message).filter((id) => !open.has(id))
  const caller = placeOf(metadata)
  if (made.length === 0 || !caller) return open
  const call: OpenCall = { caller, isKept: false }
  return new Map([...open, ...made.map((id) => [id, call] as const)])
}

function carriedOutAfter(
  { open: before, carriedOut }: Speakers,
  open: Speakers['open'],
  { tool_call_id: id }: Message,
  metadata: unknown,
): Speakers['carriedOut'] {
  const place = placeOf(metadata)
  if (!id || !place || !before.has(id) || open.has(id)) return carriedOut
  return new Map(carriedOut).set(id, place.path.join('|'))
}

function callIds({ tool_calls, tool_call_chunks }: Message): string[] {
  const chunks: unknown[] = Array.isArray(tool_call_chunks) ? tool_call_chunks : []
  return [...(tool_calls ?? []), ...chunks].flatMap((call) => {
    const { id } = Object(call) as { id?: unknown }
    return typeof id === 'string' && id !== '' ? [id] : []
  })
}

function innerPlace(speakers: Speakers, message: Message, metadata: unknown): InnerPlace | null {
  const { open } = speakers
  if (open.size === 0 || open.has(message.tool_call_id ?? '')) return null
  const place = placeOf(metadata)
  if (!place) return null
  const calls = [...open].filter(([, call]) => isWithin(place, call, speakers.hasValues))
  const [first] = calls
  if (!first) return null
  const depth = first[1].caller?.path.length ?? 1
  const { lc_agent_name } = metadata as { lc_agent_name?: unknown }
  return {
    task: place.path.slice(0, depth).join('|'),
    speaker: String(lc_agent_name || message.name || place.node),
    calls: calls.map(([id]) => id),
  }
}

/** Whether what is said at a place may be said while a call is carried out. */
function isWithin(place: Place, { caller, isKept }: OpenCall, hasValues: boolean): boolean {
  // Whoever made a call in an earlier run has ended since.
  if (!caller) return true
  const depth = caller.path.length
  const [own, task] = [caller.path[depth - 1], place.path[depth - 1]]
  const isOfSameGraph = caller.path.slice(0, -1).every((part, at) => place.path[at] === part)
  if (!isOfSameGraph || task === undefined) return false
  const isDeeper = place.path.length > depth
  // A node that carries out its calls itself may go on to answer.
  if (task === own) return isDeeper
  const [node = ''] = task.split(':')
  if (!isDeeper && (node === caller.node || place.step <= caller.step)) return false
  if (isKept) return true
  // The values of the graph that it is a part of are not told: only what is plainly no answer counts.
  return (depth > 1 || !hasValues) && (isDeeper || /tool/i.test(node))
}

function placeOf(metadata: unknown): Place | null {
  const told = Object(metadata) as Record<string, unknown>
  const { langgraph_checkpoint_ns, checkpoint_ns, langgraph_node, langgraph_step } = told
  if (typeof langgraph_node !== 'string') return null
  const namespace = langgraph_checkpoint_ns ?? checkpoint_ns
  const path = typeof namespace === 'string' ? namespace.split('|').filter(Boolean) : []
  return {
    path: path.length > 0 ? path : [langgraph_node],
    node: langgraph_node,
    step: Number(langgraph_step),
  }
}
