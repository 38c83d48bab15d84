import { expect, it } from 'vitest'
import { isTooOld } from './node-version.mjs'

it.each(['v14.21.3', 'v18.20.8', 'v20.0.0', 'v20.18.3'])('%s is too old', (version) => {
  expect(isTooOld(version)).toBe(true)
})

it.each(['v20.19.0', 'v20.20.2', 'v22.0.0', 'v24.21.0', 'v26.10.0-nightly'])(
  '%s is new enough',
  (version) => {
    expect(isTooOld(version)).toBe(false)
  },
)
