import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { briefWhileWaiting, quickComputedStyle } from './helpers/quick-queries.ts'

globalThis.getComputedStyle = quickComputedStyle(globalThis.getComputedStyle)

configure(({ getElementError }) => ({
  // A limit is no measurement: what is waited for comes from a real server, on a machine that may be busy.
  asyncUtilTimeout: 40_000,
  getElementError: briefWhileWaiting(getElementError),
}))

// Files share a DOM, which remembers what was pressed last: after a mouse, focus that a test gives by itself would not
// be that of somebody who works by keyboard.
afterEach(() => {
  cleanup()
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))
})
