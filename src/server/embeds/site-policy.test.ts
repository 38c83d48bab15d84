import { expect, it } from 'vitest'
import { asksForNonce, metaPolicies, policyFaults } from './site-policy.ts'

const server = 'https://chat.example.com/base'

it.each([
  [[], []],
  [["default-src 'self' https://chat.example.com"], []],
  [["script-src 'self'"], ['script-src']],
  [["default-src 'self'"], ['script-src', 'connect-src']],
  [["script-src https://chat.example.com; connect-src 'none'"], ['connect-src']],
  [['script-src *.example.com; connect-src https:'], []],
  [["script-src-elem 'self'; script-src https://chat.example.com"], ['script-src-elem']],
  [['connect-src *', "connect-src 'self'"], ['connect-src']],
  [['script-src https://chat.example.com:8443'], ['script-src']],
  [["style-src 'none'; img-src 'none'"], []],
  [["script-src 'nonce-abc' 'strict-dynamic'"], []],
  [["default-src 'nonce-abc'"], ['connect-src']],
])('%j keeps the widget from %j', (policies, directives) => {
  const faults = policyFaults(policies as string[], server)
  expect(faults.map(({ directive }) => directive)).toEqual(directives)
})

it('a frame needs other things than the script', () => {
  expect(policyFaults(["script-src 'none'; frame-src 'self'"], server, true)).toEqual([
    { directive: 'frame-src', needs: 'https://chat.example.com' },
  ])
  const directives = (policy: string) =>
    policyFaults([policy], server, true).map(({ directive }) => directive)
  expect(directives("child-src 'self'")).toEqual(['child-src'])
  expect(directives("default-src 'self'")).toEqual(['frame-src'])
  expect(policyFaults(["script-src 'none'"], server, true)).toEqual([])
})

it('tells whether scripts have a nonce', () => {
  expect(asksForNonce(["script-src 'self'", "script-src 'nonce-abc' 'strict-dynamic'"])).toBe(true)
  expect(asksForNonce(["script-src-elem 'self'; script-src 'nonce-abc'", 'img-src *'])).toBe(false)
})

it('finds the policies of meta tags', () => {
  const html = `<meta charset=utf-8><META content="default-src 'self'" http-equiv='Content-Security-Policy'>
    <meta name="description" content="script-src">`
  expect(metaPolicies(html)).toEqual(["default-src 'self'"])
})
