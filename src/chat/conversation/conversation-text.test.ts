import { expect, it } from 'vitest'
import type { ThreadState } from '../../contract/agent-server/threads.ts'
import { conversationMarkdown } from './conversation-text.ts'

const facts = {
  title: 'A  title\nof two lines',
  thread_id: 't-1',
  saved_at: '2026-01-02T03:04:05Z',
}
const state = (values: unknown, more: object = {}): ThreadState =>
  ({ values, next: [], tasks: [], ...more }) as unknown as ThreadState
const head = '# A title of two lines\n\nThread `t-1`, saved 2026-01-02T03:04:05Z.\n\n'

it('writes what was said as it was written, with calls, results and what was thought', () => {
  const messages = [
    { type: 'human', content: 'Refund **4411**' },
    {
      type: 'ai',
      name: 'clerk',
      content: [
        { type: 'reasoning', reasoning: 'Is it\nallowed?' },
        {
          type: 'text',
          text: 'I ask first.',
          citations: [{ title: 'Rules', url: 'https://x.example/' }],
        },
      ],
      tool_calls: [{ id: 'c', name: 'refund', args: { order: '4411' } }],
    },
    { type: 'tool', name: 'refund', tool_call_id: 'c', content: 'ok\n```\ncode\n```' },
  ]
  expect(conversationMarkdown({ ...facts, state: state({ messages }) })).toBe(
    `${head}## You

Refund **4411**

## Answer of clerk

> Is it
> allowed?

I ask first.

Sources:

- [Rules](<https://x.example/>)

Calls \`refund\`:

\`\`\`json
{
  "order": "4411"
}
\`\`\`

## Result of refund

\`\`\`\`
ok
\`\`\`
code
\`\`\`
\`\`\`\`
`,
  )
})

it('names images and files without their data, and links to those that have an address', () => {
  const content = [
    { type: 'text', text: 'Look' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
    { type: 'image_url', image_url: { url: 'https://example.com/a b.png' } },
    { type: 'file', data: 'AAAA' },
  ]
  const text = conversationMarkdown({
    ...facts,
    state: state({ messages: [{ type: 'human', content }] }),
  })
  expect(text).toBe(
    `${head}## You\n\nLook\n\n[image_url]\n\n[image_url](<https://example.com/a b.png>)\n\n[file]\n`,
  )
})

it('writes the state of a graph without messages, and what waits for a person', () => {
  const tasks = [{ id: '1', name: 'ask', interrupts: [{ id: 'i', value: { ok: false } }] }]
  expect(conversationMarkdown({ ...facts, state: state({ a: 1 }, { next: ['ask'], tasks }) })).toBe(
    `${head}## State\n\n\`\`\`json\n{\n  "a": 1\n}\n\`\`\`\n\n## Waits for a person\n\n\`\`\`json\n{\n  "ok": false\n}\n\`\`\`\n`,
  )
})
