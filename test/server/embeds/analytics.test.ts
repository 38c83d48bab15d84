import { expect, it } from 'vitest'
import type { Embed } from '../../../src/contract/embeds/embeds.ts'
import { pageHeader } from '../../../src/contract/embeds/visited-page.ts'
import { embedStack, says, shop } from './embed-stack.ts'

const embeds = embedStack()
const { operator, newEmbed, page, visit, newThread, send } = embeds

interface Analytics {
  total: object
  days: { day: string }[]
  pages: object[]
  page_count: number
}

/** A visitor's message on a page; answers the address at which its answer is rated. */
async function write(embed: Embed, token: string, thread: string, at?: string): Promise<string> {
  const headers: Record<string, string> = at === undefined ? {} : { [pageHeader]: shop + at }
  const answer = await send(embed, token, thread, says('hello'), headers)
  const run = /runs\/([^/]+)$/.exec(answer.headers.get('content-location') ?? '')?.[1] ?? ''
  await answer.text()
  const tokens = await page(embed, 'GET', `/api/v1/feedback/tokens?run_id=${run}`, { token })
  const [first] = (await tokens.json()) as { url: string }[]
  return new URL(first?.url ?? '').pathname
}

it('conversations, messages and votes are counted by day and page, and handed out as CSV', async () => {
  const embed = await newEmbed()
  const ann = await visit(embed)
  const thread = await newThread(embed, ann.token)
  const cart = await write(embed, ann.token, thread, '/cart?token=SECRET')
  await write(embed, ann.token, thread, '/orders/0b7e5a52-3c1d-4a58-9f2e-1f2f3a4b5c6d')
  const bob = await visit(embed)
  const rated = await write(embed, bob.token, await newThread(embed, bob.token), '/cart')
  await write(embed, bob.token, await newThread(embed, bob.token))
  const vote = (token: string, address: string, score: number) =>
    page(embed, 'POST', address, {
      token,
      body: { score },
      headers: { [pageHeader]: `${shop}/cart` },
    })
  // A change of mind is the same vote, and one that is taken back is none.
  for (const score of [1, -1]) await vote(ann.token, cart, score)
  for (const score of [1, 0]) await vote(bob.token, rated, score)

  const read = (query = '') => operator<Analytics>('GET', `/${embed.id}/analytics${query}`)
  const counts = { visitors: 2, conversations: 3, messages: 4, votes: 1 }
  const { total, days, pages, page_count } = await read()
  expect(total).toEqual(counts)
  expect(days).toEqual([{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), ...counts }])
  expect(page_count).toBe(3)
  expect(pages).toEqual([
    { page: `${shop}/cart`, visitors: 2, conversations: 2, messages: 2, votes: 1 },
    { page: `${shop}/orders/*`, visitors: 1, conversations: 1, messages: 1, votes: 0 },
    { page: null, visitors: 1, conversations: 1, messages: 1, votes: 0 },
  ])
  const ofCart = await read(`?page=${encodeURIComponent(`${shop}/cart`)}`)
  expect(ofCart.total).toEqual({ visitors: 2, conversations: 2, messages: 2, votes: 1 })
  expect(ofCart.pages).toHaveLength(3)
  expect((await read('?days=1')).total).toEqual(counts)

  const file = await fetch(`${embeds.stack.url}/gateway/embeds/${embed.id}/analytics/export`, {
    headers: { origin: embeds.stack.url },
  })
  expect(file.headers.get('content-type')).toContain('text/csv')
  const day = days[0]?.day
  expect((await file.text()).split('\r\n')).toEqual([
    'day,page,visitors,conversations,messages,votes',
    `${day},${shop}/cart,2,2,2,1`,
    `${day},${shop}/orders/*,1,1,1,0`,
    `${day},,1,1,1,0`,
    '',
  ])
  const usage = await operator('GET', `/${embed.id}/usage`)
  expect(usage).toMatchObject([counts])

  // What a visitor had deleted is not counted any more.
  await page(embed, 'DELETE', '/visitor', { token: ann.token })
  expect((await read()).total).toEqual({ visitors: 1, conversations: 2, messages: 2, votes: 0 })
})

it('an embed that does not read pages counts without them', async () => {
  const embed = await newEmbed({ reads_page: false })
  const { token } = await visit(embed)
  await write(embed, token, await newThread(embed, token), '/cart')
  const { pages } = await operator<Analytics>('GET', `/${embed.id}/analytics`)
  expect(pages).toEqual([{ page: null, visitors: 1, conversations: 1, messages: 1, votes: 0 }])
})
