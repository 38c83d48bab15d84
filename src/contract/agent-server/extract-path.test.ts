import { expect, it } from 'vitest'
import { ExtractPaths, parsePath, valueAt } from './extract-path.ts'

it('reads names and places, and refuses what is no path', () => {
  expect(parsePath('values.messages[-1].content')).toEqual(['values', 'messages', -1, 'content'])
  expect(parsePath('metadata.a-b.c d')).toEqual(['metadata', 'a-b', 'c d'])
  for (const text of [
    '',
    'secret',
    'values.',
    'values[x]',
    'values..a',
    'values]',
    'values[1',
    'valuesx',
  ]) {
    expect([text, parsePath(text)]).toEqual([text, null])
  }
})

it('finds what is there, from the end too, and nothing of what an object inherits', () => {
  const thread = { values: { messages: [{ content: 'a' }, { content: 'b' }] } }
  const at = (text: string) => valueAt(thread, parsePath(text) ?? [])
  expect(at('values.messages[-1].content')).toBe('b')
  expect(at('values.messages[0]')).toEqual({ content: 'a' })
  for (const text of [
    'values.messages[5]',
    'values.constructor',
    'values.messages.length.x',
    'values[0]',
  ]) {
    expect(at(text)).toBeNull()
  }
})

it('takes ten paths at most', () => {
  const paths = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, 'values.a']))
  expect(ExtractPaths.safeParse(paths(10)).success).toBe(true)
  expect(ExtractPaths.safeParse(paths(11)).success).toBe(false)
  expect(ExtractPaths.safeParse({ p: 'nothing' }).success).toBe(false)
})
