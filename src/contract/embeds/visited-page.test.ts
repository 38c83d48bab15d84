import { expect, it } from 'vitest'
import { countedPage, pageAddress } from './visited-page.ts'

it('a page is told without query, fragment and user', () => {
  expect(pageAddress('https://ann:pw@shop.example.com/a/b?token=1#x')).toBe(
    'https://shop.example.com/a/b',
  )
  for (const address of [
    'about:srcdoc',
    'data:text/html,x',
    'file:///a',
    'javascript:1',
    '',
    '/a',
  ]) {
    expect(pageAddress(address)).toBeNull()
  }
})

it('a page is counted without ids, tokens and mails in its address', () => {
  const counted = (path: string) =>
    countedPage(`https://shop.example.com${path}`)?.replace('https://shop.example.com', '')
  const same = [
    '/',
    '/blog/how-to-cancel-an-order-in-2026',
    '/orders/4711',
    '/de/über-uns/',
    '/a.html',
  ]
  for (const path of same) expect(counted(path)).toBe(new URL(path, 'https://x.y').pathname)
  expect(counted('/orders/0b7e5a52-3c1d-4a58-9f2e-1f2f3a4b5c6d/track')).toBe('/orders/*/track')
  expect(counted('/reset/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc')).toBe('/reset/*')
  expect(counted('/u/ann%40example.com')).toBe('/u/*')
  expect(counted('/invite/9f86d081884c7d659a2f')).toBe('/invite/*')
  expect(counted('/customers/49301512345')).toBe('/customers/*')
  expect(counted('/%E0%A4%A')).toBe('/%E0%A4%A')
})
