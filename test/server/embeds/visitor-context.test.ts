import { describe, expect, it } from 'vitest'
import type { Embed } from '../../../src/contract/embeds/embeds.ts'
import { pageHeader } from '../../../src/contract/embeds/visited-page.ts'
import { nothing } from '../../helpers/nothing.ts'
import { embedStack, says, shop, signed } from './embed-stack.ts'

const { operator, newEmbed, page, visit, newThread, send } = embedStack()

async function messageTo(
  embed: Embed,
  token: string,
  text: string,
  headers: Record<string, string> = {},
) {
  const thread = await newThread(embed, token)
  const answer = await send(embed, token, thread, says(text), headers)
  const streamed = await answer.text()
  const state = await page(embed, 'GET', `/threads/${thread}/state`, { token })
  const { values } = (await state.json()) as {
    values: { messages: { content: string; additional_kwargs?: unknown }[] }
  }
  return { streamed, last: values.messages.at(-1) }
}
/** What an agent is told of whoever writes. */
async function visitorTold(embed: Embed, token: string, headers?: Record<string, string>) {
  const { last } = await messageTo(embed, token, 'who', headers)
  return JSON.parse(last?.content ?? '') as Record<string, unknown>
}
async function vouchingEmbed(settings: Partial<Embed> = {}) {
  const embed = await newEmbed(settings)
  const path = `/${embed.id}/identity-secret`
  const { identity_secret } = await operator<{ identity_secret: string }>('POST', path)
  return { embed, identity_secret }
}

describe('what a page says of its visitor', () => {
  it('reaches the agent as what nobody vouches for, until it says something else', async () => {
    const embed = await newEmbed()
    const { token, visitor_id, renewal } = await visit(embed, { attributes: { plan: 'gold' } })
    const told = {
      embed_id: embed.id,
      id: visitor_id,
      user_id: null,
      attributes: {},
      unverified_attributes: { plan: 'gold' },
      page: null,
    }
    expect(await visitorTold(embed, token)).toEqual(told)
    const attributes = { name: 'Ann', age: 40, is_new: false }
    const set = await page(embed, 'POST', '/attributes', { token, body: { attributes } })
    expect(set.status).toBe(204)
    const changed = { ...told, unverified_attributes: attributes }
    expect(await visitorTold(embed, token)).toEqual(changed)
    // A session that says nothing changes nothing.
    const again = await visit(embed, { renewal })
    expect(await visitorTold(embed, again.token)).toEqual(changed)
    const other = await visit(embed)
    expect(await visitorTold(embed, other.token)).toMatchObject({ unverified_attributes: nothing })
  })

  it('is refused in a sentence where it is too much or of a wrong type', async () => {
    const embed = await newEmbed()
    const { token } = await visit(embed)
    for (const [attributes, words] of [
      [{ plan: { name: 'gold' } }, '“plan” must be a text, a number, true or false.'],
      [{ plan: 'x'.repeat(501) }, '“plan” is longer than 500 characters.'],
      [{ 'a b': 1 }, 'is no name of an attribute'],
    ] as const) {
      const body = { attributes }
      for (const path of ['/session', '/attributes']) {
        const refused = await page(embed, 'POST', path, { token, body })
        expect([refused.status, await refused.text()]).toEqual([
          422,
          expect.stringContaining(words),
        ])
      }
    }
  })

  it('counts as verified where the site’s server signed it with the identity', async () => {
    const { embed, identity_secret } = await vouchingEmbed()
    const attributes = JSON.stringify({ plan: 'gold' })
    const identity = signed(embed, identity_secret, 'ann', { attributes })
    const { token } = await visit(embed, { identity, attributes: { mood: 'good' } })
    expect(await visitorTold(embed, token)).toMatchObject({
      user_id: 'ann',
      attributes: { plan: 'gold' },
      unverified_attributes: { mood: 'good' },
    })
    const forged = [
      { ...identity, attributes: JSON.stringify({ plan: 'free' }) },
      { ...identity, attributes: undefined },
      { ...signed(embed, identity_secret, 'ann'), attributes },
    ]
    for (const one of forged) {
      expect((await page(embed, 'POST', '/session', { body: { identity: one } })).status).toBe(403)
    }
    const faulty = signed(embed, identity_secret, 'ann', { attributes: '{"plan":{}}' })
    const refused = await page(embed, 'POST', '/session', { body: { identity: faulty } })
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('“plan” must be a text'),
    ])
    // 38.3: what would be believed to reach the agent and does not is no silence.
    const beside = { ...identity, email: 'ann@example.com' }
    const odd = await page(embed, 'POST', '/session', { body: { identity: beside } })
    expect([odd.status, await odd.json()]).toMatchObject([
      422,
      {
        detail: [
          {
            loc: ['body', 'identity'],
            msg: expect.stringMatching(/^“email” is no part of an identity\. Sign it within/),
          },
        ],
      },
    ])
    // What was signed before counts no longer.
    const plain = await visit(embed, { identity: signed(embed, identity_secret, 'ann') })
    expect(await visitorTold(embed, plain.token)).toMatchObject({ attributes: nothing })
  })

  it('is taken only signed where the embed demands an identity', async () => {
    const { embed, identity_secret } = await vouchingEmbed({ requires_identity: true })
    const identity = signed(embed, identity_secret, 'ann', { attributes: '{"plan":"gold"}' })
    const attributes = { plan: 'platinum' }
    const refused = await page(embed, 'POST', '/session', { body: { identity, attributes } })
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('takes only what the site signs'),
    ])
    const { token } = await visit(embed, { identity })
    const later = await page(embed, 'POST', '/attributes', { token, body: { attributes } })
    expect(later.status).toBe(422)
    expect(await visitorTold(embed, token)).toMatchObject({
      attributes: { plan: 'gold' },
      unverified_attributes: nothing,
    })
  })
})

it('the agent knows the page, without what it was asked for; others’ pages are not believed', async () => {
  const embed = await newEmbed()
  const { token } = await visit(embed)
  const on = (address: string) => visitorTold(embed, token, { [pageHeader]: address })
  expect(await on(`${shop}/cart?token=SECRET#SECRET`)).toMatchObject({ page: `${shop}/cart` })
  expect(await on('https://other.example/cart')).toMatchObject({ page: null })
  expect(await on('javascript:alert(1)')).toMatchObject({ page: null })
  const closed = await newEmbed({ reads_page: false })
  const visitor = await visit(closed)
  const told = await visitorTold(closed, visitor.token, { [pageHeader]: `${shop}/cart` })
  expect(told).toMatchObject({ page: null })
})

it('quick replies of an agent reach visitors, and nothing else of what stands beside them', async () => {
  const embed = await newEmbed()
  const { token } = await visit(embed)
  const { streamed, last } = await messageTo(embed, token, 'offer')
  expect(last).toMatchObject({
    content: 'Sure?',
    additional_kwargs: {
      quick_replies: [
        { label: 'Yes', text: 'Yes' },
        { label: 'No', text: 'No, thanks' },
      ],
    },
  })
  expect(streamed).toContain('No, thanks')
  expect(`${streamed}${JSON.stringify(last)}`).not.toContain('SECRET')
})
