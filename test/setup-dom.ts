import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { forgetToasts } from './helpers/forget-toasts.ts'
import { waitMs } from './helpers/patience.ts'
import { briefWhileWaiting, quickComputedStyle } from './helpers/quick-queries.ts'

globalThis.getComputedStyle = quickComputedStyle(globalThis.getComputedStyle)

withoutOwnerStacks(React)

configure(({ getElementError }) => ({
  asyncUtilTimeout: waitMs,
  getElementError: briefWhileWaiting(getElementError),
}))

// Before a test, not after one: an answer that comes when its page is gone says something as well.
beforeEach(forgetToasts)

// Files share a DOM, which keeps what pages stored, and remembers what was pressed last and where a keyboard was: focus
// that a test gives by itself, or by its first key, would not be that of somebody who works by keyboard.
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  forgetFocus()
})

// Code of a page that is still on its way would fail in the next file, which finds its modules half loaded.
afterAll(() => vi.dynamicImportSettled())

/** As jsdom decides what `:focus-visible` is: by what was pressed last, and by the element that was it before. */
function forgetFocus(): void {
  const tab = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))
  const last = document.createElement('button')
  document.body.append(last)
  tab()
  last.focus()
  last.matches(':focus-visible')
  last.dispatchEvent(new MouseEvent('mousedown'))
  last.matches(':focus-visible')
  last.remove()
  tab()
}

/**
 * While it is developed with, React takes a stack for each element that is made, to say later who made it: a tenth of all
 * that tests of pages do. It takes so many in a second only.
 */
function withoutOwnerStacks(react: object): void {
  const name = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
  const internals = Reflect.get(react, name)
  if (!internals) return
  const taken = { get: () => Number.POSITIVE_INFINITY, set: () => {} }
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { ...taken, configurable: true })
}
