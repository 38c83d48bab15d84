import { describe, expect, it } from 'vitest'
import { hideSecrets } from './hide-secrets.ts'

describe('hideSecrets', () => {
  it('takes out values, their parts and their encoded forms', () => {
    const hide = hideSecrets(['Bearer abc/def', 'key-12345'])
    expect(hide('Bearer abc/def, abc/def, abc%2Fdef and key-12345 key-12345')).toBe(
      '•••, •••, ••• and ••• •••',
    )
  })

  it('takes out feedback tokens that it was not told of', () => {
    const hide = hideSecrets([])
    expect(hide('Failed: https://t.example/api/v1/feedback/tokens/0a1b-2c?score=1 (403)')).toBe(
      'Failed: https://t.example/api/v1/feedback/tokens/••• (403)',
    )
  })

  it('leaves short values and other texts', () => {
    expect(hideSecrets(['1', ''])('1 of 11 runs')).toBe('1 of 11 runs')
  })
})
