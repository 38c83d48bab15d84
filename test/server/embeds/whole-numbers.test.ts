import { expect, it } from 'vitest'
import { embedStack, says, shop, signed } from './embed-stack.ts'

const s = embedStack()
const id = '9007199254740993'
/** What JavaScript makes of it. */
const rounded = '9007199254740992'

it('C1: a visitor reads and answers a question with every digit of its whole numbers', async () => {
  const embed = await s.newEmbed({ shows_tool_details: true })
  const { token } = await s.visit(embed)
  const thread = await s.newThread(embed, token)
  const begun = await (await s.send(embed, token, thread, says('refund'))).text()
  expect(begun).toContain(`"args":{"order_id":${id}}`)
  const state = () => s.page(embed, 'GET', `/threads/${thread}/state`, { token })
  expect(await (await state()).text()).toContain(`"args":{"order_id":${id}}`)
  const answer = `{"decisions":[{"type":"edit","edited_action":{"name":"refund","args":{"order_id":${id}}}}]}`
  const answered = await fetch(
    `${s.stack.url}/embed/${embed.key}/api/threads/${thread}/runs/stream`,
    {
      method: 'POST',
      headers: {
        origin: shop,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: `{"assistant_id":"agent","command":{"resume":${answer}}}`,
    },
  )
  const streamed = await answered.text()
  expect(streamed).toContain(`Refunds the order after ${rounded}`)
  expect(streamed).toContain(`"args":{"order_id":${id}}`)
  const left = await (await state()).text()
  expect(left).toContain(`"args":{"order_id":${id}}`)
  expect(left.replace(`after ${rounded}`, '')).not.toContain(rounded)
})

it('C1: agents are told what a site and its page say of a visitor with every digit', async () => {
  const embed = await s.newEmbed()
  const path = `/${embed.id}/identity-secret`
  const { identity_secret: secret } = await s.operator<{ identity_secret: string }>('POST', path)
  const identity = signed(embed, secret, 'u-1', { attributes: `{"account":${id}}` })
  const body = `{"identity":${JSON.stringify(identity)},"attributes":{"basket":${id}}}`
  const opened = await fetch(`${s.stack.url}/embed/${embed.key}/api/session`, {
    method: 'POST',
    headers: { origin: shop, 'content-type': 'application/json' },
    body,
  })
  const { token } = (await opened.json()) as { token: string }
  const thread = await s.newThread(embed, token)
  const told = await (await s.send(embed, token, thread, says('who'))).text()
  for (const name of ['account', 'basket']) {
    expect(told.replaceAll('\\"', '"')).toMatch(new RegExp(`"${name}":"?${id}\\b`))
  }
  expect(told).not.toContain(rounded)
})

it.each([
  ['POST', '/gateway/embeds', `{"name":"Shop","max_message_length":${id}}`],
  ['POST', '/api-host/v2/deployments', `{"name":"x","source_config":{"n":${id}}}`],
])('C1: %s %s refuses a whole number that it would round', async (method, address, body) => {
  const headers = {
    origin: s.stack.url,
    'x-api-key': s.stack.apiKey,
    'content-type': 'application/json',
  }
  const answer = await fetch(`${s.stack.url}${address}`, { method, headers, body })
  expect([answer.status, await answer.json()]).toMatchObject([
    422,
    { detail: [{ msg: `The number ${id} cannot be kept as it is. Send it as a text.` }] },
  ])
})
