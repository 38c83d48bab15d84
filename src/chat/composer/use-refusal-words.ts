import { useEffect, useState } from 'react'
import { ApiError } from '../../client/api-error.ts'

/**
 * Why a message was not sent, in a sentence; null where nothing kept it. What a server says against fields is said once
 * their names are known, which are those of the forms.
 */
export function useRefusalWords(
  problem: Error | null,
  input: unknown,
  context: unknown,
): string | null {
  const [told, setTold] = useState<{ problem: Error; words: string } | null>(null)
  const isOfFields = problem instanceof ApiError && problem.fieldErrors.length > 0
  useEffect(() => {
    if (!problem || !isOfFields) return
    let isLeft = false
    const tell = (words: string) => !isLeft && setTold({ problem, words })
    import('./form/told-faults.ts').then(
      ({ refusalWords }) => tell(refusalWords(problem, { input, context })),
      () => tell(problem.message),
    )
    return () => {
      isLeft = true
    }
  }, [problem, isOfFields, input, context])
  if (!isOfFields) return problem?.message ?? null
  return told?.problem === problem ? told.words : null
}
