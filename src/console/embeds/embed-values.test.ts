import { expect, it } from 'vitest'
import { EmbedCreate, EmbedPatch } from '../../contract/embeds/embeds.ts'
import { createEmbedRequest, patchEmbedRequest, valuesOfEmbed } from './embed-values.ts'

const target = {
  name: 'Shop',
  deployment_id: '5d2f1c1e-4a57-4c4f-9a55-0b7c3b7f9d10',
  assistant_id: 'guide',
}

it('what is typed becomes the wire’s lists, numbers and nulls', () => {
  const body = createEmbedRequest(
    {
      ...valuesOfEmbed(target),
      allowed_origins: ' https://a.example \n\nhttps://b.example',
      feedback_keys: '',
      max_message_length: '500',
      retention_days: '',
      avatar_url: ' ',
    },
    'local',
  )
  expect(EmbedCreate.parse(body)).toMatchObject({
    connection_id: 'local',
    allowed_origins: ['https://a.example', 'https://b.example'],
    feedback_keys: [],
    max_message_length: 500,
    retention_days: null,
    avatar_url: null,
  })
})

it('a change sends only what was changed, and nothing when nothing was', () => {
  const before = valuesOfEmbed(target)
  expect(patchEmbedRequest(before, { ...before })).toEqual({})
  const body = patchEmbedRequest(before, { ...before, retention_days: '30', can_stop: false })
  expect(EmbedPatch.parse(body)).toEqual({ retention_days: 30, can_stop: false })
})

it('a number that is none is left for the server to refuse, not turned into another', () => {
  const before = valuesOfEmbed(target)
  const body = patchEmbedRequest(before, { ...before, max_message_length: 'many' })
  expect(EmbedPatch.safeParse(body).success).toBe(false)
})

it('33: what is no number never becomes “no limit” on its way', () => {
  const before = valuesOfEmbed(target)
  for (const name of ['retention_days', 'visitor_tokens_per_day'] as const) {
    for (const text of ['10k', '1,000', 'ten', '1e999']) {
      const body = patchEmbedRequest(before, { ...before, [name]: text })
      expect(EmbedPatch.safeParse(JSON.parse(JSON.stringify(body))).success).toBe(false)
    }
  }
})
