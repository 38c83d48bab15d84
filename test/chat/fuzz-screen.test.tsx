import { render } from '@testing-library/react'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MessageOrigin, ShownMessage } from '../../src/chat/conversation/conversation-types.ts'
import { messageKind } from '../../src/chat/conversation/message-delta.ts'
import { shownCalls } from '../../src/chat/conversation/parts/tool-calls.ts'
import { Markdown } from '../../src/chat/markdown/markdown.tsx'
import { parseMarkdown } from '../../src/chat/markdown/markdown-blocks.ts'
import { LooseResult, ToolCard } from '../../src/chat/view/calls/tool-card.tsx'
import { MessageContent, RawMessage } from '../../src/chat/view/content/message-content.tsx'
import { joinRunStream } from '../../src/client/run-stream.ts'
import { Message } from '../../src/contract/agent-server/messages.ts'
import type { RunEvent } from '../../src/contract/agent-server/run-events.ts'
import { fuzzed, hostile, messages, nasty } from './hostile.ts'

/** Nothing that runs, loads or leads elsewhere than a person may go. */
function expectHarmless(container: Element): void {
  expect(container.querySelector('script, iframe, object, embed, form, style, link')).toBeNull()
  for (const element of container.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      expect(name.startsWith('on')).toBe(false)
      if (name === 'href') expect(value).toMatch(/^(https?:|mailto:|tel:)/i)
      if (name === 'src') expect(value).toMatch(/^data:image\/(png|jpeg|gif|webp|avif|bmp);base64,/)
    }
  }
}

it('a text parsed piece by piece is what it is parsed whole', () => {
  fc.assert(
    fc.property(hostile, fc.array(fc.nat(200), { maxLength: 8 }), (text, cuts) => {
      let parsed = parseMarkdown('')
      for (const cut of [...cuts].sort((a, b) => a - b)) {
        parsed = parseMarkdown(text.slice(0, cut), parsed)
      }
      parsed = parseMarkdown(text, parsed)
      const raw = parsed.blocks.map(({ token }) => token.raw).join('')
      expect(raw).toBe(
        parseMarkdown(text)
          .blocks.map(({ token }) => token.raw)
          .join(''),
      )
    }),
    fuzzed(300),
  )
})

it('hostile markdown makes no element, address or handler that could do harm', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const { container, unmount } = render(<Markdown text={text} />)
      expectHarmless(container)
      expect(container.querySelector('img')).toBeNull()
      unmount()
    }),
    fuzzed(150),
  )
})

it('hostile markdown that streams in pieces is harmless at each of them, and ends as if it came whole', () => {
  fc.assert(
    fc.property(hostile, fc.array(fc.nat(200), { maxLength: 6 }), (text, cuts) => {
      const { container, rerender, unmount } = render(<Markdown text="" isStreaming />)
      for (const cut of [...cuts].sort((a, b) => a - b)) {
        rerender(<Markdown text={text.slice(0, cut)} isStreaming />)
        expectHarmless(container)
      }
      rerender(<Markdown text={text} />)
      const whole = render(<Markdown text={text} />)
      expect(container.textContent).toBe(whole.container.textContent)
      unmount()
      whole.unmount()
    }),
    fuzzed(100),
  )
})

it.each([
  ['quotes', '> '.repeat(5_000)],
  ['quotes without a space', '>'.repeat(5_000)],
  ['numbered lists', '1. '.repeat(3_000)],
  ['lists', Array.from({ length: 120 }, (_item, n) => `${' '.repeat(2 * n)}- x`).join('\n')],
  ['emphasis', `${'*'.repeat(3_000)}a${'*'.repeat(3_000)}`],
  ['brackets', '['.repeat(5_000)],
  ['links', '[a]('.repeat(3_000)],
])('%s within one another, thousands deep, are shown and break nothing', (_name, text) => {
  const { container, unmount } = render(<Markdown text={text} />)
  expectHarmless(container)
  let depth = 0
  for (let at: Element | null = container; at; at = at.lastElementChild) depth += 1
  expect(depth).toBeLessThan(200)
  expect(
    parseMarkdown(text)
      .blocks.map(({ token }) => token.raw)
      .join(''),
  ).toBe(text)
  unmount()
})

