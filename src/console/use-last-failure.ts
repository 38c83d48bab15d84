import { useRef } from 'react'

type Read = { data: unknown; error: Error | null }

/**
 * Why there is nothing to show of a read. A query forgets its failure as soon as it is asked again: what is said of it
 * stays until there is another answer.
 * @param of what is read; another one has not failed yet
 */
export function useLastFailure({ data, error }: Read, of: string): Error | null {
  const last = useRef<{ of: string; error: Error | null }>({ of, error })
  if (error || data !== undefined || last.current.of !== of) last.current = { of, error }
  return last.current.error
}
