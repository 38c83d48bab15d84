import type { Hono } from 'hono'
import { Runner } from './attempts/runner.ts'
import { Poster } from './posts/poster.ts'
import type { QaContext } from './qa-context.ts'
import { mountResults } from './result-routes.ts'
import { mountReviewers } from './reviewers/reviewer-routes.ts'
import { mountReviews } from './reviews/review-routes.ts'
import { mountSessions } from './sessions/session-routes.ts'
import { mountSuites } from './suites/suite-routes.ts'

/** QA: its routes below `/gateway/qa`, and what runs sessions. */
export interface Qa {
  /** Takes up sessions that run, and verdicts that are to be posted. */
  start(): Promise<void>
  /** Gives back what is at work. */
  stop(): Promise<void>
}

/** Mounts QA on the gateway's routes, whose rules guard it. */
export function createQa(routes: Hono, qa: QaContext): Qa {
  const runner = new Runner(qa)
  const poster = new Poster(qa)
  mountSuites(routes, qa)
  mountSessions(routes, qa, runner, poster)
  mountReviewers(routes, qa)
  mountReviews(routes, qa, poster)
  mountResults(routes, qa)
  return {
    async start() {
      await runner.start()
      poster.start()
    },
    async stop() {
      await Promise.all([runner.stop(), poster.stop()])
    },
  }
}
