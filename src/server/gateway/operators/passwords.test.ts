import { expect, it } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'

it('knows the password again, and no other', async () => {
  const hash = await hashPassword('open sesame')
  expect(hash).not.toContain('open sesame')
  expect(await isPassword('open sesame', hash)).toBe(true)
  expect(await isPassword('open sesame ', hash)).toBe(false)
  expect(await hashPassword('open sesame')).not.toBe(hash)
})

it('takes a letter for the same however it is composed', async () => {
  expect(await isPassword('caf\u00e9 noir', await hashPassword('cafe\u0301 noir'))).toBe(true)
})

it('refuses what is no hash', async () => {
  await expect(isPassword('x', 'plain')).rejects.toThrow('no hash')
})
