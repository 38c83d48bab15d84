import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { ThreadState } from '../../../src/contract/agent-server/threads.ts'
import type { Embed } from '../../../src/contract/embeds/embeds.ts'
import type { EarlierMessages } from '../../../src/contract/embeds/visitors.ts'
import { detailOf, embedStack, says } from './embed-stack.ts'

/** A PNG of one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

const { newEmbed, page, visit, newThread, send } = embedStack()

const textsOf = ({ messages }: Pick<EarlierMessages, 'messages'>) =>
  messages.map(({ content }) => content)

/** A conversation of a visitor in which all of that was said. */
async function talked(embed: Embed, token: string, ...texts: string[]): Promise<string> {
  const thread = await newThread(embed, token)
  for (const text of texts) await (await send(embed, token, thread, says(text))).text()
  return thread
}

it('C5: what an agent put away stays within the visitor’s reach, and its summary does not come to it', async () => {
  const embed = await newEmbed({ assistant_id: 'rewriting' })
  const { token } = await visit(embed)
  const said = ['one', 'summarize', 'two', 'summarize again', 'three']
  const thread = await talked(embed, token, ...said)

  const state = (await (
    await page(embed, 'GET', `/threads/${thread}/state`, { token })
  ).json()) as ThreadState
  expect(state.metadata).toMatchObject({ is_summarized: true })
  expect(JSON.stringify(state)).not.toContain('Summary of')

  const read = async (before?: string) => {
    const query = before === undefined ? '' : `?before=${before}`
    const response = await page(embed, 'GET', `/threads/${thread}/earlier${query}`, { token })
    expect(response.status).toBe(200)
    return (await response.json()) as EarlierMessages
  }
  const last = await read()
  expect(textsOf(last)).toEqual(['summarize', 'You said summarize', 'two', 'You said two'])
  expect(last.has_more).toBe(true)
  const first = await read(last.checkpoint_id)
  expect(textsOf(first)).toEqual(['one', 'You said one'])
  expect(first.has_more).toBe(false)
  const none = await page(
    embed,
    'GET',
    `/threads/${thread}/earlier?before=${first.checkpoint_id}`,
    {
      token,
    },
  )
  expect([none.status, await detailOf(none)]).toEqual([
    404,
    'Nothing was put away of this conversation.',
  ])
})

it('C5: a summary that was renewed is passed over', async () => {
  const embed = await newEmbed({ assistant_id: 'rewriting' })
  const { token } = await visit(embed)
  const thread = await talked(embed, token, 'one', 'summarize', 'renew')
  const response = await page(embed, 'GET', `/threads/${thread}/earlier`, { token })
  const earlier = (await response.json()) as EarlierMessages
  expect(textsOf(earlier)).toEqual(['one', 'You said one'])
  expect(earlier.has_more).toBe(false)
})

it('C5: what the agent wrote for itself does not come along, whatever it is known by', async () => {
  const embed = await newEmbed({ assistant_id: 'rewriting' })
  const { token } = await visit(embed)
  const thread = await talked(embed, token, 'note', 'forget')
  const response = await page(embed, 'GET', `/threads/${thread}/earlier`, { token })
  const text = await response.text()
  expect(textsOf(JSON.parse(text) as EarlierMessages)).toEqual(['note', 'You said note'])
  expect(text).not.toContain('SECRET')
})

it('C5: also where nothing stands in its place, and files come along', async () => {
  const embed = await newEmbed({ assistant_id: 'rewriting', file_types: ['text/plain'] })
  const { token } = await visit(embed)
  const thread = await newThread(embed, token)
  const file_data = `data:text/plain;base64,${btoa('kept')}`
  const file = { type: 'file', file: { filename: 'a.txt', file_data } }
  const content = [{ type: 'text', text: 'With a file' }, file]
  const body = { assistant_id: 'x', input: { messages: [{ role: 'user', content }] } }
  await (await send(embed, token, thread, body)).text()
  await (await send(embed, token, thread, says('forget'))).text()
  const response = await page(embed, 'GET', `/threads/${thread}/earlier`, { token })
  const { messages, has_more } = (await response.json()) as EarlierMessages
  expect(JSON.stringify(messages)).toContain(btoa('kept'))
  expect(has_more).toBe(false)
})

it('C5: a picture of a message that was put away comes through the server, by the rules of the embed', async () => {
  const site = createServer((_request, response) => response.end(Buffer.from(pixel, 'base64')))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void site.close())
  const { port } = site.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const shown = { answer_images: 'origins' as const, image_origins: [origin] }
  const embed = await newEmbed({ assistant_id: 'rewriting', ...shown })
  const { token } = await visit(embed)
  const named = (name: string) => `![${name}](${origin}/${name}.png)`
  const said = [named('first'), 'summarize', named('second'), 'summarize again']
  const thread = await talked(embed, token, ...said)
  const pictureOf = async (name: string) => {
    const address = encodeURIComponent(`${origin}/${name}.png`)
    return page(embed, 'GET', `/threads/${thread}/picture?address=${address}`, { token })
  }
  for (const name of ['first', 'second']) {
    const picture = await pictureOf(name)
    expect(picture.headers.get('content-type')).toBe('image/png')
  }
  expect((await pictureOf('third')).status).toBe(404)
})

it('C5: nobody reads what was put away of another’s conversation', async () => {
  const embed = await newEmbed({ assistant_id: 'rewriting' })
  const thread = await talked(embed, (await visit(embed)).token, 'one', 'forget')
  const { token } = await visit(embed)
  expect((await page(embed, 'GET', `/threads/${thread}/earlier`, { token })).status).toBe(404)
})
