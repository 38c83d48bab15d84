import { expect, it } from 'vitest'
import { SignInLimits } from './sign-in-limits.ts'

const clock = (at = 1_000_000) => {
  const limits = new SignInLimits(() => new Date(at))
  return {
    limits,
    pass(ms: number) {
      at += ms
    },
    /** How many of so many tries may be made. */
    tried: (times: number, address: (n: number) => string, name: (n: number) => string) =>
      Array.from({ length: times }, (_, n) => limits.begin(address(n), name(n))).filter(Boolean)
        .length,
  }
}
const same = (text: string) => () => text
const each = (text: string) => (n: number) => `${text}${n}`

it('lets five tries a minute come from one address, ten for one name, fifty in all', () => {
  expect(clock().tried(9, same('10.0.0.1'), each('name'))).toBe(5)
  expect(clock().tried(19, each('10.0.0.'), same('ann'))).toBe(10)
  expect(clock().tried(99, each('host'), each('name'))).toBe(50)
})

it('counts a whole /64 of IPv6 as one address, and one in an IPv6 form as itself', () => {
  expect(clock().tried(9, each('2001:db8:0:7::'), each('name'))).toBe(5)
  expect(clock().tried(9, (n) => `2001:db8:0:7:${n}::1`, each('name'))).toBe(5)
  expect(clock().tried(9, (n) => `2001:db8:0:${n}::1`, each('name'))).toBe(9)
  expect(clock().tried(9, (n) => `200${n}:db8:0:7::1`, each('name'))).toBe(9)
  const { limits, tried } = clock()
  expect(tried(5, same('::ffff:10.0.0.1'), each('name'))).toBe(5)
  expect(limits.begin('10.0.0.1', 'other')).toBeNull()
  expect(limits.begin('10.0.0.2', 'other')).not.toBeNull()
})

it('forgets a try after a minute, and one that succeeded at once', () => {
  const { limits, tried, pass } = clock()
  tried(5, same('10.0.0.1'), each('name'))
  pass(59_999)
  expect(limits.begin('10.0.0.1', 'a')).toBeNull()
  pass(1)
  const succeeded = limits.begin('10.0.0.1', 'a')
  expect(tried(4, same('10.0.0.1'), each('name'))).toBe(4)
  expect(limits.begin('10.0.0.1', 'b')).toBeNull()
  succeeded?.()
  expect(limits.begin('10.0.0.1', 'b')).not.toBeNull()
  expect(limits.begin('10.0.0.1', 'b')).toBeNull()
})

it('a browser that somebody signed in with is kept out by its own tries only', () => {
  const { limits, tried, pass } = clock()
  expect(tried(99, each('host'), same('ann'))).toBe(10)
  expect(tried(99, each('other'), each('name'))).toBe(40)
  const known = () => limits.begin('10.0.0.1', 'ann', 'a browser')
  expect(Array.from({ length: 9 }, known).filter(Boolean)).toHaveLength(5)
  expect(limits.begin('10.0.0.1', 'bob', 'another browser')).not.toBeNull()
  pass(60_000)
  expect(known()).not.toBeNull()
  // Nor does it use up what strangers may try.
  expect(tried(99, each('host'), same('ann'))).toBe(10)
})
