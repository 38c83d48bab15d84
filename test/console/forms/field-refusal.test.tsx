import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ApiError } from '../../../src/client/api-error.ts'
import { useFieldRefusal } from '../../../src/console/forms/use-field-refusal.ts'

function refusalOf(msg: string): ApiError {
  const fieldErrors = [{ loc: ['body', 'share'], msg, type: 'custom' }]
  return new ApiError({ endpoint: 'save', kind: 'http', status: 422, message: msg, fieldErrors })
}

const form = (share: string, isPending: boolean, error: ApiError | null) => ({
  share,
  isPending,
  error,
})
const shown = (first: ReturnType<typeof form>) =>
  renderHook(
    ({ share, isPending, error }) => useFieldRefusal(error, { isPending, held: { share } }),
    { initialProps: first },
  )

it('a refusal stands at its field until that is changed, also when it came before anything was drawn as pending', () => {
  const { result, rerender } = shown(form('', false, null))
  const first = refusalOf('too much')
  rerender(form('500', true, null))
  rerender(form('500', false, first))
  expect(result.current.at('share')).toBe('too much')
  rerender(form('1,000', false, first))
  expect(result.current.at('share')).toBeUndefined()
  // So quick, or the page so busy, that it was never seen to be on its way.
  rerender(form('1,000', false, refusalOf('no number')))
  expect(result.current.at('share')).toBe('no number')
})

it('what was changed while it was on its way is not told', () => {
  const { result, rerender } = shown(form('500', false, null))
  rerender(form('500', true, null))
  rerender(form('5', true, null))
  rerender(form('5', false, refusalOf('too much')))
  expect(result.current.at('share')).toBeUndefined()
})
