import { expect, it } from 'vitest'
import { isWithin, literalIp, reachOf, widestReach } from './address-policy.ts'

it.each([
  ['93.184.216.34', 'public'],
  ['2606:4700::1111', 'public'],
  ['10.1.2.3', 'private'],
  ['172.16.0.1', 'private'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'private'],
  ['fd12::1', 'private'],
  ['127.0.0.1', 'loopback'],
  ['127.9.9.9', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:10.0.0.1', 'private'],
  ['64:ff9b::7f00:1', 'loopback'],
  ['64:ff9b::a9fe:a9fe', 'never'],
  ['169.254.169.254', 'never'],
  ['::ffff:169.254.169.254', 'never'],
  ['fe80::1', 'never'],
  ['fd00:ec2::254', 'never'],
  ['fd00:ec2:0:0:0:0:0:254', 'never'],
  ['100.100.100.200', 'never'],
  ['168.63.129.16', 'never'],
  ['fd20:ce::254', 'never'],
  ['fd00:42::42', 'never'],
  ['192.0.0.192', 'never'],
  ['64:ff9b:1::a9fe:a9fe', 'never'],
  ['64:ff9b::6464:64c8', 'never'],
  ['64:ff9b::5db8:d822', 'public'],
  ['::a9fe:a9fe', 'never'],
  ['::5db8:d822', 'never'],
  ['::ffff:0:a9fe:a9fe', 'never'],
  ['2001:0:a9fe:a9fe::1', 'never'],
  ['fec0::1', 'never'],
  ['0.0.0.0', 'never'],
  ['::', 'never'],
  ['224.0.0.1', 'never'],
  ['255.255.255.255', 'never'],
  ['2002:7f00:1::', 'never'],
  ['not an address', 'never'],
])('%s is %s', (ip, reach) => {
  expect(reachOf(ip)).toBe(reach)
})

it('lets pass what is no more private than the limit', () => {
  expect(isWithin('public', 'public')).toBe(true)
  expect(isWithin('private', 'public')).toBe(false)
  expect(isWithin('loopback', 'private')).toBe(false)
  expect(isWithin('loopback', 'loopback')).toBe(true)
  expect(isWithin('never', 'loopback')).toBe(false)
})

it('counts a host as what its most private address is', () => {
  expect(widestReach(['93.184.216.34'])).toBe('public')
  expect(widestReach(['93.184.216.34', '10.0.0.1'])).toBe('private')
  expect(widestReach(['93.184.216.34', '169.254.169.254'])).toBe('never')
  expect(widestReach([])).toBe('never')
})

it('tells addresses from names', () => {
  expect(literalIp('[::1]')).toBe('::1')
  expect(literalIp('127.0.0.1')).toBe('127.0.0.1')
  expect(literalIp('localhost')).toBeNull()
})
