import { getQaSession } from '../qa/sessions.ts'
import { getSuite, listSuites } from '../qa/suites.ts'
import { firstReads, firstReadsBelow, type Read } from './first-reads.ts'

/** All suites. */
export const suiteList: Read<typeof listSuites> = {
  endpoint: listSuites,
  input: {},
  keptAs: 'answer',
}

/** One suite with its cases. */
export function suiteRead(suite_id: string): Read<typeof getSuite> {
  return { endpoint: getSuite, input: { params: { suite_id } }, keptAs: 'answer' }
}

/** One QA session. */
export function qaSessionRead(session_id: string): Read<typeof getQaSession> {
  return { endpoint: getQaSession, input: { params: { session_id } }, keptAs: 'answer' }
}

export const suitesPage = firstReads('suites', () => [suiteList])

export const suitePage = firstReads('suite', ({ suiteId }) => [suiteRead(suiteId)])

export const newQaSessionPage = firstReads('new-qa-session', () => [suiteList])

/** The session, its results and its reviews. */
export const aboutQaSession = firstReadsBelow('qa-session', ({ sessionId }) => [
  qaSessionRead(sessionId),
])
