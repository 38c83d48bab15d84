import { expect, it } from 'vitest'
import { AnswerParts } from './answer-parts.ts'
import type { ChildMessage } from './protocol/messages.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

function sender() {
  const sent: string[] = []
  const parts = new AnswerParts((message: ChildMessage) => {
    if (message.kind === 'part') sent.push(message.text)
  })
  return { sent, parts }
}

it('a part is sent when the one before was taken, and what makes them waits as well', async () => {
  const { sent, parts } = sender()
  let made = 0
  const pieces = (async function* () {
    for (; made < 4; made += 1) yield String(made).repeat(300_000)
  })()
  const last = parts.sendAllButLast('1', pieces)
  for (let count = 1; count <= 4; count += 1) {
    await turn()
    expect(sent).toHaveLength(count)
    expect(made).toBeLessThan(count + 1)
    parts.more('1', true)
  }
  expect(sent.join('') + (await last)).toBe(
    [0, 1, 2, 3].map((n) => `${n}`.repeat(300_000)).join(''),
  )
})

it('a short answer is its own last part', async () => {
  const { sent, parts } = sender()
  expect(await parts.sendAllButLast('1', ['[', '1', ']'])).toBe('[1]')
  expect(sent).toEqual([])
})

it('what nobody wants any more is not made', async () => {
  const { sent, parts } = sender()
  const last = parts.sendAllButLast('7', ['x'.repeat(2_000_000)])
  await turn()
  parts.more('7', false)
  expect(await last).toBe('')
  expect(sent).toHaveLength(1)
})

it('no character is cut in half', async () => {
  const { sent, parts } = sender()
  const text = `x${'😀'.repeat(200_000)}`
  const last = parts.sendAllButLast('1', [text])
  await turn()
  parts.more('1', true)
  expect(Buffer.from(sent[0] ?? '').toString()).toBe(sent[0])
  expect(sent.join('') + (await last)).toBe(text)
})
