import { useQuery } from '@tanstack/react-query'
import type { Params } from 'react-router-dom'
import { useApi } from '../../api.tsx'
import { sessionQuery } from '../../objects/qa/qa-queries.ts'
import { paths } from '../../paths.ts'
import type { PageHandle } from '../../shell/page/page-handle.ts'

/** The crumb above what a session came to: its name. */
export const handle = {
  useTitle: useSessionName,
  to: ({ sessionId = '' }) => paths.qaSession(sessionId),
} satisfies PageHandle

/** Null while it is not known. */
export function useSessionName({ sessionId = '' }: Params): string | null {
  const { data, error } = useQuery(sessionQuery(useApi(), sessionId))
  return data?.name ?? (error ? 'Session' : null)
}
