import { expect, it } from 'vitest'
import type { Embed } from '../../contract/embeds/embeds.ts'
import { addressLimit } from './address-limit.ts'
import { TooManyError } from './limits.ts'

const embed = (id: string) => ({ id, address_requests_per_minute: 2 }) as Embed

it('34.1: what comes from one network address is counted for each embed and each address by itself', async () => {
  const limit = addressLimit()
  const [one, other] = [embed('one'), embed('other')]
  await limit.admit(one, '10.0.0.1')
  await limit.admit(one, '10.0.0.1')
  await expect(limit.admit(one, '10.0.0.1')).rejects.toThrow(TooManyError)
  await limit.admit(other, '10.0.0.1')
  await limit.admit(one, '10.0.0.2')
  // An embed that allows more by now does so at once.
  await limit.admit({ ...one, address_requests_per_minute: 4 }, '10.0.0.1')
})

it('34.1: new visitors of one network address are counted over all embeds', async () => {
  const limit = addressLimit()
  for (let visitors = 0; visitors < 30; visitors += 1) await limit.admitVisitor('10.0.0.1')
  await expect(limit.admitVisitor('10.0.0.1')).rejects.toThrow(TooManyError)
  await limit.admitVisitor('10.0.0.2')
})
