import { ToolMessage } from '@langchain/core/messages'
import { Command } from '@langchain/langgraph'
import { describe, expect, it } from 'vitest'
import { planAction } from '../../examples/approval/actions.ts'
import { graph as approval } from '../../examples/approval/graph.ts'
import { onThread } from './on-thread.ts'

const user = (content: string) => ({ role: 'user', content })
const refund = {
  action: 'issue_refund',
  args: {
    order_id: '4411',
    amount: 84,
    currency: 'EUR',
    reason: 'Refund €84 for order 4411',
  },
}

/** A thread on which the agent waits for a decision about the request. */
async function waiting(request = 'Refund €84 for order 4411') {
  const { graph, thread } = onThread(approval)
  await graph.invoke({ messages: [user(request)] }, thread)
  const question = async () => {
    const { tasks } = await graph.getState(thread)
    return tasks.flatMap((task) => task.interrupts).map(({ value }) => value)[0]?.[0]
  }
  const resume = (answer: unknown) => graph.invoke(new Command({ resume: answer }), thread)
  return { graph, thread, question, resume }
}

describe('the approval example', () => {
  it('pauses with a question in the form of agent inboxes', async () => {
    const { graph, thread, question } = await waiting()
    expect(await question()).toEqual({
      action_request: refund,
      config: { allow_accept: true, allow_edit: true, allow_respond: true, allow_ignore: true },
      description: 'The agent wants to refund 84.00 EUR for order 4411.',
    })
    const { values, next } = await graph.getState(thread)
    expect(next).toEqual(['review'])
    expect(values.messages.at(-1)).toMatchObject({ tool_calls: [{ name: 'issue_refund' }] })
    expect(values.ledger ?? []).toEqual([])
  })

  it.each([
    ['an acceptance', { type: 'accept', args: null }],
    ['a list with one acceptance', [{ type: 'accept', args: null }]],
    ['approved: true', { approved: true }],
  ])('carries the action out after %s', async (_form, answer) => {
    const { resume } = await waiting()
    const { ledger, messages, plan } = await resume(answer)
    expect(ledger).toEqual([refund])
    expect(plan).toBeNull()
    expect(messages.at(-1)?.text).toContain('Approved: refund 84.00 EUR for order 4411')
    expect(messages.at(-2)).toMatchObject({ name: 'issue_refund', status: 'success' })
  })

  it.each([
    [
      'the whole action',
      { action: 'issue_refund', args: { ...refund.args, amount: 50 } },
      { ...refund, args: { ...refund.args, amount: 50 } },
    ],
    ['only what changes', { amount: 50 }, { ...refund, args: { ...refund.args, amount: 50 } }],
    [
      'another action',
      { action: 'send_message', args: { to: 'Ada', body: 'No refund.' } },
      { action: 'send_message', args: { to: 'Ada', body: 'No refund.' } },
    ],
  ])('carries out an edit that gives %s', async (_form, args, expected) => {
    const { resume } = await waiting()
    const { ledger, messages } = await resume([{ type: 'edit', args }])
    expect(ledger).toEqual([expected])
    const calls = messages.flatMap((message) => ('tool_calls' in message ? message.tool_calls : []))
    expect(calls).toMatchObject([{ name: expected.action, args: expected.args }])
  })

  it.each([
    ['ignored', { type: 'ignore', args: null }],
    ['rejected', { approved: false }],
  ])('does nothing when it is %s', async (_form, answer) => {
    const { resume } = await waiting()
    const { ledger, messages } = await resume(answer)
    expect(ledger ?? []).toEqual([])
    expect(messages.at(-1)?.text).toMatch(/^Rejected: I did not refund/)
    expect(messages.at(-2)).toMatchObject({ status: 'error', content: 'Rejected.' })
  })

  it.each([
    ['a response', { type: 'response', args: 'Not before Friday.' }],
    ['plain text', 'Not before Friday.'],
  ])('takes %s as an answer in words', async (_form, answer) => {
    const { resume } = await waiting()
    const { ledger, messages } = await resume(answer)
    expect(ledger ?? []).toEqual([])
    expect(messages.at(-1)?.text).toContain('“Not before Friday.”')
  })

  it.each([
    ['an unknown answer', { type: 'perhaps' }, 'not understood'],
    ['an empty answer', {}, 'not understood'],
    ['an edit without an amount', { type: 'edit', args: { amount: null } }, 'amount'],
    ['an unknown action', { type: 'edit', args: { action: 'fly', args: {} } }, 'no action "fly"'],
  ])('asks again after %s, and takes the next answer', async (_case, answer, remark) => {
    const { question, resume } = await waiting()
    await resume(answer)
    expect((await question()).description).toContain(remark)
    const { ledger } = await resume({ type: 'accept', args: null })
    expect(ledger).toEqual([refund])
  })

  it('does not accept a plan with something missing, but an edit that adds it', async () => {
    const { question, resume } = await waiting('I want my money back')
    expect((await question()).description).toContain('name the order')
    await resume({ approved: true })
    expect((await question()).description).toContain('cannot be carried out')
    const { ledger } = await resume({ type: 'edit', args: { order_id: '7', amount: 12.5 } })
    expect(ledger).toMatchObject([{ args: { order_id: '7', amount: 12.5 } }])
  })

  it('gives the open call a result when a new request comes instead of an answer', async () => {
    const { graph, thread, question, resume } = await waiting()
    const { messages } = await graph.invoke({ messages: [user('Tell Ada: sorry')] }, thread)
    const results = messages.filter((message) => ToolMessage.isInstance(message))
    expect(results).toMatchObject([{ content: 'Replaced by a new request.', status: 'error' }])
    expect(await question()).toMatchObject({ action_request: { action: 'send_message' } })
    expect((await resume({ approved: true })).ledger).toHaveLength(1)
  })

  it('asks for a request when there is none', async () => {
    const { graph, thread } = onThread(approval)
    const { messages } = await graph.invoke({ messages: [] }, thread)
    expect(messages.at(-1)?.text).toContain('Tell me what to do')
  })

  it.each([
    ['refund 12,50 euros for order #A-77', 'issue_refund', { order_id: 'A-77', amount: 12.5 }],
    ['please refund $5 on order 9', 'issue_refund', { currency: 'USD', order_id: '9' }],
    ['Send a message to Ada saying the lamp is on its way', 'send_message', { to: 'Ada' }],
    ['tell Grace that we are late', 'send_message', { to: 'Grace', body: 'we are late' }],
    ['email ada@example.com: thanks', 'send_message', { to: 'ada@example.com', body: 'thanks' }],
    ['Book a table for two', 'create_task', { title: 'Book a table for two' }],
  ])('plans “%s” as %s', (request, action, args) => {
    expect(planAction(request)).toMatchObject({ action, args })
  })
})
