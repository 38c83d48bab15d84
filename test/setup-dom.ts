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

afterEach(cleanup)
