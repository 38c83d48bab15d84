import { describe, expect, it } from 'vitest'
import type { Embed } from '../../../src/contract/embeds/embeds.ts'
import { embedStack, says } from './embed-stack.ts'

const embeds = embedStack()
const { newEmbed, page, visit, newThread, send } = embeds

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const base64 = (text: string) => Buffer.from(text).toString('base64')
const picture = (data: string, mime = 'image/png') => ({
  type: 'image_url',
  image_url: { url: `data:${mime};base64,${data}` },
})
const file = (filename: string, data: string, mime: string) => ({
  type: 'file',
  file: { filename, file_data: `data:${mime};base64,${data}` },
})
const sends = (...content: unknown[]) => ({
  assistant_id: 'x',
  input: { messages: [{ id: 'sent-1', role: 'user', content }] },
})
const text = (words: string) => ({ type: 'text', text: words })

async function conversation(settings: Partial<Embed>) {
  const embed = await newEmbed(settings)
  const { token } = await visit(embed)
  const thread = await newThread(embed, token)
  const read = async (part: number, id = 'sent-1', asker = token) =>
    page(embed, 'GET', `/threads/${thread}/messages/${id}/parts/${part}`, { token: asker })
  const messages = async () => {
    const state = await page(embed, 'GET', `/threads/${thread}/state`, { token })
    const { values } = (await state.json()) as {
      values: { messages: { id: string; content: unknown }[] }
    }
    return values.messages
  }
  return { embed, token, thread, read, messages }
}
const files = { file_types: ['image/*', 'application/pdf', 'text/plain'] }

