import { queryOptions } from '@tanstack/react-query'
import type { PollInterval } from '../../../client/polling.ts'
import { qaSessionRead, suiteList, suiteRead } from '../../../contract/pages/qa-pages.ts'
import { getAttempt } from '../../../contract/qa/attempts.ts'
import { getResults, listDecisions } from '../../../contract/qa/results.ts'
import { listReviewers } from '../../../contract/qa/reviewers.ts'
import { getReviewItem } from '../../../contract/qa/reviews.ts'
import {
  getGrid,
  getQaSession,
  listSessions,
  type SessionSummary,
} from '../../../contract/qa/sessions.ts'
import { getSuite, listSuites } from '../../../contract/qa/suites.ts'
import { listVerdicts } from '../../../contract/qa/verdict-history.ts'
import { type Api, query, queryKey } from '../../api.tsx'
import { readQuery } from '../../reads.ts'

/** How often what moves is read again. */
const followMs = 1_500

export const suitesQuery = (api: Api) => readQuery(api, suiteList)

export const suiteQuery = (api: Api, suite_id: string) => readQuery(api, suiteRead(suite_id))

/** How often a list of sessions is read again: while one of them runs. */
export function sessionsInterval(
  sessions: readonly Pick<SessionSummary, 'status'>[] | undefined,
): PollInterval {
  return sessions?.some(({ status }) => status === 'running') ? followMs : false
}

/** All sessions, or those of one suite. */
export const sessionsQuery = ({ gateway }: Api, suite_id?: string) =>
  queryOptions({
    ...query(gateway, listSessions, { query: { suite_id, limit: 100 } }),
    refetchInterval: ({ state }) => sessionsInterval(state.data),
  })

export const sessionQuery = (api: Api, session_id: string) =>
  queryOptions({
    ...readQuery(api, qaSessionRead(session_id)),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? followMs : false),
  })

/** Who can be named as a reviewer, and under which name somebody judges where nobody signs in. */
export const reviewersQuery = ({ gateway }: Api) => query(gateway, listReviewers)

export const gridQuery = ({ gateway }: Api, session_id: string) =>
  query(gateway, getGrid, { params: { session_id } })

export const attemptQuery = ({ gateway }: Api, session_id: string, attempt_id: string) =>
  query(gateway, getAttempt, { params: { session_id, attempt_id } })

export const reviewItemQuery = ({ gateway }: Api, session_id: string, index: number) =>
  query(gateway, getReviewItem, { params: { session_id, index: String(index) } })

/** All that was said of a case, the oldest first. */
export const verdictsQuery = ({ gateway }: Api, session_id: string, case_index: number) =>
  query(gateway, listVerdicts, { params: { session_id }, query: { case_index, limit: 1_000 } })

export const resultsQuery = ({ gateway }: Api, session_id: string, against?: string) =>
  query(gateway, getResults, { params: { session_id }, query: { against } })

export const decisionsQuery = ({ gateway }: Api, connection_id: string, deployment_id: string) =>
  query(gateway, listDecisions, { query: { connection_id, deployment_id } })

/** Keys of the reads that a change of a suite makes old. */
export const whatSuitesChange = ({ gateway }: Api) => [
  queryKey(gateway, listSuites),
  queryKey(gateway, getSuite),
]

/** The same of a session: what is done to it, judged and decided. */
export const whatSessionsChange = ({ gateway }: Api) =>
  [listSessions, getQaSession, getGrid, getReviewItem, listVerdicts, getResults, listDecisions].map(
    (endpoint) => queryKey(gateway, endpoint),
  )
