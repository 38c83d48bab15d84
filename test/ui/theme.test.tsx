// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTheme, useTheme } from '../../src/ui/theme.ts'

const firstPaint = readFileSync(
  join(dirname(fileURLToPath(import.meta.url)), '../../public/theme.js'),
  'utf8',
)
let isSystemDark = false
let tellSystemChange = () => {}
let stop = () => {}

beforeEach(() => {
  isSystemDark = false
  const listeners = new Set<() => void>()
  tellSystemChange = () => {
    for (const listener of listeners) listener()
  }
  // jsdom has no matchMedia.
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return isSystemDark
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }))
  stop = startTheme()
  storedElsewhere()
})
afterEach(() => {
  stop()
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const storedElsewhere = () =>
  act(() => {
    dispatchEvent(new StorageEvent('storage', { key: null }))
  })
const shown = () => document.documentElement.dataset.theme

function Choice() {
  const [theme, setTheme] = useTheme()
  return (
    <>
      <output>{theme}</output>
      <button type="button" onClick={() => setTheme('dark')}>
        Dark
      </button>
    </>
  )
}

it('follows the system until something is chosen', () => {
  render(<Choice />)
  expect(screen.getByRole('status')).toHaveTextContent('system')
  expect(shown()).toBe('light')
  isSystemDark = true
  act(tellSystemChange)
  expect(shown()).toBe('dark')
})

it('keeps the choice, whatever the system does', async () => {
  render(<Choice />)
  await userEvent.click(screen.getByRole('button', { name: 'Dark' }))
  expect(shown()).toBe('dark')
  expect(screen.getByRole('status')).toHaveTextContent('dark')
  act(tellSystemChange)
  expect(shown()).toBe('dark')
  expect(localStorage.getItem('quarterdeck.theme')).toBe('dark')
})

it('follows a choice made in another tab', () => {
  render(<Choice />)
  localStorage.setItem('quarterdeck.theme', 'dark')
  storedElsewhere()
  expect(shown()).toBe('dark')
  expect(screen.getByRole('status')).toHaveTextContent('dark')
})

it('works for as long as the page where storage is blocked', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  render(<Choice />)
  await userEvent.click(screen.getByRole('button', { name: 'Dark' }))
  expect(shown()).toBe('dark')
  expect(screen.getByRole('status')).toHaveTextContent('dark')
})

describe('the first paint', () => {
  const cases = [null, 'light', 'dark', 'system', 'nonsense'].flatMap((stored) =>
    [false, true].map((isDark) => ({ stored, isDark })),
  )
  it.each(cases)('agrees with the page: stored $stored, system dark $isDark', (given) => {
    isSystemDark = given.isDark
    if (given.stored) localStorage.setItem('quarterdeck.theme', given.stored)
    storedElsewhere()
    const later = shown()
    delete document.documentElement.dataset.theme
    new Function(firstPaint)()
    expect(shown()).toBe(later)
  })
})