const addresses = fc.oneof(
  nasty,
  fc.constantFrom(
    'javascript:alert(1)',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:image/png;base64,iVBORw0KGgo=',
    'data:text/html,<script>alert(1)</script>',
    '//evil.example/p.png',
    'https://evil.example/p.png',
    'blob:https://evil.example/1',
  ),
)
const types = ['image_url', 'image', 'file', 'audio', 'text', 'tool_use', 'thinking', 'hologram']
const parts = fc.record(
  {
    type: fc.constantFrom(...types),
    text: hostile,
    thinking: hostile,
    image_url: fc.oneof(addresses, fc.record({ url: addresses })),
    source: fc.record({ type: fc.string(), media_type: addresses, data: addresses }),
    file: fc.record({ filename: nasty, file_data: addresses }),
    url: addresses,
    mime_type: fc.oneof(addresses, fc.constant('image/png'), fc.constant('image/svg+xml')),
    data: addresses,
  },
  { requiredKeys: ['type'] },
)
const anything = fc
  .tuple(messages, fc.oneof(hostile, fc.array(parts, { maxLength: 3 }), fc.jsonValue()))
  .map(([message, content]) => ({ type: 'ai', ...message, content }))

const origins: MessageOrigin[] = ['state', 'stream', 'cut']

it('content of any kind, from anybody, is shown without harm', () => {
  fc.assert(
    fc.property(anything, fc.constantFrom(...origins), (raw, origin) => {
      // As the reducer takes it: what is no message at all never comes to the screen.
      const parsed = Message.safeParse(raw)
      if (!parsed.success) return
      const item: ShownMessage = {
        key: 'k',
        id: null,
        kind: messageKind(parsed.data.type),
        message: parsed.data,
        origin,
        run_id: null,
        firstAt: null,
        settledAt: null,
      }
      const { container, unmount } = render(
        <>
          <MessageContent item={item} isStreaming={origin === 'stream'} />
          <RawMessage item={item} />
          <LooseResult message={item} />
          {shownCalls(item).map((call) => (
            <ToolCard key={call.key} call={call} result={item} calledAt={null} runs="over" />
          ))}
        </>,
      )
      expectHarmless(container)
      unmount()
    }),
    fuzzed(50),
  )
})

/** A body that comes in these pieces. */
function bodyOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
}

const texts = fc.string({ unit: 'grapheme' })
const lines = texts.map((text) => text.replace(/[\r\n]/g, ' '))
const told = fc.record({
  id: fc.oneof(fc.constant(null), fc.nat(99).map(String)),
  event: fc.constantFrom('values', 'messages', 'custom', 'updates|inner:1'),
  data: fc.oneof(texts, fc.record({ text: texts, list: fc.array(texts) })),
})

it('a body that is cut anywhere, also within a letter, brings the same events', async () => {
  const ends = fc.constantFrom('\n', '\r\n')
  const cuts = fc.array(fc.nat(4_000), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(told, { maxLength: 12 }),
      lines,
      ends,
      cuts,
      async (events, comment, end, places) => {
        const body = events.map(({ id, event, data }) =>
          [
            `: ${comment}`,
            `event: ${event}`,
            `data: ${JSON.stringify(data)}`,
            ...(id === null ? [] : [`id: ${id}`]),
            '',
            '',
          ].join(end),
        )
        const bytes = new TextEncoder().encode(body.join(''))
        const at = [0, ...places.filter((place) => place < bytes.length), bytes.length].sort(
          (one, other) => one - other,
        )
        const pieces = at.slice(1).map((to, index) => bytes.slice(at[index], to))
        const got: RunEvent[] = []
        const transport = {
          baseUrl: 'http://server.test',
          fetch: async () =>
            new Response(bodyOf(pieces.filter(({ length }) => length > 0)), {
              headers: { 'content-type': 'text/event-stream' },
            }),
        }
        await joinRunStream(
          transport,
          { thread_id: 't', run_id: 'r' },
          { signal: new AbortController().signal, onEvent: (event) => got.push(event) },
        )
        expect(got.map(({ event, data }) => ({ event, data }))).toEqual(
          events.map(({ event, data }) => ({ event, data })),
        )
      },
    ),
    fuzzed(200),
  )
})
