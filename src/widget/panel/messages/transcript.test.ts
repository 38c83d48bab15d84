import { expect, it } from 'vitest'
import type { MessageKind, ShownMessage } from '../../../chat/conversation/conversation-types.ts'
import { buildTurns } from '../../../chat/conversation/turns.ts'
import { en } from '../texts/en.ts'
import { transcript } from './transcript.ts'

const message = (kind: MessageKind, key: string, content: unknown): ShownMessage => ({
  key,
  id: key,
  kind,
  message: { type: kind, id: key, content },
  origin: 'state',
  run_id: null,
  firstAt: null,
  settledAt: null,
})

it('holds what both said as it was written, and files by their names', () => {
  const cited = { type: 'citation', url: 'https://x.example/list', title: 'The list' }
  const kept = { type: 'kept_file', part: 1, mime_type: null, size: null }
  const turns = buildTurns([
    message('human', 'a', [
      { type: 'text', text: 'Is this mine?' },
      { ...kept, kind: 'image', name: 'parcel.png' },
    ]),
    message('ai', 'b', ''),
    message('tool', 'c', 'a row'),
    message('ai', 'd', [
      { ...kept, kind: 'audio', name: null },
      { type: 'text', text: '**Yes**, since 9:00.', annotations: [cited] },
      { type: 'unknown_part', kind: 'map' },
      { type: 'image_url', image_url: { url: 'https://x.example/a.png' } },
    ]),
    message('human', 'e', 'Thanks'),
  ])
  const facts = { title: 'Lumen', page: 'https://shop.example', savedAt: 'today', texts: en }
  expect(transcript({ ...facts, turns })).toBe(`Lumen
https://shop.example
today

You:
Is this mine?
[parcel.png]

Lumen:
[Recording]
**Yes**, since 9:00.
[Content of the kind “map”]
[https://x.example/a.png]
Sources:
- The list https://x.example/list

You:
Thanks
`)
})
