import { Hono } from 'hono'
import type { Feedback } from '../../../src/contract/tracing/feedback.ts'
import type { FeedbackToken } from '../../../src/contract/tracing/feedback-tokens.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { answerErrors } from '../../../src/server/http/route.ts'
import { secretBox } from '../../../src/server/secrets/secret-box.ts'
import type { FindRun } from '../../../src/server/tracing/feedback.ts'
import { createTracing } from '../../../src/server/tracing/tracing.ts'
import { noPrices } from '../../../src/server/usage/prices.ts'
import { emptyDatabase } from '../../helpers/database.ts'

const apiKey = 'qd_test-key-of-the-tracing-service'
/** What the bench seals and proves with. */
export const benchBox = secretBox('a secret key for tests, long enough')
const tracingUrl = 'http://tracing.test'

/** A tracing service over the worker's database, with a clock that the test sets. */
export interface TracingBench {
  readonly database: Database
  /** Errors that nobody expected; a test that ends with one has found a fault. */
  readonly reported: Error[]
  at(time: string): void
  issue: ReturnType<typeof createTracing>['issueFeedbackUrls']
  /** With the key; POST when there is a body. */
  send(path: string, body?: unknown): Promise<Response>
  token(request: object): Promise<FeedbackToken>
  /** As any web page does it: no credential. */
  submit(url: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  open(url: string, init?: RequestInit): Promise<Response>
  votes(query?: string): Promise<Feedback[]>
}

export async function openTracing(findRun: FindRun): Promise<TracingBench> {
  const database = await emptyDatabase()
  const reported: Error[] = []
  let now = new Date('2030-01-01T00:00:00Z')
  const tracing = createTracing({
    database,
    apiKey: () => apiKey,
    tracingUrl,
    secretBox: benchBox,
    findRun,
    prices: () => noPrices,
    // No run is at work here.
    history: { statesOf: async () => [], valuesAt: async () => undefined },
    now: () => now,
    report: (error) => reported.push(error),
  })
  const app = new Hono()
  answerErrors(app, (error) => reported.push(error))
  app.route('/', tracing.routes)

  const send: TracingBench['send'] = async (path, body) =>
    app.request(path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': apiKey },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  return {
    database,
    reported,
    at(time) {
      now = new Date(time)
    },
    issue: tracing.issueFeedbackUrls,
    send,
    token: async (request) =>
      (await (await send('/api/v1/feedback/tokens', request)).json()) as FeedbackToken,
    submit: async (url, body, headers) =>
      app.request(url.replace(tracingUrl, ''), {
        method: 'POST',
        headers: { origin: 'https://shop.example', 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    open: async (url, init) => app.request(url.replace(tracingUrl, ''), init),
    votes: async (query = '') =>
      (await (await send(`/api/v1/feedback?${query}`)).json()) as Feedback[],
  }
}
