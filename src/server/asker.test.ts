import { expect, it } from 'vitest'
import { askerHeader, readAsker } from './asker.ts'
import { secretBox } from './secrets/secret-box.ts'

const box = secretBox('a secret key for tests, long enough')
const read = (headers: Record<string, string>) => (name: string) => headers[name]
const byKey = { via: 'api', name: null }

it.each([
  ['ada', { via: 'console', name: 'ada' }],
  ['Zoë Ångström', { via: 'console', name: 'Zoë Ångström' }],
  ['token ci', { via: 'token', name: 'token ci' }],
  [null, { via: 'console', name: null }],
])('the gateway says who asks: %s', (name, asker) => {
  expect(readAsker(box, read(askerHeader(box, name)))).toEqual(asker)
})

it('whoever has the API key can say nobody’s name', () => {
  expect(readAsker(box, read({}))).toEqual(byKey)
  const [[header = '', value = ''] = []] = Object.entries(askerHeader(box, 'ada'))
  const [, proof = ''] = value.split('.')
  const other = Buffer.from('{"via":"console","name":"eve"}').toString('base64url')
  expect(readAsker(box, read({ [header]: `${other}.${proof}` }))).toEqual(byKey)
  expect(readAsker(box, read({ [header]: value.slice(0, -2) }))).toEqual(byKey)
  const elsewhere = secretBox('the secret key of another server, long')
  expect(readAsker(elsewhere, read({ [header]: value }))).toEqual(byKey)
})
