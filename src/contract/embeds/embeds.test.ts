import { describe, expect, it } from 'vitest'
import { isAllowedOriginPattern, isOriginAllowed } from './allowed-origins.ts'
import { EmbedCreate } from './embeds.ts'

describe('the origins of an embed', () => {
  it.each([
    ['https://shop.example.com', true],
    ['http://localhost:3000', true],
    ['https://*.example.com', true],
    ['null', true],
    ['https://shop.example.com/', false],
    ['https://shop.example.com/path', false],
    ['https://*.com', false],
    ['https://*', false],
    ['*', false],
    ['ftp://example.com', false],
    ['https://Example.com', false],
    ['https://a.*.example.com', false],
  ])('%s can be allowed: %s', (pattern, expected) => {
    expect(isAllowedOriginPattern(pattern)).toBe(expected)
  })

  it.each([
    ['https://shop.example.com', ['https://shop.example.com'], true],
    ['https://shop.example.com:8443', ['https://shop.example.com'], false],
    ['http://shop.example.com', ['https://shop.example.com'], false],
    ['https://a.b.example.com', ['https://*.example.com'], true],
    ['https://example.com', ['https://*.example.com'], false],
    ['https://evilexample.com', ['https://*.example.com'], false],
    ['https://evil.com/.example.com', ['https://*.example.com'], false],
    ['https://evil.com#.example.com', ['https://*.example.com'], false],
    ['null', ['https://shop.example.com'], false],
    ['null', ['null'], true],
    ['https://shop.example.com', [], false],
  ])('a page of %s under %j: %s', (origin, patterns, expected) => {
    expect(isOriginAllowed(origin, patterns)).toBe(expected)
  })
})

it('an embed needs a name, a connection, a deployment and an assistant, and knows no other fields', () => {
  const least = {
    name: 'Shop',
    connection_id: 'local',
    deployment_id: '5d2f1c1e-4a57-4c4f-9a55-0b7c3b7f9d10',
    assistant_id: 'guide',
  }
  expect(EmbedCreate.safeParse(least).success).toBe(true)
  expect(EmbedCreate.safeParse({ ...least, name: ' ' }).success).toBe(false)
  expect(EmbedCreate.safeParse({ ...least, api_key: 'x' }).success).toBe(false)
  expect(EmbedCreate.safeParse({ ...least, color: 'red;}' }).success).toBe(false)
  expect(EmbedCreate.safeParse({ ...least, avatar_url: 'javascript:alert(1)' }).success).toBe(false)
})
