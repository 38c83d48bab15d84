import { expect, it } from 'vitest'
import { mediaPart } from './media-part.ts'

it('shows pictures that are in the message, and nothing that a browser could run', () => {
  const png = mediaPart({ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } })
  expect(png).toMatchObject({ kind: 'image', source: 'inline', data: 'data:image/png;base64,AAAA' })
  const svg = mediaPart({ type: 'image_url', image_url: { url: 'data:image/svg+xml;base64,AAAA' } })
  expect(svg).toMatchObject({ data: null, mime: 'image/svg+xml' })
  const raw = mediaPart({
    type: 'image',
    source: { type: 'base64', media_type: 'image/gif', data: 'AA"' },
  })
  expect(raw?.data).toBeNull()
})

it('fetches nothing by itself: an address is a link, and only a harmless one', () => {
  expect(mediaPart({ type: 'image_url', image_url: 'https://x.example/a.png' })).toMatchObject({
    source: 'remote',
    data: null,
    href: 'https://x.example/a.png',
  })
  expect(mediaPart({ type: 'file', file: { url: 'javascript:alert(1)' } })?.href).toBeNull()
})

it('names files with type and size, and leaves other parts alone', () => {
  const file = { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAAAAAA' }
  expect(mediaPart({ type: 'file', file })).toMatchObject({
    kind: 'file',
    name: 'a.pdf',
    mime: 'application/pdf',
    size: 6,
    data: null,
  })
  expect(mediaPart({ type: 'text', text: 'x' })).toBeNull()
  expect(mediaPart(null)).toBeNull()
})

it('33.1.3: recordings can be played, also those that come as files', () => {
  const wav = { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }
  expect(mediaPart(wav)).toMatchObject({ kind: 'audio', data: 'data:audio/wav;base64,AAAA' })
  const film = { type: 'file', mime_type: 'video/mp4', source_type: 'base64', data: 'AAAA' }
  expect(mediaPart(film)).toMatchObject({ kind: 'video', data: 'data:video/mp4;base64,AAAA' })
  const page = { type: 'audio', mime_type: 'text/html', source_type: 'base64', data: 'AAAA' }
  expect(mediaPart(page)).toMatchObject({ kind: 'audio', data: null, base64: 'AAAA' })
})

it('media of a mime type are what that says, and what is written as a text has its bytes and its title', () => {
  const media = (mime_type: string) => mediaPart({ type: 'media', mime_type, data: 'AAAA' })
  expect(media('audio/wav')).toMatchObject({ kind: 'audio', data: 'data:audio/wav;base64,AAAA' })
  expect(media('image/png')?.kind).toBe('image')
  expect(media('application/pdf')?.kind).toBe('file')
  const source = { type: 'text', media_type: 'text/plain', data: 'Grüße' }
  expect(mediaPart({ type: 'document', title: 'Letter.txt', source })).toMatchObject({
    name: 'Letter.txt',
    base64: 'R3LDvMOfZQ==',
    size: 7,
  })
})
