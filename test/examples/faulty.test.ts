import { describe, expect, it } from 'vitest'
import { graph as faulty } from '../../examples/faulty/graph.ts'
import { onThread } from './on-thread.ts'

const user = (content: string) => ({ role: 'user', content })

describe('the faulty example', () => {
  it('fails after its first node and keeps what that did', async () => {
    const { graph, thread } = onThread(faulty)
    await expect(graph.invoke({ messages: [user('pears apples figs')] }, thread)).rejects.toThrow(
      /^planned failure: the node "sort" .* Before it: Collected 3 words\./,
    )
    const { values, next, tasks } = await graph.getState(thread)
    expect(values.words).toEqual(['pears', 'apples', 'figs'])
    expect(values.log).toEqual(['Collected 3 words.'])
    expect(next).toEqual(['sort'])
    expect(tasks).toHaveLength(1)
  })

  it.each([
    ['the input', { fail_at: 'deliver', messages: [user('b a')] }],
    ['the message', { messages: [user('fail at deliver')] }],
  ])('fails where %s says', async (_from, input) => {
    const { graph, thread } = onThread(faulty)
    await expect(graph.invoke(input, thread)).rejects.toThrow(
      /planned failure: the node "deliver".*Before it: Sorted the words\./,
    )
    expect((await graph.getState(thread)).next).toEqual(['deliver'])
  })

  it('succeeds when it is told to fail nowhere', async () => {
    const { graph, thread } = onThread(faulty)
    const input = { fail_at: 'nowhere', messages: [user('pears apples figs')] }
    const { messages } = await graph.invoke(input, thread)
    expect(messages.at(-1)?.text).toBe('In order: apples, figs, pears')
  })

  it('names the choices when the place does not exist', async () => {
    const { graph, thread } = onThread(faulty)
    await expect(
      graph.invoke({ fail_at: 'home', messages: [user('a b')] }, thread),
    ).rejects.toThrow('planned failure')
    const { values } = await graph.getState(thread)
    expect(values.messages.at(-1)?.text).toContain('the choices are sort, deliver, nowhere')
  })
})
