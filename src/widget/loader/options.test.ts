import { expect, it } from 'vitest'
import type { WidgetIdentity } from '../package/types.ts'
import { checkIdentity, checkOptions } from './options.ts'

const identity: WidgetIdentity = { user_id: 'ann', expires_at: 1, signature: 'a'.repeat(64) }

it('38.3: what is no part of an identity is refused by its name, also later', () => {
  expect(checkIdentity({ ...identity, attributes: '{"plan":"gold"}' })).toMatchObject(identity)
  const odd = { ...identity, email: 'ann@example.com' } as WidgetIdentity
  for (const given of [
    () => checkIdentity(odd),
    () => checkOptions({ embed: 'emb_a', identity: odd }),
  ]) {
    expect(given).toThrow(
      'Quarterdeck: “email” is no part of an identity. Sign it within its “attributes”, or hand it over as an attribute.',
    )
  }
})
