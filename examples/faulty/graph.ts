/**
 * A graph that fails on purpose, for seeing how a failed run looks and what is left of it. It
 * collects the words of the message, sorts them and delivers the result; by default the second of
 * these nodes throws "planned failure: …" after the first has finished, so that the run ends with
 * the status `error` while the first node's work stays in the thread. `fail_at` (or the message:
 * "fail at deliver") chooses another node, and `"nowhere"` lets everything succeed.
 */
import {
  END,
  MessagesValue,
  ReducedValue,
  START,
  StateGraph,
  StateSchema,
} from '@langchain/langgraph'
import { z } from 'zod'
import { latestRequest } from '../shared/requests.ts'
import { say } from '../shared/say.ts'

const places = ['sort', 'deliver', 'nowhere'] as const
type Place = (typeof places)[number]

const State = new StateSchema({
  messages: MessagesValue,
  fail_at: z.string().nullish().describe('Where to fail: sort (the default), deliver or nowhere'),
  failing: z.enum(places).optional(),
  words: z.array(z.string()).default(() => []),
  log: new ReducedValue(
    z.array(z.string()).default(() => []),
    {
      inputSchema: z.array(z.string()),
      reducer: (lines, more) => [...lines, ...more],
    },
  ),
})

function collect(state: typeof State.State): typeof State.Update {
  const request = latestRequest(state.messages)
  const words = request.match(/[\p{L}\p{N}_'-]+/gu) ?? []
  const { place, remark } = placeOf(state.fail_at, request)
  const done = `Collected ${words.length === 1 ? '1 word' : `${words.length} words`}.`
  const outlook =
    place === 'nowhere' ? 'Nothing is going to fail.' : `The node "${place}" is going to fail.`
  return {
    words,
    failing: place,
    // The choice belongs to this input only: a later message on the thread must not inherit it.
    fail_at: null,
    log: [done],
    messages: [say([done, remark, outlook].filter(Boolean).join(' '))],
  }
}

function sort(state: typeof State.State): typeof State.Update {
  failIfPlanned('sort', state, 'nothing was sorted')
  const words = [...state.words].sort((one, other) => one.localeCompare(other))
  return { words, log: ['Sorted the words.'], messages: [say('Sorted the words.')] }
}

function deliver(state: typeof State.State): typeof State.Update {
  failIfPlanned('deliver', state, 'the sorted words were not delivered')
  return { log: ['Delivered.'], messages: [say(`In order: ${state.words.join(', ')}`)] }
}

function failIfPlanned(place: Place, state: typeof State.State, loss: string): void {
  if (state.failing !== place) return
  const before = state.log.at(-1) ?? 'nothing was done'
  throw new Error(
    `planned failure: the node "${place}" failed as asked, so ${loss}. Before it: ${before} ` +
      'Send "fail at nowhere" to see the same graph succeed.',
  )
}

function placeOf(input: string | null | undefined, request: string) {
  const asked = input ?? /\bfail\s+(?:at\s+|in\s+)?["“]?([\w-]+)/i.exec(request)?.[1]
  if (asked === undefined) return { place: places[0], remark: '' }
  const place = places.find((name) => name === asked.trim().toLowerCase())
  if (place) return { place, remark: '' }
  return {
    place: places[0],
    remark: `There is no node "${asked}" to fail at; the choices are ${places.join(', ')}.`,
  }
}

export const graph = new StateGraph(State)
  .addNode('collect', collect)
  .addNode('sort', sort)
  .addNode('deliver', deliver)
  .addEdge(START, 'collect')
  .addEdge('collect', 'sort')
  .addEdge('sort', 'deliver')
  .addEdge('deliver', END)
  .compile({ name: 'faulty' })
