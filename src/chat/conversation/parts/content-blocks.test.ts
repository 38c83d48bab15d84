import { expect, it } from 'vitest'
import { contentBlocks, hasOwnContent } from './content-blocks.ts'

const text = (words: string) => ({ type: 'text', text: words })
const picture = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }
const hologram = { type: 'hologram', data: 1 }

it('33.1.3: tells what a message holds in its order', () => {
  const content = [text('Be'), 'fore.', picture, text('Between.'), hologram, text('After.')]
  expect(contentBlocks(content)).toEqual([
    { kind: 'text', text: 'Before.' },
    { kind: 'part', part: picture, place: 2 },
    { kind: 'text', text: 'Between.' },
    { kind: 'part', part: hologram, place: 4 },
    { kind: 'text', text: 'After.' },
  ])
})

it('33.1.3: leaves out what is thought and called, which parts no text', () => {
  const content = [
    { type: 'reasoning', reasoning: 'Hm.' },
    text('One '),
    { type: 'tool_use', id: 'a', name: 'look' },
    { type: 'thinking', thinking: 'So.' },
    text('text.'),
    text(''),
  ]
  expect(contentBlocks(content)).toEqual([{ kind: 'text', text: 'One text.' }])
  expect(contentBlocks('One text.')).toEqual([{ kind: 'text', text: 'One text.' }])
  expect(contentBlocks('')).toEqual([])
  expect(contentBlocks(null)).toEqual([])
})

it('a message of calls alone has nothing of its own', () => {
  const calls = [{ type: 'tool_use', id: 'a', name: 'look' }]
  expect(hasOwnContent({ type: 'ai', content: calls })).toBe(false)
  expect(hasOwnContent({ type: 'ai', content: [...calls, picture] })).toBe(true)
  expect(hasOwnContent({ type: 'ai', content: [{ type: 'reasoning', reasoning: 'Hm.' }] })).toBe(
    true,
  )
})
