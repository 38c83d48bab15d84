import { expect, it } from 'vitest'
import { embedStack, says } from './embed-stack.ts'

const { newEmbed, page, visit, newThread, send } = embedStack()

const answer = 'The moon does it.'

/** The words of the events of a stream, piece after piece. */
function wordsOf(text: string): string {
  return [...text.matchAll(/^event: messages\ndata: (.*)$/gm)]
    .map(([, data = '']) => JSON.parse(data)[0].content)
    .join('')
}

it.each([
  ['asker', 'ask_researcher'],
  ['asker', 'ask_model'],
  ['asker', 'ask_researcher and ask_model'],
  ['team', 'ask_researcher'],
  ['team', 'ask_model'],
])(
  'C4: visitors of %s read the answer, and nothing that was said in %s',
  async (assistant_id, asked) => {
    const embed = await newEmbed({ assistant_id, shows_tool_details: true })
    const { token } = await visit(embed)
    const thread = await newThread(embed, token)
    const text = await (await send(embed, token, thread, says(asked))).text()
    expect(text).not.toContain('INNER')
    expect(wordsOf(text).replaceAll('done', '')).toBe(answer)

    // One who comes back at any place reads no more.
    const ids = [...text.matchAll(/^id: (.*)$/gm)].map(([, id = '']) => id)
    const [run] = /[0-9a-f-]{36}(?=","thread_id)/.exec(text) ?? []
    for (const id of ids) {
      const joined = await page(embed, 'GET', `/threads/${thread}/runs/${run}/stream`, {
        token,
        headers: { 'last-event-id': id },
      })
      const rest = await joined.text()
      const [, ...events] = text.slice(text.indexOf(`id: ${id}\n`)).split('\n\n')
      expect(rest).toBe(events.join('\n\n'))
    }
  },
)

it('C4: an answer without tool calls is streamed piece by piece', async () => {
  const embed = await newEmbed({ assistant_id: 'asker' })
  const { token } = await visit(embed)
  const text = await (await send(embed, token, await newThread(embed, token), says('Why?'))).text()
  expect(wordsOf(text)).toBe(answer)
  expect(text.match(/^event: messages$/gm)?.length).toBeGreaterThan(5)
})
