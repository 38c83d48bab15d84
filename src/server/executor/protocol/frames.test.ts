import { expect, it } from 'vitest'
import { frameOfChild, putBackOfChild } from './child-frames.ts'
import { BrokenFrameError, FrameReader } from './frames.ts'
import type { ChildMessage, ParentMessage } from './messages.ts'
import { frameOfParent, putBackOfParent } from './parent-frames.ts'

function framed(message: unknown, raw: Uint8Array = new Uint8Array()): Buffer {
  const json = Buffer.from(JSON.stringify(message))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(4 + json.byteLength + raw.byteLength, 0)
  head.writeUInt32BE(json.byteLength, 4)
  return Buffer.concat([head, json, raw])
}

const bytes = Buffer.from([0, 1, 254, 255, 36])
const put = {
  kind: 'store',
  id: '7',
  token: 't',
  body: {
    call: 'put',
    blobs: [
      { channel: 'a', version: '1', value: { type: 'msgpack', bytes: { $bytes: [1, 4] } } },
      { channel: 'b', version: '1', value: null },
    ],
  },
}
const event = { kind: 'events', token: 't', events: [{ event: 'values', data: '{"é":"😀"}' }] }

it('messages come through wherever the stream is cut', () => {
  const stream = Buffer.concat([framed(event), framed(put, bytes), framed({ kind: 'answer' })])
  for (let size = 1; size <= stream.byteLength; size += 1) {
    const reader = new FrameReader(putBackOfChild)
    const messages: unknown[] = []
    for (let at = 0; at < stream.byteLength; at += size) {
      messages.push(...reader.read(stream.subarray(at, at + size)))
    }
    expect(messages).toHaveLength(3)
    expect(messages[0]).toEqual(event)
    const blobs = (messages[1] as typeof put).body.blobs
    expect(blobs[0]?.value?.bytes).toEqual(bytes.subarray(1))
    expect(blobs[1]?.value).toBeNull()
  }
})

const long = `{"text":"${'é'.repeat(3_000)}"}`
const summary = { first_message: null, last_message: null, message_count: 0 }
const snapshot = { values: long, next: [], interrupts: {}, summary }
const ofChild: ChildMessage[] = [
  { kind: 'events', token: 't', events: [{ event: 'values', data: long }], bytes: 1 },
  { kind: 'ended', token: 't', end: { outcome: 'success', snapshot }, stack: null },
  { kind: 'part', id: 'c', text: long },
  { kind: 'answer', id: 'c', json: long },
  { kind: 'app-chunk', id: 'c', chunk: bytes },
  {
    kind: 'store',
    id: 's',
    token: 't',
    body: {
      call: 'put-writes',
      checkpoint_ns: '',
      checkpoint_id: '1',
      task_id: 't',
      task_path: '~1',
      writes: [{ idx: 0, channel: 'a', type: 'bytes', bytes }],
    },
  },
]

it.each(ofChild)('what an executor sends as “$kind” is read as it was', (message) => {
  const frame = Buffer.concat(frameOfChild(message))
  expect(frame.includes('\\"')).toBe(false)
  expect(new FrameReader(putBackOfChild).read(frame)).toEqual([message])
})

it('bytes of a checkpoint go as they are, and nothing that looks like their place is touched', () => {
  const message: ParentMessage = {
    kind: 'stored',
    id: '1',
    result: [
      {
        checkpoint_ns: '',
        checkpoint_id: '1',
        parent_checkpoint_id: null,
        checkpoint: '{"$bytes":[0,1]}',
        metadata: '{}',
        blobs: [{ channel: 'a', type: 'msgpack', bytes }],
        writes: [{ task_id: 't', channel: 'b', type: 'bytes', bytes: bytes.subarray(2) }],
      },
    ],
  }
  const frame = Buffer.concat(frameOfParent(message))
  const jsonLength = frame.readUInt32BE(4)
  const json = JSON.parse(frame.toString('utf8', 8, 8 + jsonLength))
  expect(frame.readUInt32BE(0)).toBe(frame.byteLength - 4)
  expect(json.result[0].checkpoint).toBe('{"$bytes":[0,1]}')
  expect(json.result[0].blobs[0].bytes).toEqual({ $bytes: [0, 5] })
  expect(json.result[0].writes[0].bytes).toEqual({ $bytes: [5, 3] })
  expect(frame.subarray(8 + jsonLength)).toEqual(Buffer.from([...bytes, ...bytes.subarray(2)]))
  expect(new FrameReader(putBackOfParent).read(frame)).toEqual([message])
})

it.each([
  ['text that is no frame', Buffer.from('printed in the middle of a frame')],
  ['a frame that is too large', Buffer.from([0xff, 0, 0, 0, 0, 0, 0, 1])],
  ['a frame that is shorter than its head', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])],
  ['a message that is longer than its frame', Buffer.from([0, 0, 0, 8, 0, 0, 0, 9])],
  ['no JSON', Buffer.concat([Buffer.from([0, 0, 0, 6, 0, 0, 0, 2]), Buffer.from('{]')])],
  ['bytes that are not there', framed(put, bytes.subarray(1))],
  ['a checkpoint without values', framed({ kind: 'store', body: { call: 'put' } })],
  ['a call that is none', framed({ kind: 'store', body: null })],
  ['events that are no list', framed({ kind: 'events', events: 3 })],
  ['an end that is none', framed({ kind: 'ended' })],
])('%s breaks the line', (_name, stream) => {
  const reader = new FrameReader(putBackOfChild)
  expect(() => {
    for (const byte of stream) reader.read(Buffer.from([byte]))
  }).toThrow(BrokenFrameError)
})

it('what comes before a broken frame is read', () => {
  const reader = new FrameReader(putBackOfChild)
  expect(reader.read(framed(event))).toEqual([event])
  expect(() => reader.read(Buffer.from('garbage garbage'))).toThrow(BrokenFrameError)
})
