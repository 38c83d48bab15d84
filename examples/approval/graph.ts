/**
 * An agent that asks before it acts. It plans one action from the message (a refund: "refund €84
 * for order 4411"; a message: "tell Ada that the lamp is on its way"; anything else becomes a
 * task), pauses the run with an interrupt in the form that agent inboxes show, and goes on when a
 * person accepts it, edits it, answers in words or ignores it. There is no payment or mail service
 * behind it: an approved action is written to the thread's `ledger`, and the agent says so.
 */
import { randomUUID } from 'node:crypto'
import { AIMessage, ToolMessage } from '@langchain/core/messages'
import {
  END,
  interrupt,
  MessagesValue,
  ReducedValue,
  START,
  StateGraph,
  StateSchema,
} from '@langchain/langgraph'
import { z } from 'zod'
import { latestRequest } from '../shared/requests.ts'
import { say } from '../shared/say.ts'
import { type Action, planAction, problemsOf, summaryOf } from './actions.ts'
import { Decision, decisionOf } from './decision.ts'

const ActionFields = z.object({ action: z.string(), args: z.record(z.string(), z.unknown()) })

const State = new StateSchema({
  messages: MessagesValue,
  /** The action that waits for leave, and the message and call that announced it. */
  plan: ActionFields.extend({ message_id: z.string(), call_id: z.string() }).nullish(),
  decision: Decision.nullish(),
  ledger: new ReducedValue(
    z.array(ActionFields).default(() => []),
    {
      inputSchema: z.array(ActionFields),
      reducer: (entries, more) => [...entries, ...more],
    },
  ),
})

function plan(state: typeof State.State): typeof State.Update {
  // A new message instead of an answer: the open call needs a result, or the thread stays broken.
  const superseded = state.plan
    ? [result(state.plan.call_id, state.plan.action, 'Replaced by a new request.', 'error')]
    : []
  const request = latestRequest(state.messages)
  if (request === '') {
    const question = 'Tell me what to do, for example: “refund €84 for order 4411”.'
    return { plan: null, decision: null, messages: [...superseded, say(question)] }
  }
  const planned = { ...planAction(request), message_id: randomUUID(), call_id: randomUUID() }
  return { plan: planned, decision: null, messages: [...superseded, announcement(planned)] }
}

function review(state: typeof State.State): typeof State.Update {
  const planned = planIn(state)
  let remark = problemsOf(planned).join(' ')
  // Asks until the answer can be carried out; the library replays earlier answers in order.
  for (;;) {
    const answer: unknown = interrupt(requestFor(planned, remark))
    const outcome = decisionOf(answer, planned)
    if ('decision' in outcome) return { decision: outcome.decision }
    remark = outcome.problem
  }
}

function carryOut(state: typeof State.State): typeof State.Update {
  const planned = planIn(state)
  const { decision } = state
  const approved: Action =
    decision?.kind === 'edit'
      ? { action: decision.action, args: decision.args }
      : { action: planned.action, args: planned.args }
  const edited = decision?.kind === 'edit' ? [announcement({ ...planned, ...approved })] : []
  return {
    plan: null,
    ledger: [approved],
    messages: [
      ...edited,
      result(planned.call_id, approved.action, JSON.stringify({ recorded: approved }), 'success'),
      say(
        `Approved${edited.length > 0 ? ' with your changes' : ''}: ${summaryOf(approved)}. ` +
          'I wrote it to the ledger of this thread; no payment or mail service is behind this example.',
      ),
    ],
  }
}

function standDown(state: typeof State.State): typeof State.Update {
  const planned = planIn(state)
  const text = state.decision?.kind === 'response' ? state.decision.text : undefined
  const reason = text === undefined ? 'Rejected.' : `Not carried out. The answer was: ${text}`
  const reply =
    text === undefined
      ? `Rejected: I did not ${summaryOf(planned)}.`
      : `I did not ${summaryOf(planned)}. You answered: “${text}” Send a new request and I will plan again.`
  return {
    plan: null,
    messages: [result(planned.call_id, planned.action, reason, 'error'), say(reply)],
  }
}

type Plan = NonNullable<(typeof State.State)['plan']>

function planIn(state: typeof State.State): Plan {
  if (!state.plan) throw new Error('There is no planned action to decide about.')
  return state.plan
}

function requestFor({ action, args }: Plan, remark: string) {
  return [
    {
      action_request: { action, args },
      config: { allow_accept: true, allow_edit: true, allow_respond: true, allow_ignore: true },
      description: [`The agent wants to ${summaryOf({ action, args })}.`, remark]
        .filter(Boolean)
        .join(' '),
    },
  ]
}

function announcement({ message_id, call_id, action, args }: Plan): AIMessage {
  return new AIMessage({
    id: message_id,
    content: `I would like to ${summaryOf({ action, args })}. I need your approval first.`,
    tool_calls: [{ id: call_id, name: action, args, type: 'tool_call' }],
  })
}

function result(callId: string, name: string, content: string, status: 'success' | 'error') {
  return new ToolMessage({ id: randomUUID(), tool_call_id: callId, name, content, status })
}

export const graph = new StateGraph(State)
  .addNode('make_plan', plan)
  .addNode('review', review)
  .addNode('carry_out', carryOut)
  .addNode('stand_down', standDown)
  .addEdge(START, 'make_plan')
  .addConditionalEdges('make_plan', (state) => (state.plan ? 'review' : END), ['review', END])
  .addConditionalEdges(
    'review',
    ({ decision }) =>
      decision?.kind === 'accept' || decision?.kind === 'edit' ? 'carry_out' : 'stand_down',
    ['carry_out', 'stand_down'],
  )
  .addEdge('carry_out', END)
  .addEdge('stand_down', END)
  .compile({ name: 'approval' })
