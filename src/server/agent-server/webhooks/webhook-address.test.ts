import { expect, it } from 'vitest'
import { mayCall } from './webhook-address.ts'

it.each([
  ['93.184.215.14', true, true],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true, true],
  ['127.0.0.1', true, false],
  ['::1', true, false],
  ['10.1.2.3', true, false],
  ['192.168.1.1', true, false],
  ['fd12:3456::1', true, false],
  ['169.254.169.254', false, false],
  ['::ffff:169.254.169.254', false, false],
  ['fe80::1', false, false],
  ['fd00:ec2::254', false, false],
  ['100.100.100.200', false, false],
  ['0.0.0.0', false, false],
  ['::', false, false],
  ['224.0.0.1', false, false],
  ['255.255.255.255', false, false],
])('%s may be called: %s, where private ones are denied: %s', (address, allowed, strict) => {
  expect(mayCall(address, 'allow')).toBe(allowed)
  expect(mayCall(address, 'deny')).toBe(strict)
})
