import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ graphs: { questions: './modes.ts:questions' } })
})
afterAll(async () => {
  await h?.close()
  expect(h?.errors).toEqual([])
})

interface Output {
  answers?: object[]
  __interrupt__?: { id: string; value: string }[]
  __error__?: { error: string; message: string }
}

const wait = (thread: string, body: object) =>
  h
    .call<Output>('POST', `/threads/${thread}/runs/wait`, { assistant_id: 'questions', ...body })
    .then((answer) => answer.body)
const answer = (thread: string, resume: unknown, more: object = {}) =>
  wait(thread, { command: { resume }, strict_resume: true, ...more })
async function asked() {
  const thread = await h.thread()
  const { __interrupt__ = [] } = await wait(thread, { input: {} })
  const [left = '', right = ''] = ['left', 'right'].map(
    (value) => __interrupt__.find((question) => question.value === value)?.id,
  )
  return { thread, left, right }
}

const other = '0123456789abcdef0123456789abcdef'

it('36: the server says that it refuses answers to what nobody asks', async () => {
  const { body } = await h.call<{ flags: object }>('GET', '/info')
  expect(body.flags).toMatchObject({ strict_resume: true })
})

it('36: with strict_resume an answer to what nobody asks fails, and the thread waits as before', async () => {
  const { thread, left, right } = await asked()
  const both = [left, right].map((id) => expect.stringContaining(id))
  const refused: [answer: unknown, sentence: string][] = [
    [{ [other]: 'yes', [left]: 'yes' }, `The thread has no question ${other}. It waits with `],
    [{}, 'The answer names no question. It waits with '],
    ['yes', 'Several questions wait: name the one that is answered. It waits with '],
    [null, 'Several questions wait: name the one that is answered. It waits with '],
  ]
  for (const [given, sentence] of refused) {
    const { __error__ } = await answer(thread, given)
    expect(__error__).toEqual({
      error: 'UnknownInterruptError',
      message: expect.stringContaining(sentence),
    })
    for (const id of both) expect(__error__?.message).toEqual(id)
    const { status, interrupts } = await h.getThread(thread)
    expect(status).toBe('interrupted')
    expect(Object.values(interrupts ?? {}).flat()).toHaveLength(2)
  }
  expect(await answer(thread, { [left]: 1, [right]: 2 })).toEqual({
    answers: expect.arrayContaining([{ left: 1 }, { right: 2 }]),
  })
  const { __error__ } = await answer(thread, { [left]: 3 })
  expect(__error__?.message).toBe(`The thread has no question ${left}. It waits with none.`)
  expect((await h.getThread(thread)).status).toBe('idle')
})

it('36: with strict_resume the one question that is left is answered without its id, and by an empty answer', async () => {
  for (const given of ['yes', false]) {
    const { thread, left, right } = await asked()
    expect(await answer(thread, { [left]: 1 })).toMatchObject({ __interrupt__: [{ id: right }] })
    expect((await answer(thread, given)).answers).toContainEqual({ right: given })
  }
})

it('36: with strict_resume questions of an earlier checkpoint may be answered again', async () => {
  const { thread, left, right } = await asked()
  const { checkpoint } = await h.state(thread)
  await answer(thread, { [left]: 1, [right]: 2 }, { checkpoint })
  const again = await answer(thread, { [left]: 1, [right]: 2 }, { checkpoint })
  expect(again).toEqual({ answers: expect.arrayContaining([{ left: 1 }, { right: 2 }]) })
})

it('36: with strict_resume a thread that nothing ran on has no question to answer', async () => {
  const thread = await h.thread()
  const { __error__ } = await answer(thread, { [other]: 1 })
  expect(__error__).toEqual({
    error: 'UnknownInterruptError',
    message: `The thread has no question ${other}. It waits with none.`,
  })
  expect((await h.getThread(thread)).status).toBe('idle')
})

it('36: without it such an answer is passed over, as ever', async () => {
  const { thread } = await asked()
  const passed = await wait(thread, { command: { resume: { [other]: 'yes' } } })
  expect(passed.__error__).toBeUndefined()
  expect(passed.__interrupt__).toHaveLength(2)
})

it('36: an answer goes before an input that a client sends beside it, which the answer names', async () => {
  const { thread, left, right } = await asked()
  const both = {
    input: { answers: [{ of: 'nobody' }] },
    command: { resume: { [left]: 1, [right]: 2 } },
  }
  const answered = await h.call<Output>('POST', `/threads/${thread}/runs/wait`, {
    assistant_id: 'questions',
    colour: 'blue',
    ...both,
  })
  expect(answered.status).toBe(200)
  expect(answered.headers.get('quarterdeck-ignored-fields')).toBe('colour, input')
  expect(answered.body.answers).toHaveLength(2)
  expect(JSON.stringify(answered.body)).not.toContain('nobody')
  const [run] = await h
    .call<{ kwargs: object }[]>('GET', `/threads/${thread}/runs`)
    .then((read) => read.body)
  expect(run?.kwargs).toMatchObject({ input: null, command: both.command })
  // What says nothing is no command, beside an input.
  const begin = (input?: object) =>
    h.call('POST', `/threads/${thread}/runs`, { assistant_id: 'questions', input, command: {} })
  const begun = await begin({})
  expect(begun.status).toBe(200)
  expect(begun.headers.get('quarterdeck-ignored-fields')).toBe('command')
  expect((await begin()).status).toBe(422)
})