describe('a visitor’s files', () => {
  it('reach the agent as content blocks, stay in the thread, are read from there, and go with it', async () => {
    const { embed, token, thread, read, messages } = await conversation(files)
    const note = file('C:\\docs\\no\u0000te.txt', base64('Grüße'), 'text/plain')
    const answer = await send(embed, token, thread, sends(text('look'), picture(pixel), note))
    const streamed = await answer.text()
    expect(streamed).toContain('Got {')
    expect(streamed).toContain('note.txt')
    const [sent, got] = await messages()
    // The agent had the bytes; the visitor gets them when they ask for them.
    expect(got?.content).toContain(`"url":"data:image/png;base64,${pixel}"`)
    expect(sent?.content).toEqual([
      text('look'),
      {
        type: 'kept_file',
        kind: 'image',
        part: 1,
        name: null,
        mime_type: 'image/png',
        size: expect.any(Number),
      },
      expect.objectContaining({ type: 'kept_file', kind: 'file', part: 2, name: 'note.txt' }),
    ])
    const image = await read(1)
    expect(image.headers.get('content-type')).toBe('image/png')
    expect(image.headers.get('x-content-type-options')).toBe('nosniff')
    expect(Buffer.from(await image.arrayBuffer()).toString('base64')).toBe(pixel)
    const saved = await read(2)
    expect(saved.headers.get('content-type')).toBe('application/octet-stream')
    expect(saved.headers.get('content-disposition')).toContain("attachment; filename*=UTF-8''note")
    expect(await saved.text()).toBe('Grüße')
    expect((await read(0)).status).toBe(404)
    expect((await read(1, 'other')).status).toBe(404)
    const stranger = await visit(embed)
    expect((await read(1, 'sent-1', stranger.token)).status).toBe(404)
    const runs = await page(embed, 'GET', `/threads/${thread}/runs`, { token })
    expect(await runs.text()).not.toContain(pixel)
    const threads = await page(embed, 'GET', '/threads', { token })
    expect(await threads.json()).toMatchObject([{ title: 'look' }])

    await embeds.stack.call('DELETE', `/agents/agent/threads/${thread}`)
    expect((await read(1)).status).toBe(404)
  })

  it('are what their bytes say, and refused in a sentence where the embed does not take them', async () => {
    const { embed, token, thread } = await conversation({
      ...files,
      max_files_per_message: 2,
      max_file_megabytes: 1,
    })
    const page = base64('<!doctype html><script>alert(1)</script>')
    const svg = base64('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
    const tries: [string, unknown[]][] = [
      ['of a type', [picture(page)]],
      ['of a type', [picture(svg, 'image/svg+xml')]],
      ['of a type', [file('a.pdf', base64('MZ\u0000\u0001 program'), 'application/pdf')]],
      ['of a type', [file('a.html', page, 'text/html')]],
      ['at most 2 files', [picture(pixel), picture(pixel), picture(pixel)]],
      ['larger than 1 MB', [file('a.txt', base64('x'.repeat(1_100_000)), 'text/plain')]],
      ['is empty', [file('a.txt', '', 'text/plain'), file('b.txt', ' ', 'text/plain')]],
      [
        'with their bytes',
        [{ type: 'image_url', image_url: { url: 'https://evil.example/a.png' } }],
      ],
      ['with their bytes', [{ type: 'tool_use', name: 'x' }]],
      ['one text', [text('a'), text('b')]],
      ['one text', []],
    ]
    for (const [words, parts] of tries) {
      const answer = await send(embed, token, thread, sends(...parts))
      expect([answer.status, await answer.text()], JSON.stringify(parts).slice(0, 80)).toEqual([
        422,
        expect.stringContaining(words),
      ])
    }
    // A picture that calls itself a text is a picture.
    const disguised = await send(embed, token, thread, sends(file('a.txt', pixel, 'text/plain')))
    expect(await disguised.text()).toContain('"type\\":\\"image_url')
    const closed = await conversation({})
    const refused = await send(closed.embed, closed.token, closed.thread, sends(picture(pixel)))
    expect(await refused.text()).toContain('This chat takes no files.')
  })

  it('33: are refused by name, or by their place, in a way that the chat can say in its language', async () => {
    const { embed, token, thread } = await conversation({ ...files, max_file_megabytes: 1 })
    const svg = base64('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const refusal = async (...parts: unknown[]) => {
      const answer = await send(embed, token, thread, sends(...parts))
      return ((await answer.json()) as { detail: unknown[] }).detail
    }
    const second = picture(svg, 'image/svg+xml')
    expect(await refusal(text('look'), picture(pixel), second)).toEqual([
      {
        loc: ['body', 'input', 'messages', 0, 'content', 2],
        msg: 'File 2 is of a type that this chat does not take.',
        type: 'file_type',
        ctx: { name: null, place: 2 },
      },
    ])
    const large = file('b.txt', base64('x'.repeat(1_100_000)), 'text/plain')
    expect(await refusal(picture(pixel), large)).toEqual([
      expect.objectContaining({
        msg: '“b.txt” is larger than 1 MB.',
        type: 'file_too_large',
        ctx: { name: 'b.txt', place: 2, count: 1 },
      }),
    ])
  })

  it('together are no more than servers take', async () => {
    const { embed, token, thread } = await conversation({ ...files, max_file_megabytes: 8 })
    const half = file('a.txt', base64('x'.repeat(4_500_000)), 'text/plain')
    const refused = await send(embed, token, thread, sends(half, half))
    expect(await refused.text()).toContain('“a.txt” is too much: together files may have 8 MB.')
    const largest = file('a.txt', base64('x'.repeat(2 * 1024 * 1024)), 'text/plain')
    const taken = await send(embed, token, thread, sends(largest))
    expect(taken.status).toBe(200)
    await taken.text()
  })
})

it('an answer’s parts are told by kind; what a model thinks or calls, and what else they hold, is not', async () => {
  const { embed, token, thread, read, messages } = await conversation({})
  const wav = Buffer.concat([Buffer.from('RIFF$\0\0\0WAVEfmt '), Buffer.alloc(40)])
  const cited = { type: 'url_citation', url: 'https://example.com/', title: 'Example' }
  const content = [
    {
      ...text('Here'),
      annotations: [cited, { type: 'file_path', file_id: 'SECRET' }],
      extras: 'SECRET',
    },
    { type: 'image', source_type: 'base64', mime_type: 'image/png', data: pixel },
    { type: 'input_audio', input_audio: { data: wav.toString('base64'), format: 'wav' } },
    { type: 'image_url', image_url: { url: 'https://pictures.example/a.png' } },
    file('a.html', base64('<script>'), 'text/html'),
    { type: 'hologram', data: 'SECRET' },
    { type: 'text-plain', text: 'Whole', title: 'a.txt' },
    { type: 'reasoning', text: 'SECRET' },
    { type: 'server_tool_use', input: 'SECRET' },
  ]
  const answer = await send(embed, token, thread, says(`show ${base64(JSON.stringify(content))}`))
  const streamed = await answer.text()
  const message = (await messages()).at(-1)
  expect(message?.content).toEqual([
    { ...text('Here'), annotations: [{ ...cited, type: 'citation' }] },
    expect.objectContaining({ type: 'kept_file', kind: 'image', part: 1 }),
    expect.objectContaining({ type: 'kept_file', kind: 'audio', part: 2, mime_type: 'audio/wav' }),
    content[3],
    expect.objectContaining({ type: 'kept_file', kind: 'file', part: 4, name: 'a.html' }),
    { type: 'unknown_part', kind: 'hologram' },
    { type: 'text-plain', text: 'Whole' },
  ])
  expect(streamed).not.toContain('SECRET')
  const sound = await read(2, message?.id)
  expect(sound.headers.get('content-type')).toBe('audio/wav')
  const unsafe = await read(4, message?.id)
  expect(unsafe.headers.get('content-type')).toBe('application/octet-stream')
})
